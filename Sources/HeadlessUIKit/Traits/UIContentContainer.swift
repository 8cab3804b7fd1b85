/// What holds content that wants a size, and tells it of another one (R18.5).
@MainActor
public protocol UIContentContainer: AnyObject {
  /// The size that the content would like to have; nothing: any.
  var preferredContentSize: CGSize { get }

  /// A child would like to have another size.
  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)

  /// The size that a child will have when the container has the given one.
  func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize)
    -> CGSize

  /// The container is about to get another size.
  func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)

  /// The container is about to get other traits.
  func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator)
}
