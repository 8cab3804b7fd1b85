public import HeadlessUIKit

/// A place that is marked on a map.
public struct MapMarker: Sendable, Hashable {
  /// What it is called.
  public let title: String
  /// North of the equator, in degrees, -90 to 90.
  public let latitude: Double
  /// East of Greenwich, in degrees, -180 to 180.
  public let longitude: Double

  /// A marker.
  public init(_ title: String, latitude: Double, longitude: Double) {
    self.title = title
    self.latitude = latitude
    self.longitude = longitude
  }

  /// What a marker looks like in a message.
  public static let schema = MessageSchema.object([
    .required("title", .string), .required("latitude", .numberIn(-90...90), "Degrees north."),
    .required("longitude", .numberIn(-180...180), "Degrees east."),
  ])

  /// The marker that a message carries; nil when the value does not fit the schema.
  public init?(_ value: MessageValue) {
    guard let title = value["title"].string, let latitude = value["latitude"].number,
      let longitude = value["longitude"].number
    else { return nil }
    self.init(title, latitude: latitude, longitude: longitude)
  }

  /// The marker as a message carries it.
  public var messageValue: MessageValue {
    ["title": .string(title), "latitude": .number(latitude), "longitude": .number(longitude)]
  }
}
