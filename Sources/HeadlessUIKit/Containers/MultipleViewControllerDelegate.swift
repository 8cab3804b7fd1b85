/// Who is told what a person has selected in a `MultipleViewController`. Every method has a default that does nothing.
@MainActor
public protocol MultipleViewControllerDelegate: AnyObject {
  /// Another child is selected; by a person or by code.
  func multipleViewController(_ container: MultipleViewController, didSelect child: UIViewController)

  /// The selected child was selected once more; by code, since a control does not send that. Not in mode `faithful`.
  func multipleViewController(_ container: MultipleViewController, didReselect child: UIViewController)
}

extension MultipleViewControllerDelegate {
  /// Does nothing.
  public func multipleViewController(_ container: MultipleViewController, didSelect child: UIViewController) {}

  /// Does nothing.
  public func multipleViewController(_ container: MultipleViewController, didReselect child: UIViewController) {}
}
