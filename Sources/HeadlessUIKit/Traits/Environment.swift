/// How a scene stands, and what it looks like.
@MainActor
struct Environment {
  private(set) var orientation = UIInterfaceOrientation.portrait
  /// What was asked for; where it says nothing the device decides.
  private(set) var wishes = UITraitCollection()
  private(set) var traits = Environment.traits(.portrait, UITraitCollection())

  /// A change is under way.
  var isChanging = false
  /// What callbacks of it have asked for, in order; done when it is over.
  var waiting: [EnvironmentChange] = []

  mutating func change(to orientation: UIInterfaceOrientation, _ wishes: UITraitCollection) {
    self.orientation = orientation
    self.wishes = wishes
    traits = Self.traits(orientation, wishes)
  }

  /// A phone has little room, but for the height of one that stands upright.
  static func traits(_ orientation: UIInterfaceOrientation, _ wishes: UITraitCollection) -> UITraitCollection {
    let device = UITraitCollection(
      userInterfaceIdiom: .phone, horizontalSizeClass: .compact,
      verticalSizeClass: orientation.isLandscape ? .compact : .regular, userInterfaceStyle: .light,
      layoutDirection: .leftToRight)
    return UITraitCollection(traitsFrom: [device, wishes])
  }
}

/// What somebody has asked for.
enum EnvironmentChange {
  case orientation(UIInterfaceOrientation)
  case traits(TraitWishes)
}

/// Traits that are asked for: nil: as before; unspecified: as the device has it.
struct TraitWishes {
  var horizontalSizeClass: UIUserInterfaceSizeClass?
  var verticalSizeClass: UIUserInterfaceSizeClass?
  var userInterfaceStyle: UIUserInterfaceStyle?
  var layoutDirection: UITraitEnvironmentLayoutDirection?

  func applied(to wishes: UITraitCollection) -> UITraitCollection {
    UITraitCollection(
      horizontalSizeClass: horizontalSizeClass ?? wishes.horizontalSizeClass,
      verticalSizeClass: verticalSizeClass ?? wishes.verticalSizeClass,
      userInterfaceStyle: userInterfaceStyle ?? wishes.userInterfaceStyle,
      layoutDirection: layoutDirection ?? wishes.layoutDirection)
  }
}
