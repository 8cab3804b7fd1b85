/// The root of a view hierarchy. Hidden until it is shown, and controllers appear only then (R19.4).
///
/// The application holds the windows that are shown.
@MainActor
open class UIWindow: UIView {
  /// A hidden window with the given frame.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    super.isHidden = true
    windowReference = SceneContext.WeakReference(object: self)
    context.application?.register(self)
  }

  /// The controller whose view fills the window.
  ///
  /// Setting another one swaps the views: the old one's `viewWillDisappear`, the new one's `viewWillAppear`, and the
  /// did-callbacks a turn later (R19.3). Setting the same one again does nothing.
  ///
  /// A callback of that may set yet another one: the last one stays.
  open var rootViewController: UIViewController? {
    get { root }
    set {
      exchange(&root, with: newValue)
      guard !isChangingRoot, root !== shownRoot else { return }
      isChangingRoot = true
      defer { isChangingRoot = false }
      for _ in 0..<SceneContext.roundLimit where root !== shownRoot { showRoot() }
      if root !== shownRoot { context.reportEndless(root, "the root of a window") }
      noteStructure()
    }
  }

  /// Not checked for overlapping accesses: it is only read and replaced.
  @exclusivity(unchecked) private var root: UIViewController?
  /// The root whose view was put into the window last.
  private var shownRoot: UIViewController?
  private var isChangingRoot = false
  private var isChangingVisibility = false
  private var wantsHidden = true

  private func showRoot() {
    let new = root
    let newView = new?.view
    guard new === root else { return }
    newView?.frame = bounds
    let old = exchange(&shownRoot, with: new)
    // The old root is held until its `viewDidDisappear`: the window was its container.
    old?.isHeldByWindow = true
    // The new root, or another window, may have taken the old one's view already, and a callback may do so: there it stays.
    if let oldView = old?.viewIfLoaded, oldView.superview === self { oldView.takeOut(onlyFrom: self) }
    old?.isHeldByWindow = false
    // What these have called may have set another root, or given this one another view.
    if let new, new === root, let view = new.view { insertSubview(view, at: 0) }
  }

  /// Where the window stands. Another size is told to those below a shown window's root, before and after (R18.4, R18.5);
  /// not in profile `ios5`.
  open override var frame: CGRect {
    get { super.frame }
    set {
      guard newValue.size != super.frame.size, let application = context.application else {
        super.frame = newValue
        return
      }
      application.change(sizeOf: self, by: { super.frame = $0 }, to: newValue)
    }
  }

  /// The change of size or traits that is under way.
  var runningTransition: TransitionCoordinator?

  /// The interface has turned: what was the height is the width, and the root's view fills the window.
  func swapSides() {
    frame.size = frame.size.swapped
    guard let view = shownRoot?.viewIfLoaded, view.superview === self else { return }
    view.frame = bounds
  }

  /// Whether the window gets key input.
  public var isKeyWindow: Bool { context.application?.keyWindow === self }

  /// Makes the window the one that gets key input.
  open func makeKey() {
    context.application?.makeKey(self)
  }

  /// Shows the window in front and makes it the one that gets key input.
  open func makeKeyAndVisible() {
    makeKey()
    isHidden = false
  }

  /// Whether the window is not shown. Showing it makes the controllers in it appear, hiding it makes them disappear. A
  /// callback of that may want it otherwise: that is done when all have been told.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      wantsHidden = newValue
      guard !isChangingVisibility else { return }
      isChangingVisibility = true
      defer { isChangingVisibility = false }
      for _ in 0..<SceneContext.roundLimit where super.isHidden != wantsHidden {
        if wantsHidden { hide() } else { show() }
      }
      if super.isHidden != wantsHidden { context.reportEndless(root, "the visibility of a window") }
    }
  }

  private func hide() {
    var change = AppearanceChange(hiding: self)
    change.announce()
    super.isHidden = true
    change.complete()
    context.application?.windowIsHidden(self)
  }

  private func show() {
    var change = AppearanceChange(showing: self)
    change.announce()
    super.isHidden = false
    context.application?.windowIsShown(self)
    change.arrive()
    change.complete()
  }

  /// R14.5: the window's next responder is the application.
  open override var next: UIResponder? { context.application }

  /// A window.
  open override var semanticRole: SemanticRole { .window }
}
