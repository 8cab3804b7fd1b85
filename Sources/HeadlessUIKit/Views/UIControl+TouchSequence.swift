/// One step of a finger on a control.
public enum TouchStep: Sendable, Hashable, CaseIterable {
  /// It moves inside.
  case moveInside
  /// It moves outside.
  case moveOutside
  /// It is lifted where it is.
  case lift
  /// The system calls the touch off.
  case cancel
}

extension UIControl {
  /// What a finger does step by step, after it came down inside (R14.1). Call it inside `UIApplication.perform`.
  ///
  /// The events are `touchDown`, then for each move `touchDragInside` or `touchDragOutside`, with `touchDragExit` or
  /// `touchDragEnter` before it where the edge is crossed, and at the end `touchUpInside`, `touchUpOutside` or
  /// `touchCancel`. Steps after the end are ignored; without an end the finger stays down.
  ///
  /// - Returns: How many actions were handled.
  /// - Throws: Why the control gets no touch; nothing was sent then.
  @discardableResult
  public func touch(_ steps: [TouchStep]) throws(TapError) -> Int {
    try checkInteraction()
    let event = UIEvent()
    var isInside = true
    isHighlighted = true
    var sent = send(.touchDown, event: event)
    for step in steps {
      // What an action did may have taken the control away from under the finger.
      guard (try? checkInteraction()) != nil, step != .cancel else {
        isHighlighted = false
        return sent + send(.touchCancel, event: event)
      }
      if step == .lift {
        isHighlighted = false
        return sent + lift(isInside, event)
      }
      let wasInside = isInside
      isInside = step == .moveInside
      isHighlighted = isInside
      sent += move(from: wasInside, to: isInside, event)
    }
    return sent
  }

  private func move(from wasInside: Bool, to isInside: Bool, _ event: UIEvent) -> Int {
    var sent = 0
    if wasInside != isInside { sent += send(isInside ? .touchDragEnter : .touchDragExit, event: event) }
    return sent + send(isInside ? .touchDragInside : .touchDragOutside, event: event)
  }

  private func lift(_ isInside: Bool, _ event: UIEvent) -> Int {
    guard isInside else { return send(.touchUpOutside, event: event) }
    return send(.touchUpInside, event: event) + touchEnded(event)
  }
}
