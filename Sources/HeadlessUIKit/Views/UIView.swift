/// A rectangle of the screen that nobody draws: geometry, hierarchy, and who gets a touch.
///
/// A view holds its subviews; it does not hold its superview or its controller.
@MainActor
open class UIView: UIResponder {
  /// How a view follows its superview's size.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A mask with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The left margin grows.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width grows.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The right margin grows.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The top margin grows.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height grows.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The bottom margin grows.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  private let life = LifeToken()

  /// The view's class, as it is called on the wire.
  public nonisolated let className: String

  /// The controller whose root view this is.
  public internal(set) weak var owningController: UIViewController?

  /// The view that holds this one.
  public internal(set) weak var superview: UIView?

  /// The views that this one holds, rearmost first.
  public internal(set) var subviews: [UIView] = []

  var windowReference: SceneContext.WeakReference<UIWindow>?
  var needsLayout = true
  private var isQueuedForLayout = false

  /// A view with the given frame, in no hierarchy.
  public init(frame: CGRect) {
    className = SceneContext.current.className(of: Self.self)
    self.frame = frame
    super.init()
    life.begin(context, id, isWindow: self is UIWindow)
    context.register(self)
  }

  /// A view of no size, in no hierarchy.
  public override convenience init() {
    self.init(frame: .zero)
  }

  // MARK: Geometry

  /// Where the view is, in its superview's coordinates, in points.
  open var frame: CGRect {
    didSet {
      guard frame != oldValue else { return }
      context.animations.noteChange()
      if frame.size != oldValue.size {
        resizeSubviews(from: oldValue.size)
        setNeedsLayout()
      }
      noteChange()
    }
  }

  /// The view's own coordinates; the origin is what a scrolled view shows at its top left.
  open var bounds: CGRect {
    get { CGRect(origin: boundsOrigin, size: frame.size) }
    set {
      if boundsOrigin != newValue.origin {
        boundsOrigin = newValue.origin
        context.animations.noteChange()
        noteChange()
      }
      if frame.size != newValue.size {
        let center = center
        frame = CGRect(
          x: center.x - newValue.size.width / 2, y: center.y - newValue.size.height / 2,
          width: newValue.size.width, height: newValue.size.height)
      }
    }
  }

  /// The middle of the frame, in the superview's coordinates.
  open var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      frame.origin = CGPoint(x: newValue.x - frame.size.width / 2, y: newValue.y - frame.size.height / 2)
    }
  }

  var boundsOrigin = CGPoint.zero

  /// How the view follows its superview's size. Nothing by default.
  open var autoresizingMask: AutoresizingMask = []

  /// Whether subviews follow this view's size by their masks.
  open var autoresizesSubviews = true

  // MARK: What a front end shows

  /// Whether the view and everything in it is not shown. Has no influence on appearance callbacks (S15).
  open var isHidden = false {
    didSet { if isHidden != oldValue { noteChange() } }
  }

  /// How opaque the view is, 0 to 1; below 0.01 it gets no touches (R14.1).
  open var alpha: CGFloat = 1 {
    didSet {
      guard alpha != oldValue else { return }
      context.animations.noteChange()
      noteChange()
    }
  }

  /// Whether touches reach the view and what is in it.
  open var isUserInteractionEnabled = true {
    didSet { if isUserInteractionEnabled != oldValue { noteChange() } }
  }

  /// A number for the author's use.
  open var tag = 0 {
    didSet { if tag != oldValue { noteChange() } }
  }

  /// The name that tests and front ends find the view by.
  open var accessibilityIdentifier: String? {
    get { life.identifier }
    set {
      guard life.identifier != newValue else { return }
      context.index(id, under: newValue, before: life.identifier)
      life.identifier = newValue
      noteChange()
    }
  }

  /// What is read out for the view; subclasses with a text answer it unless it was set.
  open var accessibilityLabel: String? {
    get { labelOverride }
    set {
      guard labelOverride != newValue else { return }
      labelOverride = newValue
      noteChange()
    }
  }

  private(set) var labelOverride: String?

  /// What kind of thing the view is, in AccessKit's words.
  open var semanticRole: SemanticRole { .genericContainer }

  /// The visible text that a person would call the view by, if it has one.
  open var visibleTitle: String? { nil }

  /// What the view holds, for front ends.
  open var semanticValue: SemanticValue? { nil }

  /// The view has another look: front ends that follow the scene are told with the next settled revision.
  ///
  /// What the engine knows tells so itself. Call it for what a subclass makes of other values, as an override of
  /// `accessibilityLabel` may do.
  open func setNeedsDisplay() { noteChange() }

  // MARK: Hierarchy callbacks

  /// The view is about to get another superview; nil: none.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// The view has another superview.
  open func didMoveToSuperview() {}
  /// The view is about to come into another window; nil: none.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// The view is in another window.
  open func didMoveToWindow() {}
  /// A subview was added.
  open func didAddSubview(_ subview: UIView) {}
  /// A subview is about to be removed.
  open func willRemoveSubview(_ subview: UIView) {}

  // MARK: Layout

  /// Places the subviews. Does nothing unless overridden.
  open func layoutSubviews() {}

  /// Asks for layout at the end of the turn.
  open func setNeedsLayout() {
    needsLayout = true
    queueLayout()
  }

  func queueLayout() {
    guard !isQueuedForLayout, isInVisibleWindow else { return }
    isQueuedForLayout = true
    context.layout.append(self)
    context.application?.wantsSettling()
  }

  /// Lays out this view and what is in it, where layout was asked for, at once. Cost: the views inside.
  open func layoutIfNeeded() {
    isQueuedForLayout = false
    if needsLayout, context.mayNest("layoutSubviews", of: owningController) {
      needsLayout = false
      context.callbackDepth += 1
      owningController?.dispatchLayout(.viewWillLayoutSubviews)
      layoutSubviews()
      owningController?.dispatchLayout(.viewDidLayoutSubviews)
      context.callbackDepth -= 1
    }
    for subview in subviews where subview.superview === self { subview.layoutIfNeeded() }
  }

  // MARK: Traits

  /// The present traits: those of the scene.
  open var traitCollection: UITraitCollection { context.environment.traits }

  /// The traits were changed, and so was the layout; sent to the views of shown windows, outermost first, and not in
  /// profile `ios5` (R18.4).
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Touches

  /// The frontmost view at a point that takes touches: this one or one inside; nil when the point is outside, or the view
  /// is hidden, transparent or not interactive.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, alpha >= 0.01, isUserInteractionEnabled, self.point(inside: point, with: event) else { return nil }
    for subview in subviews.reversed() {
      if let hit = subview.hitTest(convert(point, to: subview), with: event) { return hit }
    }
    return self
  }

  /// Whether the point, in this view's coordinates, lies inside.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.contains(point)
  }

  // MARK: Responder chain

  override var isOnScreenForInput: Bool { isInVisibleWindow }

  /// R14.5: a root view's controller, else the superview.
  open override var next: UIResponder? { owningController ?? superview }
}
