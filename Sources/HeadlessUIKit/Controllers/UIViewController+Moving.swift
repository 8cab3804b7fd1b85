extension UIViewController {
  /// Into a container, or out of it (R6).
  enum Move {
    case toParent
    case fromParent
  }

  /// Container code begins a move with `addChild` or `willMove(toParent: nil)`, and ends one with `didMove(toParent:)`.
  func noteMove(_ event: TraceEvent.Kind, _ newParent: UIViewController?) {
    switch (event, newParent) {
    case (.willMove, nil):
      containmentState.move = parent == nil ? nil : .fromParent
    case (.didMove, let newParent?) where newParent === parent:
      containmentState.move = nil
    default:
      break
    }
  }

  /// A transition begins; a move in its direction has caused it, and causes no other one.
  func beginMove(_ move: Move) {
    let isCause = containmentState.move == move
    appearance.move = isCause ? move : nil
    if isCause { containmentState.move = nil }
  }

  /// R6.1: outside the appearance callbacks it is never true. Cost: the callbacks that run.
  func isMoving(_ move: Move) -> Bool {
    appearance.move == move && context.dispatches.contains { $0.controller === self && $0.event.isAppearance }
  }
}
