/// What the method `displayView` drives: a delegate or a container that shows one of several numbered views.
///
/// An application offers the method when its delegate conforms.
@MainActor
public protocol ViewDisplaying: AnyObject {
  /// The numbers that can be shown, in ascending order.
  var displayableViews: [Int] { get }

  /// The number that is shown; nil before the first one.
  var displayedView: Int? { get }

  /// The controller that is shown.
  var displayedViewController: UIViewController? { get }

  /// Shows a view, in place of the one that is shown.
  ///
  /// - Throws: `ViewNotFound` for an unknown number; nothing has changed then (S45).
  func displayView(_ view: Int) throws(ViewNotFound)
}
