/// One change of the view hierarchy, as the controllers see it whose views come on screen or leave it by that.
///
/// The phases are those of R2.1, R2.4 and R3.9: `announce` before the views move (will-callbacks), `arrive` when they are
/// in the window (`viewIsAppearing`, layout), `complete` puts the did-callbacks into the next turn.
@MainActor
struct AppearanceChange {
  private let isAppearing: Bool
  private let isShown: Bool
  private let movedView: UIView
  /// Who is told by this change itself.
  private var controllers: [UIViewController] = []
  /// All controllers whose views move, outermost first.
  private var inside: [UIViewController] = []

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
    collect(in: view, newSuperview: newSuperview)
  }

  /// Finds the controllers that this change itself must tell, outermost first; the others hear of it from their parents.
  ///
  /// A controller hears from its parent when the parent's view holds its own and moves with it. When the parent's view
  /// stays, the change tells it on the parent's behalf, unless the parent forwards by hand (R4.4). A controller without a
  /// parent is told by its view alone (R3.14). Cost: the views that move.
  private mutating func collect(in view: UIView, newSuperview: UIView?) {
    if let controller = view.owningController {
      inside.append(controller)
      if isTold(controller, newSuperview: newSuperview) { controllers.append(controller) }
    }
    for subview in view.subviews { collect(in: subview, newSuperview: newSuperview) }
  }

  private func isTold(_ controller: UIViewController, newSuperview: UIView?) -> Bool {
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

  /// Sends the will-callbacks.
  func announce() {
    for controller in controllers {
      if isShown {
        controller.beginAutomaticTransition(isAppearing)
      } else if !isAppearing {
        controller.viewLeftHiddenHierarchy()
      }
    }
  }

  /// The views are in the window: `viewIsAppearing`, then one layout pass over what came (R3.9, R3.10).
  func arrive() {
    guard isShown, isAppearing else { return }
    for controller in controllers { controller.sendViewIsAppearing() }
    // Those whose containers forward by hand are on nobody's list.
    for controller in inside { controller.sendViewIsAppearing() }
    movedView.layoutIfNeeded()
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
    for controller in controllers {
      guard let transition = controller.automaticTransition else { continue }
      if controller.hasContainer {
        controller.context.turns.append { controller.endAutomaticTransition(transition) }
      } else {
        controller.context.turns.append { [weak controller] in controller?.endAutomaticTransition(transition) }
      }
    }
    if !controllers.isEmpty { controllers[0].context.application?.wantsSettling() }
  }
}
