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
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      let newView = rootViewController?.view
      newView?.frame = bounds
      // The old root is held until its `viewDidDisappear`: the window was its container.
      oldValue?.isHeldByWindow = true
      oldValue?.viewIfLoaded?.removeFromSuperview()
      oldValue?.isHeldByWindow = false
      if let newView { insertSubview(newView, at: 0) }
      context.noteChange()
    }
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

  /// Whether the window is not shown. Showing it makes the controllers in it appear, hiding it makes them disappear.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      guard super.isHidden != newValue else { return }
      if newValue {
        let change = AppearanceChange(hiding: self)
        change.announce()
        super.isHidden = true
        change.complete()
        context.application?.windowIsHidden(self)
      } else {
        let change = AppearanceChange(showing: self)
        change.announce()
        super.isHidden = false
        context.application?.windowIsShown(self)
        change.arrive()
        change.complete()
      }
    }
  }

  /// R14.5: the window's next responder is the application.
  open override var next: UIResponder? { context.application }

  /// A window.
  open override var semanticRole: SemanticRole { .window }
}
