extension UINavigationController {
  /// Takes a controller in as the root: `willMove`, `didMove` (R8.1).
  func adopt(_ root: UIViewController) {
    add(root)
    // A callback of its own may have put it elsewhere.
    guard root.parent === self else { return }
    stack.append(root)
    topChanged()
    root.dispatch(.didMove, parent: self) { root.didMove(toParent: self) }
  }

  /// A member was taken out by `removeFromParent`: its view stays where it is (R3.12), unless another takes its place.
  func dropMember(_ member: UIViewController) {
    guard let index = stack.lastIndex(where: { $0 === member }) else { return }
    let wasTop = index == stack.count - 1
    stack.remove(at: index)
    topChanged()
    guard wasTop, !stack.isEmpty else { return }
    if let view = member.viewIfLoaded, view.superview === container?.contentView { view.removeFromSuperview() }
    showTop()
  }

  private func topChanged() {
    navigationBar.show(stack.map(\.navigationItem))
    updateToolbarItems()
  }

  func reportAddChild(_ child: UIViewController) {
    context.report(
      .misusedContainer, self,
      "addChild of \(child.className) \(child.id) was called on \(className) \(id), whose children are the members of "
        + "its stack; nothing was changed. Give it a root when it is made, or add the child to a member.")
  }

  // MARK: Views

  private var container: NavigationContainerView? { viewIfLoaded as? NavigationContainerView }

  func makeContainerView() -> UIView {
    let view = context.making {
      NavigationContainerView(frame: context.application?.screen.bounds ?? .zero, controller: self)
    }
    view.addSubview(navigationBar)
    if let toolbarIfMade { view.addSubview(toolbarIfMade) }
    return view
  }

  /// Loads the top member's view and puts it between the bars; only the top's is in the hierarchy (R8.12).
  func showTop() {
    guard let container, let top = topViewController, let topView = top.view else { return }
    // What that has called may have changed the stack, or the view.
    guard top === topViewController, container === self.container, !container.isDescendant(of: topView) else { return }
    layOutBars()
    topView.frame = container.contentView.bounds
    container.contentView.addSubview(topView)
  }

  /// Gives bars and content their places; a content of another size is laid out at the end of the turn (R13.10).
  func layOutBars() {
    guard let container else { return }
    let bounds = container.bounds
    let barHeight = navigationBar.wantedHeight
    navigationBar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: barHeight)
    toolbarIfMade?.frame = CGRect(
      x: 0, y: bounds.height - UIToolbar.standardHeight, width: bounds.width, height: UIToolbar.standardHeight)
    let content = contentFrame(in: bounds.size)
    guard container.contentView.frame != content else { return }
    container.contentView.frame = content
    container.setNeedsLayout()
    if let topView = topViewController?.viewIfLoaded, topView.superview === container.contentView {
      topView.frame = container.contentView.bounds
    }
  }

  /// What the bars leave of a size.
  func contentFrame(in size: CGSize) -> CGRect {
    let top = isNavigationBarHidden ? 0 : navigationBar.wantedHeight
    let bottom = isToolbarHidden ? 0 : UIToolbar.standardHeight
    return CGRect(x: 0, y: top, width: size.width, height: max(0, size.height - top - bottom))
  }

  // MARK: Toolbar

  func loadedToolbar() -> UIToolbar {
    if let toolbarIfMade { return toolbarIfMade }
    let toolbar = context.making { UIToolbar(frame: .zero) }
    toolbar.owner = self
    toolbar.isHidden = isToolbarHidden
    toolbarIfMade = toolbar
    container?.addSubview(toolbar)
    updateToolbarItems()
    layOutBars()
    return toolbar
  }

  func updateToolbarItems() { toolbarIfMade?.items = topViewController?.toolbarItems }
}

/// The view of a navigation controller: the content, and above it the bars.
///
/// It holds the content view, so that a view that is unloaded takes it along (R17.4).
@MainActor
final class NavigationContainerView: UIView {
  let contentView: UIView
  private weak var controller: UINavigationController?

  init(frame: CGRect, controller: UINavigationController) {
    contentView = UIView(frame: CGRect(origin: .zero, size: frame.size))
    self.controller = controller
    super.init(frame: frame)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  override var frame: CGRect {
    didSet { if frame.size != oldValue.size { controller?.layOutBars() } }
  }
}
