/// One change of the view hierarchy, as the controllers see it whose views come on screen or leave it by that.
///
/// The phases are those of R2.1, R2.4 and R3.9: `announce` before the views move (will-callbacks), `arrive` when they are
/// in the window (`viewIsAppearing`, layout), `complete` when all is done.
@MainActor
struct AppearanceChange {
  private let isAppearing: Bool
  private let isShown: Bool
  private let movedView: UIView
  private let newSuperview: UIView?
  private let oldSuperview: UIView?
  /// Who is told by this change itself.
  private var controllers: [UIViewController] = []
  /// Who was told before a callback took its view away from this change.
  private var toldBefore: [UIViewController] = []
  /// All controllers whose views move, outermost first.
  private var inside: [UIViewController] = []
  /// What `controllers` and `inside` were collected from.
  private var structureVersion: Int

  /// A view is about to be put under a superview.
  init(entering view: UIView, under superview: UIView) {
    self.init(view, isAppearing: true, isShown: superview.isInVisibleWindow, newSuperview: superview)
  }

  /// A view is about to be taken out of its superview.
  init(leaving view: UIView) {
    self.init(view, isAppearing: false, isShown: view.isInVisibleWindow, newSuperview: nil)
  }

  /// A window is about to be shown.
  init(showing window: UIWindow) {
    self.init(window, isAppearing: true, isShown: true, newSuperview: nil)
  }

  /// A window is about to be hidden.
  init(hiding window: UIWindow) {
    self.init(window, isAppearing: false, isShown: true, newSuperview: nil)
  }

  private init(_ view: UIView, isAppearing: Bool, isShown: Bool, newSuperview: UIView?) {
    self.isAppearing = isAppearing
    self.isShown = isShown
    movedView = view
    self.newSuperview = newSuperview
    oldSuperview = view.superview
    structureVersion = view.context.structureVersion
    collect(in: view)
  }

  /// Finds the controllers that this change itself must tell, outermost first; the others hear of it from their parents.
  ///
  /// A controller hears from its parent when the parent's view holds its own and moves with it. When the parent's view
  /// stays, the change tells it on the parent's behalf, unless the parent forwards by hand (R4.4). A controller without a
  /// parent is told by its view alone (R3.14). Cost: the views that move.
  private mutating func collect(in view: UIView) {
    if let controller = view.owningController {
      inside.append(controller)
      if isTold(controller) { controllers.append(controller) }
    }
    for subview in view.subviews { collect(in: subview) }
  }

  /// Collects again after callbacks have changed the hierarchy.
  private mutating func collectAgain() {
    structureVersion = movedView.context.structureVersion
    let told = controllers + toldBefore
    controllers = []
    inside = []
    collect(in: movedView)
    let known = Set(controllers.map(\.id))
    toldBefore = told.filter { !known.contains($0.id) }
  }

  private func isTold(_ controller: UIViewController) -> Bool {
    guard let parent = controller.parent, let parentView = parent.viewIfLoaded else { return true }
    if let view = controller.viewIfLoaded, parentView !== view, view.isDescendant(of: parentView),
      parentView.isDescendant(of: movedView)
    {
      return false
    }
    // While a view comes in, the parent's view is above the place it is going to; while it leaves, above the view.
    guard (newSuperview ?? movedView).isDescendant(of: parentView) else { return true }
    return parent.shouldAutomaticallyForwardAppearanceMethods
  }

  /// Sends the will-callbacks. A callback may put other views among those that move, or take some away.
  mutating func announce() {
    if !isAppearing {
      movedView.context.leavingViews.append(SceneContext.LeavingView(view: movedView, superview: oldSuperview))
    }
    tellAll()
    announceNewcomers()
  }

  private mutating func announceNewcomers() {
    for _ in 0..<SceneContext.roundLimit {
      guard movedView.context.structureVersion != structureVersion, !isRescued else { return }
      collectAgain()
      tellAll()
    }
    movedView.context.reportEndless(movedView.owningController, "the controllers in a view that comes or goes")
  }

  /// Tells those whom nobody else tells. The others have heard of it from their parents by then, but those that have come
  /// since their parents have.
  private func tellAll() {
    for controller in controllers { tell(controller) }
    guard isAppearing, isShown, inside.count > controllers.count else { return }
    for controller in inside where isMoved(controller) { controller.catchUpWithParent() }
  }

  /// Whether a callback has put the view that was to be taken out somewhere else. There its controllers have been told.
  private var isRescued: Bool { !isAppearing && movedView.superview !== oldSuperview }

  private func tell(_ controller: UIViewController) {
    if isMoved(controller), !isRescued {
      if isShown {
        controller.beginAutomaticTransition(isAppearing)
      } else if !isAppearing {
        controller.viewLeftHiddenHierarchy()
      }
    }
  }

  /// Whether the controller's view moves. It does when it was collected, unless a callback has changed the hierarchy.
  private func isMoved(_ controller: UIViewController) -> Bool {
    movedView.context.structureVersion == structureVersion
      || controller.viewIfLoaded?.isDescendant(of: movedView) == true
  }

  /// The views are in the window: `viewIsAppearing`, then one layout pass over what came (R3.9, R3.10).
  ///
  /// A callback may have taken a view out again, or the whole window off the screen: that appearance is reversed.
  mutating func arrive() {
    guard isShown, isAppearing else { return }
    announceNewcomers()
    for controller in controllers + toldBefore {
      if controller.viewIfLoaded?.isInVisibleWindow == true {
        controller.sendViewIsAppearing()
      } else {
        controller.beginAutomaticTransition(false)
      }
    }
    // Whoever hears from a parent, or from a container by hand, is on nobody's list, but inside. What becomes of its
    // appearance is that one's to say.
    for controller in inside where controller.viewIfLoaded?.isInVisibleWindow == true {
      controller.sendViewIsAppearing()
    }
    if movedView.isInVisibleWindow { movedView.layoutIfNeeded() }
  }

  /// The views are where they belong. The did-callbacks follow a turn later (R2.5): each transition has its end already.
  func complete() {
    guard !isAppearing else { return }
    let context = movedView.context
    if let last = context.leavingViews.lastIndex(where: { $0.view === movedView }) {
      context.leavingViews.remove(at: last)
    }
    if movedView.superview == nil, let controller = movedView.owningController { controller.leftTree() }
  }
}
