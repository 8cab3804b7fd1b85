public import HeadlessUIKit

/// How a scene is opened.
public struct SceneOptions: Sendable, Hashable {
  /// The era of UIKit; nil: the daemon's default.
  public var profile: UIApplication.Profile?
  /// Who moves the scene's clock.
  public var clock = SceneClock.Kind.real
  /// Whether faults of the original application are kept.
  public var isFaithful = false

  /// The defaults.
  public init() {}
}
