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
    /// A `begin…` by hand is open: the view's coming and going is not followed until its `end…` (R4.6).
    var isManual = false
    /// Counts transitions, so that a late `end` of a reversed one is recognised and dropped.
    var transition = 0
    /// What has caused the present transition, until its did-callback has returned (R6.2).
    var move: Move?
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
    beginManualTransition(isAppearing, animated: animated)
  }

  func beginManualTransition(_ isAppearing: Bool, animated: Bool) {
    appearance.isManual = true
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
    appearance.isManual = false
    guard appearance.own == .appearing || appearance.own == .disappearing else {
      context.report(
        .unbalancedAppearanceCall, self,
        "endAppearanceTransition of \(className) \(id) without a begin (it is \(appearance.state.rawValue)); call "
          + "beginAppearanceTransition first.")
      return
    }
    end()
  }

  /// Ends what `beginManualTransition` has begun, unless something else has done so.
  func endManualTransition() {
    appearance.isManual = false
    guard appearance.own == .appearing || appearance.own == .disappearing else { return }
    end()
  }

  // MARK: By the view's coming and going

  func beginAutomaticTransition(_ isAppearing: Bool) {
    guard !appearance.isManual else { return }
    begin(isAppearing, animated: false)
  }

  /// The transition that a later `endAutomaticTransition` ends; nil when none is open.
  var automaticTransition: Int? {
    guard !appearance.isManual, appearance.own == .appearing || appearance.own == .disappearing else { return nil }
    return appearance.transition
  }

  func endAutomaticTransition(_ transition: Int) {
    guard !appearance.isManual, transition == appearance.transition else { return }
    guard appearance.own == .appearing || appearance.own == .disappearing else { return }
    end()
  }

  /// The view was taken out of a hierarchy that is not shown: nothing to tell, but it will not come with it any more.
  func viewLeftHiddenHierarchy() {
    guard !appearance.isManual else { return }
    appearance.own = .disappeared
    reevaluate(animated: false)
  }

  /// The controller has left its parent: from now on only its view counts (R3.12). What the parent had begun for it is
  /// ended in the next turn.
  func appearanceLeftParent() {
    guard !appearance.isManual, appearance.own != appearance.state else { return }
    appearance.own = appearance.state
    guard appearance.state == .appearing || appearance.state == .disappearing else { return }
    appearance.transition += 1
    let transition = appearance.transition
    context.inNextTurn { self.endAutomaticTransition(transition) }
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
    while let step = Self.step(from: appearance.state, to: allowedState) {
      appearance.animated = animated
      take(step)
    }
  }

  private var allowedState: AppearanceState {
    let own = appearance.own
    // To whom nobody is a container, the window is: it is always there.
    switch (parent?.appearance.state ?? .appeared, own) {
    case (.disappeared, _), (_, .disappeared):
      return .disappeared
    case (.appeared, .disappearing), (.appearing, .disappearing), (.disappearing, _):
      // What never began to appear cannot begin to disappear.
      return appearance.state == .disappeared ? .disappeared : .disappearing
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
    case (.appeared, .disappeared), (.appearing, .disappeared): .disappearing
    default: old == new ? nil : new
    }
  }

  /// One step: the controller's own callback, then its children's (R4.2).
  private func take(_ state: AppearanceState) {
    appearance.state = state
    context.noteChange(of: id)
    let animated = appearance.animated
    switch state {
    case .appearing:
      beginMove(.toParent)
      appearance.owesViewIsAppearing = context.profile.sendsViewIsAppearing
      dispatch(.viewWillAppear, animated: animated) { viewWillAppear(animated) }
    case .appeared:
      // R2.2: it is never skipped, also when the view came into no window.
      sendOwnViewIsAppearing()
      dispatch(.viewDidAppear, animated: animated) { viewDidAppear(animated) }
    case .disappearing:
      beginMove(.fromParent)
      appearance.owesViewIsAppearing = false
      dispatch(.viewWillDisappear, animated: animated) { viewWillDisappear(animated) }
    case .disappeared:
      dispatch(.viewDidDisappear, animated: animated) { viewDidDisappear(animated) }
    }
    guard appearance.state == state else { return }
    if state == .appeared || state == .disappeared { appearance.move = nil }
    forward(animated: animated)
  }

  /// R4.1 to R4.3: children hear of it after their parent, in array order, whatever the parent's overrides do.
  private func forward(animated: Bool) {
    let isComing = appearance.state == .appearing || appearance.state == .appeared
    let isAutomatic = shouldAutomaticallyForwardAppearanceMethods
    var told: Set<NodeID> = []
    // Until there is nobody new: a child may bring siblings in while it is told.
    repeat {
      let version = context.structureVersion
      for child in children where child.parent === self && told.insert(child.id).inserted {
        if isComing, isAutomatic, !child.appearance.isManual, child.appearance.own == .disappeared,
          child.standsInside(self)
        {
          child.appearance.own = .appeared
        }
        child.reevaluate(animated: animated)
      }
      if version == context.structureVersion { return }
    } while true
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
    for child in children where child.parent === self { child.sendViewIsAppearing() }
  }

  private func sendOwnViewIsAppearing() {
    guard appearance.owesViewIsAppearing else { return }
    appearance.owesViewIsAppearing = false
    let animated = appearance.animated
    dispatch(.viewIsAppearing, animated: animated) { viewIsAppearing(animated) }
  }
}
