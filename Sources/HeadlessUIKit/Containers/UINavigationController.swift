/// A container that shows the topmost of a stack of controllers, with a bar above and a toolbar below.
///
/// The stack has a root, which is given at the beginning.
@MainActor
open class UINavigationController: UIViewController {
  /// The members, the root first.
  var stack: [UIViewController] = []
  var toolbarIfMade: UIToolbar?
  private var hidesNavigationBar = false
  private var hidesToolbar = true

  /// The bar; exists without the view. Its items are the members' own.
  public let navigationBar: UINavigationBar

  /// A navigation controller with a root, which is told at once: `willMove(toParent:)`, `didMove(toParent:)`. The root's
  /// view is loaded when the navigation controller's own is (R8.1).
  public init(rootViewController: UIViewController) {
    navigationBar = UINavigationBar(frame: .zero)
    super.init(nibName: nil, bundle: nil)
    navigationBar.owner = self
    adopt(rootViewController)
  }

  /// A navigation controller without members.
  public override init(nibName: String?, bundle: Never?) {
    navigationBar = UINavigationBar(frame: .zero)
    super.init(nibName: nibName, bundle: bundle)
    navigationBar.owner = self
  }

  /// A navigation controller of a storyboard, without members.
  public required init?(coder: NSCoder) {
    navigationBar = UINavigationBar(frame: .zero)
    super.init(coder: coder)
    navigationBar.owner = self
  }

  // MARK: Stack

  /// The members, the root first.
  open var viewControllers: [UIViewController] { stack }

  /// The member that is shown; nil without members.
  open var topViewController: UIViewController? { stack.last }

  /// The controller that a person looks at: the top one (R8.13).
  open var visibleViewController: UIViewController? { topViewController }

  /// A misuse: the stack's members are the only children. It is reported and changes nothing (R3.8, S38).
  open override func addChild(_ child: UIViewController) { reportAddChild(child) }

  // MARK: Bars

  /// What the bar shows now, hidden or not (R13.4); nil without members. Constant cost.
  public var barContent: NavigationBarContent? { navigationBar.content }

  /// Whether the bar is hidden; the content then begins at the top.
  open var isNavigationBarHidden: Bool {
    get { hidesNavigationBar }
    set {
      guard hidesNavigationBar != newValue else { return }
      hidesNavigationBar = newValue
      navigationBar.isHidden = newValue
      layOutBars()
    }
  }

  /// Sets `isNavigationBarHidden`; the animation has no length here.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }

  /// The toolbar, which shows the top member's `toolbarItems` (R13.13). Made when it is first read or shown; exists
  /// without the view.
  open var toolbar: UIToolbar { loadedToolbar() }

  /// Whether the toolbar is hidden, as it is at first.
  open var isToolbarHidden: Bool {
    get { hidesToolbar }
    set {
      guard hidesToolbar != newValue else { return }
      hidesToolbar = newValue
      toolbar.isHidden = newValue
      layOutBars()
    }
  }

  /// Sets `isToolbarHidden`; the animation has no length here.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  // MARK: What the controller does itself

  /// Makes the view that holds the bars and, between them, the top member's view.
  open override func loadView() { view = makeContainerView() }

  override func viewWasLoaded() { showTop() }

  override func didLoseChild(_ child: UIViewController) { dropMember(child) }

  override func childDidChangeToolbarItems(_ child: UIViewController) { updateToolbarItems() }

  /// R18.5: the top member gets what the bars leave.
  open override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    guard container === topViewController else {
      return super.size(forChildContentContainer: container, withParentContainerSize: parentSize)
    }
    return contentFrame(in: parentSize).size
  }

  /// Profile `ios5`: what the top member answers. From iOS 6 on nobody asks a member (R18.3).
  open override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool {
    topViewController?.shouldAutorotate(to: interfaceOrientation)
      ?? super.shouldAutorotate(to: interfaceOrientation)
  }

  /// The top member.
  open override var shownController: UIViewController? { topViewController ?? super.shownController }
}
