/// One change of the view hierarchy, as the controllers see it whose views come on screen or leave it by that.
///
/// The phases are those of R2.1, R2.4 and R3.9: `announce` before the views move (will-callbacks), `arrive` when they are
/// in the window (`viewIsAppearing`, layout), `complete` puts the did-callbacks into the next turn.
@MainActor
struct AppearanceChange {
  private let isAppearing: Bool
  private let isShown: Bool
  private let movedView: UIView
  private let newSuperview: UIView?
  /// Who is told by this change itself.
  private var controllers: [UIViewController] = []
  /// Who was told before a callback took its view away from this change.
  private var toldBefore: [UIViewController] = []
  /// All controllers whose views move, outermost first.
  private var inside: [UIViewController] = []
  /// What `controllers` and `inside` were collected from.
  private var structureVersion: Int

  /// 100 rounds: callbacks that change the hierarchy every time they are told are a loop.
  private static let roundLimit = 100

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
    for controller in controllers { tell(controller) }
    announceNewcomers()
  }

  private mutating func announceNewcomers() {
    for _ in 0..<Self.roundLimit where movedView.context.structureVersion != structureVersion {
      collectAgain()
      for controller in controllers { tell(controller) }
    }
  }

  private func tell(_ controller: UIViewController) {
    if isMoved(controller) {
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
    // Those whose containers forward by hand are on nobody's list, but inside.
    for controller in controllers + toldBefore + inside {
      if controller.viewIfLoaded?.isInVisibleWindow == true {
        controller.sendViewIsAppearing()
      } else {
        controller.beginAutomaticTransition(false)
      }
    }
    if movedView.isInVisibleWindow { movedView.layoutIfNeeded() }
  }

  /// Lets the did-callbacks follow a turn later (R2.5).
  ///
  /// A controller without a container is held weakly until then: nobody else holds it in seed 000, and its `deinit`
  /// comes first (S43). One with a container is held, and hears `viewDidDisappear` before it goes (R3.11).
  func complete() {
    if !isAppearing, movedView.superview == nil, let controller = movedView.owningController {
      controller.leftTree()
    }
    guard isShown else { return }
    // What this change has begun it also ends.
    for controller in controllers + toldBefore {
      guard let transition = controller.automaticTransition else { continue }
      if controller.hasContainer {
        controller.context.inNextTurn { controller.endAutomaticTransition(transition) }
      } else {
        controller.context.inNextTurn { [weak controller] in controller?.endAutomaticTransition(transition) }
      }
    }
  }
}
