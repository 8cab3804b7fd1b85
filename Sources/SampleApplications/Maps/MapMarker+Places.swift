extension MapMarker {
  /// The places that the sample knows, in the order of their names.
  public static let places = [
    MapMarker("Auckland", latitude: -36.85, longitude: 174.76),
    MapMarker("Berlin", latitude: 52.52, longitude: 13.41),
    MapMarker("Bern", latitude: 46.95, longitude: 7.45),
    MapMarker("Buenos Aires", latitude: -34.6, longitude: -58.38),
    MapMarker("Cairo", latitude: 30.04, longitude: 31.24),
    MapMarker("Lima", latitude: -12.05, longitude: -77.04),
    MapMarker("Nairobi", latitude: -1.29, longitude: 36.82),
    MapMarker("Oslo", latitude: 59.91, longitude: 10.75),
    MapMarker("Paris", latitude: 48.86, longitude: 2.35),
    MapMarker("Reykjavik", latitude: 64.15, longitude: -21.94),
    MapMarker("San Francisco", latitude: 37.77, longitude: -122.42),
    MapMarker("Tokyo", latitude: 35.68, longitude: 139.69),
  ]

  /// The places whose names contain the text, in whichever case; none for an empty one.
  static func places(matching text: String) -> [MapMarker] {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return [] }
    return places.filter { $0.title.lowercased().contains(wanted) }
  }
}
