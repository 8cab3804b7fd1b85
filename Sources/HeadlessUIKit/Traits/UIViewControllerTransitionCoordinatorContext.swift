/// A change of size or traits that is under way.
@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// Whether it would be animated on a device: a rotation is, other traits are not.
  var isAnimated: Bool { get }

  /// Whether a person drives it; never here.
  var isInteractive: Bool { get }

  /// Whether it was called off; never here.
  var isCancelled: Bool { get }

  /// How long it would take on a device, in seconds. Here it takes no time: the change is complete when the call that made
  /// it returns.
  var transitionDuration: TimeInterval { get }

  /// The window that changes.
  var containerView: UIView { get }
}
