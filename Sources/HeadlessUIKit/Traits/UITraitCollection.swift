/// What a scene looks like to its controllers: device, room, style, direction of writing. Never changes; another look is
/// another collection.
public final class UITraitCollection: Sendable, Hashable, CustomStringConvertible {
  /// The kind of device.
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  /// How much room there is in width.
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  /// How much room there is in height.
  public let verticalSizeClass: UIUserInterfaceSizeClass
  /// Bright or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// Where lines begin.
  public let layoutDirection: UITraitEnvironmentLayoutDirection

  /// A collection in which only the given traits are said.
  public init(
    userInterfaceIdiom: UIUserInterfaceIdiom = .unspecified,
    horizontalSizeClass: UIUserInterfaceSizeClass = .unspecified,
    verticalSizeClass: UIUserInterfaceSizeClass = .unspecified, userInterfaceStyle: UIUserInterfaceStyle = .unspecified,
    layoutDirection: UITraitEnvironmentLayoutDirection = .unspecified
  ) {
    self.userInterfaceIdiom = userInterfaceIdiom
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
    self.userInterfaceStyle = userInterfaceStyle
    self.layoutDirection = layoutDirection
  }

  /// The traits of all collections; where several say one, the last does. Cost: their number.
  public convenience init(traitsFrom collections: [UITraitCollection]) {
    func last<Trait: Equatable>(_ trait: (UITraitCollection) -> Trait, but unspecified: Trait) -> Trait {
      collections.last { trait($0) != unspecified }.map(trait) ?? unspecified
    }
    self.init(
      userInterfaceIdiom: last(\.userInterfaceIdiom, but: .unspecified),
      horizontalSizeClass: last(\.horizontalSizeClass, but: .unspecified),
      verticalSizeClass: last(\.verticalSizeClass, but: .unspecified),
      userInterfaceStyle: last(\.userInterfaceStyle, but: .unspecified),
      layoutDirection: last(\.layoutDirection, but: .unspecified))
  }

  /// Whether all that the other collection says is so in this one.
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return UITraitCollection(traitsFrom: [self, trait]) == self
  }

  /// Whether all traits are the same.
  public static func == (left: UITraitCollection, right: UITraitCollection) -> Bool {
    left.userInterfaceIdiom == right.userInterfaceIdiom && left.horizontalSizeClass == right.horizontalSizeClass
      && left.verticalSizeClass == right.verticalSizeClass && left.userInterfaceStyle == right.userInterfaceStyle
      && left.layoutDirection == right.layoutDirection
  }

  /// Adds the traits.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(userInterfaceIdiom)
    hasher.combine(horizontalSizeClass)
    hasher.combine(verticalSizeClass)
    hasher.combine(userInterfaceStyle)
    hasher.combine(layoutDirection)
  }

  /// Room in width and in height, style, direction: "compact regular light leftToRight".
  public var description: String {
    "\(horizontalSizeClass.name) \(verticalSizeClass.name) \(userInterfaceStyle.name) \(layoutDirection.name)"
  }
}
