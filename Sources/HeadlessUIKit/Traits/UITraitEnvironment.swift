/// What has traits.
@MainActor
public protocol UITraitEnvironment: AnyObject {
  /// The present traits.
  var traitCollection: UITraitCollection { get }

  /// The traits were changed, and so was the layout; not in profile `ios5` (R18.4).
  ///
  /// - Parameter previousTraitCollection: What they were before.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
