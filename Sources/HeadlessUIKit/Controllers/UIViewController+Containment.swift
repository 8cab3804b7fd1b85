extension UIViewController {
  struct ContainmentState {
    var children: [UIViewController] = []
    /// The move that container code has begun, until an appearance is caused by it or it has ended (R6.2).
    var move: Move?
  }

  /// The container that this controller is a child of.
  public var parent: UIViewController? { parentReference }

  /// The controllers that this one contains, oldest first.
  public var children: [UIViewController] { containmentState.children }

  func add(_ child: UIViewController) {
    guard !isInside(child) else {
      return reportCircle(child, "nothing was changed. Make a new controller, or take \(className) out first.")
    }
    if child.parent === self {
      // R3.5: nothing to see besides moving last.
      containmentState.children.removeAll { $0 === child }
      containmentState.children.append(child)
      context.noteStructure(of: id)
      return
    }
    // R3.1: the old parent lets it go first.
    child.leaveAnyParent()
    child.dispatch(.willMove, parent: self) { child.willMove(toParent: self) }
    // The callbacks may have added it somewhere, too; also this controller to it.
    if child.parent === self { return }
    child.leaveAnyParent()
    guard child.parent == nil else { return }
    guard !isInside(child) else {
      return reportCircle(child, "a callback has put \(className) into it meanwhile, so it was not added.")
    }
    containmentState.children.append(child)
    child.parentReference = self
    child.containmentState.move = .toParent
    context.structureVersion += 1
    context.noteStructure(of: id)
    noteStructure(around: child)
    child.appearanceJoinedParent()
    child.reportForeignAncestor()
    // R5: a view that is on screen already must not stay ahead of its new parent.
    child.reevaluate(animated: false)
  }

  /// Lets the parent let go of it, also one that a callback of that adds it to.
  private func leaveAnyParent() {
    for _ in 0..<SceneContext.roundLimit {
      guard let old = parent else { return }
      removeFromParent()
      // An override that does not call super.
      if parent === old { leaveParent() }
    }
    context.reportEndless(self, "didMove(toParent:) of \(className) \(id)")
  }

  private func reportCircle(_ child: UIViewController, _ outcome: String) {
    context.report(
      .cyclicContainment, self,
      "addChild would put \(child.className) \(child.id) inside itself; \(outcome)")
  }

  /// Whoever shows a controller lists it as long as no parent does.
  private func noteStructure(around child: UIViewController) {
    context.noteChange(of: child.id)
    if context.changes.isFollowed { child.viewIfLoaded?.superview?.noteStructure() }
  }

  func leaveParent() {
    guard let parent else { return }
    parent.containmentState.children.removeAll { $0 === self }
    // Should it come back, it hears again of what its parent is told.
    parent.appearance.forwarding?.told.remove(id)
    parentReference = nil
    context.structureVersion += 1
    appearanceLeftParent()
    context.noteStructure(of: parent.id)
    noteStructure(around: self)
    parent.didLoseChild(self)
    // Somebody may have taken it in by then, and have told it so.
    guard self.parent == nil else { return }
    dispatch(.didMove, parent: nil) { didMove(toParent: nil) }
    if self.parent == nil { containmentState.move = nil }
    if viewIfLoaded?.superview == nil { leftTree() }
  }

  /// Traces a call by container code (R3.2, R3.3); what the engine dispatches is in the trace already.
  func traceMove(_ event: TraceEvent.Kind, _ newParent: UIViewController?) {
    // What the running callback is about, its super call repeats; of another parent only container code can tell.
    if let running = context.dispatches.last, running.controller === self, running.event == event,
      running.parent == newParent?.id
    {
      return
    }
    context.trace.record(
      event, controller: id, className: className,
      parent: newParent.map { TraceEvent.Parent(id: $0.id, className: $0.className) })
    guard event == .didMove, let newParent, newParent !== parent else { return }
    context.report(
      .notAChild, self,
      "didMove(toParent: \(newParent.className)) of \(className) \(id), which is no child of it; call addChild first.")
  }

  private func isInside(_ other: UIViewController) -> Bool {
    var candidate: UIViewController? = self
    while let current = candidate {
      if current === other { return true }
      candidate = current.parent
    }
    return false
  }

  /// R3.15, the half of `addChild`: the view must not stand under another controller than the parent.
  private func reportForeignAncestor() {
    guard let ancestor = viewIfLoaded?.superview?.nearestController else { return }
    reportInconsistency(ancestor: ancestor)
  }

  func reportInconsistency(ancestor: UIViewController) {
    guard let parent, ancestor !== parent else { return }
    context.report(
      .hierarchyInconsistency, self,
      "the view of \(className) \(id) stands under \(ancestor.className) \(ancestor.id), but its parent is "
        + "\(parent.className) \(parent.id); put the view inside the parent's view, or make "
        + "\(ancestor.className) the parent with addChild.")
  }
}

extension UIView {
  /// R3.15, the half of the view: where it comes to stand, the nearest controller must be the parent. A controller without
  /// a parent is tolerated (seed 000).
  func reportForeignAncestor(above superview: UIView) {
    guard superview.window != nil, let controller = owningController, let ancestor = superview.nearestController
    else { return }
    controller.reportInconsistency(ancestor: ancestor)
  }
}
