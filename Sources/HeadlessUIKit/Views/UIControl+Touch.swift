/// Why a control, or a bar item, cannot be used by a person now (R14.1).
public struct TapError: Error, Sendable, Hashable {
  /// The reasons.
  public enum Reason: String, Sendable, CaseIterable {
    /// The control is disabled.
    case disabled
    /// The control or a view around it is hidden.
    case hidden
    /// The control or a view around it is transparent (alpha below 0.01).
    case transparent
    /// The control or a view around it does not take touches.
    case interactionDisabled
    /// The control is in no window that is shown.
    case notInVisibleWindow
    /// The delegate does not let editing begin.
    case refusedByDelegate
  }

  /// What stands in the way.
  public let reason: Reason

  /// An error with a reason.
  public init(reason: Reason) { self.reason = reason }
}

extension UIControl {
  /// What a finger does: `touchDown`, then `touchUpInside`. Call it inside `UIApplication.perform`.
  ///
  /// The engine knows no overlapping: a control is found by name, not by place.
  ///
  /// - Returns: How many actions were handled.
  /// - Throws: Why the control gets no touch; nothing was sent then.
  @discardableResult
  public func tap() throws(TapError) -> Int {
    try touch([.lift])
  }

  /// Whether a person can use the control (R14.1). Cost: the depth.
  public func checkInteraction() throws(TapError) {
    if !isEnabled { throw TapError(reason: .disabled) }
    try checkTouchable()
  }
}

extension UIView {
  /// Whether touches reach this view (R14.1). Cost: the depth.
  func checkTouchable() throws(TapError) {
    guard isInVisibleWindow else { throw TapError(reason: .notInVisibleWindow) }
    var candidate: UIView? = self
    while let view = candidate {
      if view.isHidden { throw TapError(reason: .hidden) }
      if view.alpha < 0.01 { throw TapError(reason: .transparent) }
      if !view.isUserInteractionEnabled { throw TapError(reason: .interactionDisabled) }
      candidate = view.superview
    }
  }
}
