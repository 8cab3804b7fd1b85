extension UIViewController {
  /// The state machine of R5.
  ///
  /// `own` is what was asked of this controller itself, by `begin…` and `end…` or by its view's coming and going. What it
  /// is told is the lower of that and its parent's state: a child is never ahead of its parent.
  struct Appearance {
    var own = AppearanceState.disappeared
    var state = AppearanceState.disappeared
    var animated = false
    /// `viewWillAppear` was sent and `viewIsAppearing` was not (R2.2).
    var owesViewIsAppearing = false
    /// Who has begun the present transition, and has to end it.
    var driver = Driver.view
    /// `own` was asked for by hand, whether the view is anywhere or not.
    var isByHand = false
    /// Counts transitions, so that a late `end` of a reversed one is recognised and dropped.
    var transition = 0
    /// The transition whose end was put into the next turn.
    var endingTransition = 0
    /// What has caused the present transition, until its did-callback has returned (R6.2).
    var move: Move?
    /// Counts steps, so that who has called an author's code sees whether another one was taken inside of it.
    var step = 0
    /// The present step, as long as not all children have heard of it (R4.2).
    var forwarding: Forwarding?

    struct Forwarding {
      let state: AppearanceState
      var told: Set<NodeID> = []
    }

    /// A `begin…` is open: the view's coming and going is not followed until its `end…` (R4.6).
    var isManual: Bool { driver != .view }
    var isUnderWay: Bool { own == .appearing || own == .disappearing }
    var isUp: Bool { own == .appearing || own == .appeared }
    var isComing: Bool { state == .appearing || state == .appeared }

    enum Driver: Equatable {
      /// The view's coming and going: the transition ends a turn later.
      case view
      /// Container code, from `beginAppearanceTransition` to `endAppearanceTransition`.
      case hand
      /// A swap of two children, by its number. Only the same swap ends what it has begun.
      case swap(Int)
    }
  }

  /// How far the controller is on its way on or off the screen.
  public var appearanceState: AppearanceState { appearance.state }

  /// Begins a transition of a child, from container code (R4.4, R5).
  ///
  /// - Parameters:
  ///   - isAppearing: True to come on screen.
  ///   - animated: What the callbacks are told.
  public func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    reportIfNoChild("beginAppearanceTransition")
    beginTransition(isAppearing, animated: animated, by: .hand)
  }

  func beginTransition(_ isAppearing: Bool, animated: Bool, by driver: Appearance.Driver) {
    appearance.driver = driver
    appearance.isByHand = true
    begin(isAppearing, animated: animated)
    // The view may be in its window already: then nothing else will send it.
    if viewIfLoaded?.isInVisibleWindow == true { sendViewIsAppearing() }
  }

  /// S30: the calls work on any controller, but are meant for a container's children.
  private func reportIfNoChild(_ call: String) {
    guard parent == nil else { return }
    context.report(
      .notAChild, self,
      "\(call) of \(className) \(id), which is no child of a container; call addChild first, or let its view's coming "
        + "and going drive it.")
  }

  /// Ends the transition that `beginAppearanceTransition` has begun. Without one it is reported and does nothing (R5).
  public func endAppearanceTransition() {
    appearance.driver = .view
    guard appearance.isUnderWay else { return reportUnbalancedEnd() }
    end()
  }

  private func reportUnbalancedEnd() {
    let (state, own) = (appearance.state, appearance.own)
    let reason =
      state == own
      ? "it is \(state.rawValue), and no transition of it is open; call beginAppearanceTransition first."
      : "its last transition was ended before, and it is \(state.rawValue) only because its parent is "
        + "\(parent?.appearance.state.rawValue ?? "gone"); call endAppearanceTransition once for each begin."
    context.report(
      .unbalancedAppearanceCall, self, "endAppearanceTransition of \(className) \(id) has nothing to end: \(reason)")
  }

  /// Ends what a swap has begun. Somebody else may have begun another transition since: that one is not touched.
  ///
  /// - Returns: Whether the transition was still the swap's.
  @discardableResult
  func endTransition(ofSwap swap: Int) -> Bool {
    guard appearance.driver == .swap(swap) else { return false }
    appearance.driver = .view
    if appearance.isUnderWay { endAsTheViewStands() }
    return true
  }

  // MARK: By the view's coming and going

  /// Begins a transition that ends by itself in the next turn (R2.5).
  func beginAutomaticTransition(_ isAppearing: Bool) {
    // Somebody puts the view on screen that a swap is about to take out: it is the swap's no more.
    if case .swap = appearance.driver, isAppearing, appearance.own == .disappearing { appearance.driver = .view }
    guard !appearance.isManual else { return }
    appearance.isByHand = false
    begin(isAppearing, animated: false)
    endInNextTurn(isHeld: hasContainer)
  }

  /// Every transition that the view drives is ended here: none can be begun without its end.
  ///
  /// A controller without a container is held weakly until then: nobody else holds it in seed 000, and its `deinit`
  /// comes first (S43). One with a container is held, and hears `viewDidDisappear` before it goes (R3.11).
  private func endInNextTurn(isHeld: Bool) {
    guard !appearance.isManual, appearance.isUnderWay, appearance.endingTransition != appearance.transition else {
      return
    }
    let transition = appearance.transition
    appearance.endingTransition = transition
    if isHeld {
      context.inNextTurn { self.endAutomaticTransition(transition) }
    } else {
      context.inNextTurn { [weak self] in self?.endAutomaticTransition(transition) }
    }
  }

  private func endAutomaticTransition(_ transition: Int) {
    guard !appearance.isManual, transition == appearance.transition else { return }
    guard appearance.isUnderWay else { return }
    endAsTheViewStands()
  }

  /// Ends the transition that is open, unless the view has come, or gone, since it was begun: then the other one begins.
  private func endAsTheViewStands() {
    let isAppearing = appearance.own == .appearing
    if followsView, hasPlace != isAppearing { return beginAutomaticTransition(!isAppearing) }
    end()
  }

  /// Whether the view's coming and going counts: not in a container that forwards by hand (R4.4).
  private var followsView: Bool {
    guard let parent, standsInside(parent) else { return true }
    return parent.shouldAutomaticallyForwardAppearanceMethods
  }

  /// Whether the view stands where its controller is to be seen: inside the parent's, or in a window that is shown; and
  /// is not just being taken out of there. Cost: the depth.
  private var hasPlace: Bool {
    guard let view = viewIfLoaded else { return false }
    if let parent, standsInside(parent) { return !view.isLeaving(parent.viewIfLoaded) }
    return view.isInVisibleWindow && !view.isLeaving(nil)
  }

  /// The view was taken out of a hierarchy that is not shown: nothing to tell, but it will not come with it any more.
  func viewLeftHiddenHierarchy() {
    guard !appearance.isManual else { return }
    appearance.own = .disappeared
    reevaluate(animated: false)
  }

  /// The parent has thrown away or replaced the view that this controller's stands in. Unless that is on screen, the
  /// controller goes, and does not come back with the parent (R1.5, R17.4).
  func viewLostPlaceInParent() {
    guard !appearance.isManual, viewIfLoaded?.isInVisibleWindow != true else { return }
    guard parent?.shouldAutomaticallyForwardAppearanceMethods == true else { return }
    if appearance.state == .disappeared { appearance.own = .disappeared } else { beginAutomaticTransition(false) }
  }

  /// The controller has left its parent: from now on only its view counts (R3.12). What the parent had begun for it is
  /// ended in the next turn; what the parent had held back begins, if the view is on screen.
  func appearanceLeftParent() {
    guard !appearance.isManual else { return }
    guard appearance.own != appearance.state else {
      // Its view has gone with the parent's, and the parent had not told it yet.
      if appearance.isUp, !appearance.isByHand, !hasPlace { beginAutomaticTransition(false) }
      return
    }
    let wasHeldBack = appearance.isUp
    appearance.own = appearance.state
    appearance.transition += 1
    endInNextTurn(isHeld: true)
    if wasHeldBack, hasPlace { beginAutomaticTransition(true) }
  }

  /// The controller has another parent: what an earlier container has begun by hand is not that one's to end any more.
  func appearanceJoinedParent() {
    guard appearance.isManual else { return }
    let wasInSwap = appearance.driver != .hand
    appearance.driver = .view
    endInNextTurn(isHeld: true)
    // What a swap takes out at its end goes now.
    if wasInSwap, appearance.own == .disappearing { viewIfLoaded?.removeFromSuperview() }
  }

  // MARK: The machine

  private func begin(_ isAppearing: Bool, animated: Bool) {
    switch (appearance.own, isAppearing) {
    case (.appearing, true), (.appeared, true), (.disappearing, false), (.disappeared, false):
      // R5: the same direction again changes nothing.
      return
    case (_, true):
      appearance.own = .appearing
    case (_, false):
      appearance.own = .disappearing
    }
    appearance.transition += 1
    reevaluate(animated: animated)
  }

  private func end() {
    appearance.own = appearance.own == .appearing ? .appeared : .disappeared
    reevaluate(animated: appearance.animated)
  }

  /// Brings the state to the lower of what was asked and what the parent is, with the callbacks between.
  func reevaluate(animated: Bool) {
    // Anew after each step: a callback may have begun something else, and brought the controller elsewhere already.
    for _ in 0..<SceneContext.roundLimit {
      guard let step = Self.step(from: appearance.state, to: allowedState) else { return }
      if step == .appearing, !isViewLoaded {
        // R2.1: whoever is told that the view comes finds it loaded. `viewDidLoad` may have thrown it away again.
        loadViewIfNeeded()
      } else if finishForwarding(before: step) {
        continue
      } else if step == .appeared, appearance.owesViewIsAppearing {
        // R2.2: it is never skipped, also when the view came into no window.
        sendOwnViewIsAppearing()
      } else {
        appearance.animated = animated
        take(step)
      }
    }
    context.reportEndless(self, "viewWillAppear or viewWillDisappear of \(className) \(id)")
  }

  private var allowedState: AppearanceState {
    // To whom nobody is a container, the window is: it is always there.
    guard let parent else { return neverGone(appearance.own) }
    let lower = lowerState(parent.appearance.state)
    switch (appearance.state, lower) {
    case (_, .disappearing), (_, .disappeared), (.appeared, .appearing):
      // R4.4 comes before R5: a container that forwards by hand can hold a child back, but not take it along.
      if appearance.isUp, !parent.shouldAutomaticallyForwardAppearanceMethods { return appearance.state }
    default: break
    }
    return lower
  }

  /// What never began to appear cannot begin to disappear (R2.7).
  private func neverGone(_ state: AppearanceState) -> AppearanceState {
    state == .disappearing && appearance.state == .disappeared ? .disappeared : state
  }

  /// The lower of what was asked and the parent's state (R5).
  private func lowerState(_ parent: AppearanceState) -> AppearanceState {
    let own = appearance.own
    switch (parent, own) {
    case (.disappeared, .disappearing) where appearance.state == .disappearing && appearance.driver == .view:
      // It has its own end in the next turn, or comes back before that with another parent.
      return .disappearing
    case (.disappeared, _), (_, .disappeared):
      return .disappeared
    case (.appeared, .disappearing), (.appearing, .disappearing), (.disappearing, _):
      return neverGone(.disappearing)
    case (.appeared, _):
      return own
    case (.appearing, _):
      return .appearing
    }
  }

  /// The next state on the way to another one, which has one callback; nil when it is reached.
  private static func step(from old: AppearanceState, to new: AppearanceState) -> AppearanceState? {
    switch (old, new) {
    case (.disappeared, .appeared), (.disappearing, .appeared): .appearing
    // R2.7: who has appeared cannot begin to appear before it has begun to disappear.
    case (.appeared, .disappeared), (.appearing, .disappeared), (.appeared, .appearing): .disappearing
    default: old == new ? nil : new
    }
  }

  /// One step: the controller's own callback, then its children's (R4.2).
  private func take(_ state: AppearanceState) {
    context.callbackDepth += 1
    defer { context.callbackDepth -= 1 }
    appearance.state = state
    appearance.step += 1
    appearance.forwarding = Appearance.Forwarding(state: state)
    let step = appearance.step
    context.noteChange(of: id)
    let animated = appearance.animated
    switch state {
    case .appearing:
      beginMove(.toParent)
      appearance.owesViewIsAppearing = context.profile.sendsViewIsAppearing
      dispatch(.viewWillAppear, animated: animated) { viewWillAppear(animated) }
    case .appeared:
      dispatch(.viewDidAppear, animated: animated) { viewDidAppear(animated) }
    case .disappearing:
      beginMove(.fromParent)
      appearance.owesViewIsAppearing = false
      dispatch(.viewWillDisappear, animated: animated) { viewWillDisappear(animated) }
    case .disappeared:
      dispatch(.viewDidDisappear, animated: animated) { viewDidDisappear(animated) }
    }
    guard appearance.step == step else { return }
    if state == .appeared || state == .disappeared { appearance.move = nil }
    if appearance.forwarding != nil { forward(animated: animated) }
  }

  /// R4.2: a callback of one step may cause the next one. Its children hear of the first before the controller goes on.
  ///
  /// - Returns: Whether somebody was told, so that everything may be different.
  private func finishForwarding(before step: AppearanceState) -> Bool {
    switch (appearance.forwarding?.state, step) {
    case (.appearing, .appeared), (.disappearing, .disappeared):
      forward(animated: appearance.animated)
      return true
    default:
      return false
    }
  }

  /// R4.1 to R4.3: children hear of it after their parent, in array order, whatever the parent's overrides do. Who has
  /// heard of it already, from inside one of the callbacks, hears nothing more.
  private func forward(animated: Bool) {
    let step = appearance.step
    let isComing = appearance.isComing
    let isAutomatic = shouldAutomaticallyForwardAppearanceMethods
    if !isAutomatic, appearance.state == .disappeared { context.noteUnforwardedAppearance(of: self) }
    // Until there is nobody new: a child may bring siblings in while it is told.
    for _ in 0..<SceneContext.roundLimit {
      let version = context.structureVersion
      for child in children where child.parent === self {
        guard appearance.forwarding?.told.insert(child.id).inserted == true else { continue }
        if isComing, isAutomatic, !child.appearance.isManual { child.comeWith(self) }
        child.reevaluate(animated: animated)
        guard appearance.step == step, appearance.forwarding != nil else { return }
      }
      if version == context.structureVersion {
        appearance.forwarding = nil
        return
      }
    }
    appearance.forwarding = nil
    context.reportEndless(self, "the children of \(className) \(id)")
  }

  /// The parent comes on screen: a child comes along whose view stands in the parent's, and no other one.
  private func comeWith(_ container: UIViewController) {
    if standsInside(container), viewIfLoaded?.isLeaving(container.viewIfLoaded) == false {
      guard !appearance.isUp else { return }
      // The end of a disappearance that is still to come is void.
      appearance.transition += 1
      appearance.own = .appeared
      appearance.isByHand = false
    } else if appearance.state == .disappeared || !isViewLoaded, !appearance.isByHand,
      viewIfLoaded?.isInVisibleWindow != true
    {
      appearance.own = .disappeared
    }
  }

  /// A callback has brought the view to where its parent's comes on screen, after the parent has told its children: the
  /// controller hears of it now, before its parent goes on (R3.10).
  func catchUpWithParent() {
    guard !appearance.isUp, !appearance.isManual, let parent, parent.appearance.isComing else { return }
    guard parent.appearance.forwarding == nil, parent.shouldAutomaticallyForwardAppearanceMethods else { return }
    comeWith(parent)
    reevaluate(animated: parent.appearance.animated)
  }

  /// Whether the view is loaded and inside the container's view, not just the same.
  func standsInside(_ container: UIViewController) -> Bool {
    guard let view = viewIfLoaded, let containerView = container.viewIfLoaded else { return false }
    return view !== containerView && view.isDescendant(of: containerView)
  }

  // MARK: viewIsAppearing

  /// Sends `viewIsAppearing` to this controller and to those below that owe it, parent first (R3.10).
  func sendViewIsAppearing() {
    sendOwnViewIsAppearing()
    for child in children where child.parent === self && child.viewIfLoaded?.isInVisibleWindow == true {
      child.sendViewIsAppearing()
    }
  }

  private func sendOwnViewIsAppearing() {
    guard appearance.owesViewIsAppearing else { return }
    // R3.10: from inside its viewWillAppear; its children hear of that first.
    if finishForwarding(before: .appeared), !appearance.owesViewIsAppearing { return }
    appearance.owesViewIsAppearing = false
    let animated = appearance.animated
    dispatch(.viewIsAppearing, animated: animated) { viewIsAppearing(animated) }
  }
}
