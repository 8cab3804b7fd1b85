extension UIView {
  /// How an animation is drawn. The engine draws none: the options are there for code that names them.
  public struct AnimationOptions: OptionSet, Sendable {
    /// The bits, UIKit's own.
    public let rawValue: UInt
    /// Options with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Subviews are laid out with the animation.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Views take touches while they are animated.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// The animation begins where a running one stands.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Slow at both ends.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow at the beginning.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Equally fast all the time.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// The views flip from the left.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// The views flip from the right.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// One view fades into the other.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
  }
}
