extension UIViewController {
  /// Sends one callback: recorded first, so that what it causes comes after it in the trace.
  func dispatch(
    _ event: TraceEvent.Kind, animated: Bool? = nil, parent: UIViewController? = nil, segue: String? = nil,
    change: TraceEvent.Change? = nil, _ call: () -> Void
  ) {
    guard context.mayNest(event.rawValue, of: self) else { return }
    context.trace.record(
      event, controller: id, className: className, animated: animated,
      parent: parent.map { TraceEvent.Parent(id: $0.id, className: $0.className) }, segue: segue, change: change)
    context.dispatches.append(SceneContext.Dispatch(controller: self, event: event, parent: parent?.id))
    context.callbackDepth += 1
    RunningWork.begin(className, id.rawValue, event.rawValue)
    call()
    RunningWork.end()
    context.callbackDepth -= 1
    context.dispatches.removeLast()
  }

  func dispatchLayout(_ event: TraceEvent.Kind) {
    dispatch(event) {
      if event == .viewWillLayoutSubviews { viewWillLayoutSubviews() } else { viewDidLayoutSubviews() }
    }
  }

  /// R4.4: an appearance callback is sent by the engine only.
  func checkDispatch(_ event: TraceEvent.Kind) {
    if let running = context.dispatches.last, running.controller === self, running.event == event { return }
    context.report(
      .directAppearanceCall, self,
      "\(event.rawValue) of \(className) \(id) was called by hand; call beginAppearanceTransition and "
        + "endAppearanceTransition instead, or let the container forward.")
  }

  /// Whether something holds the controller in the hierarchy: a parent, a window, or a superview of its view.
  var isInTree: Bool {
    parent != nil || viewIfLoaded?.superview != nil || isWindowRoot
  }

  var isWindowRoot: Bool {
    context.application?.windows.contains { $0.rootViewController === self } ?? false
  }

  /// Whether a parent or a window holds the controller, so that did-callbacks may hold it too.
  var hasContainer: Bool { parent != nil || isHeldByWindow || isWindowRoot }

  var frontmostController: UIViewController? {
    guard let view = viewIfLoaded else { return nil }
    if let child = children.last(where: { $0.viewIfLoaded?.isDescendant(of: view) == true }) { return child }
    return Self.firstController(in: view)
  }

  private static func firstController(in view: UIView) -> UIViewController? {
    for subview in view.subviews.reversed() {
      if let found = subview.owningController ?? firstController(in: subview) { return found }
    }
    return nil
  }
}
