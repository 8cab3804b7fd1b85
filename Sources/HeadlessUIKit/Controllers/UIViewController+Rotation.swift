extension UIViewController {
  /// How the interface stands.
  public var interfaceOrientation: UIInterfaceOrientation { context.environment.orientation }

  /// Traces a call by container code; what the engine dispatches is in the trace already.
  func traceByHand(_ event: TraceEvent.Kind, _ change: TraceEvent.Change) {
    if let running = context.dispatches.last, running.controller === self, running.event == event { return }
    context.trace.record(event, controller: id, className: className, change: change)
  }

  /// The controllers that hear of a rotation, parents first: this one and the children whose views are inside its own
  /// (R18.2). Cost: the controllers below.
  ///
  /// Collected before the first is told: who comes in a callback has missed the beginning, and a callback that brings in
  /// more of its kind must not go on for ever.
  private var rotationTree: [UIViewController] {
    guard shouldAutomaticallyForwardRotationMethods else { return [self] }
    return [self] + children.filter { $0.standsInside(self) }.flatMap(\.rotationTree)
  }

  /// Tells this controller and those below of a rotation (R18.1, R18.2), less those that a callback has taken out.
  func tellRotation(
    _ event: TraceEvent.Kind, _ orientation: UIInterfaceOrientation, _ call: (UIViewController) -> Void
  ) {
    for controller in rotationTree where controller === self || controller.isStillInside(self) {
      controller.dispatch(event, change: .orientation(orientation)) { call(controller) }
    }
  }

  /// Cost: the depth.
  private func isStillInside(_ ancestor: UIViewController) -> Bool {
    var controller = self
    while controller !== ancestor {
      guard let parent = controller.parent, controller.standsInside(parent) else { return false }
      controller = parent
    }
    return true
  }
}
