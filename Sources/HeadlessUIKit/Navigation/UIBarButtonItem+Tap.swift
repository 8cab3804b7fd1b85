extension UIBarButtonItem {
  /// A button; a space is a part without a meaning of its own.
  public var semanticRole: SemanticRole {
    systemItem == .flexibleSpace || systemItem == .fixedSpace ? .genericContainer : .button
  }

  /// What a finger does: runs the primary action, or sends the action with this item as the sender (R14.6). Call it inside
  /// `UIApplication.perform`.
  ///
  /// - Returns: How many actions were handled: 0 or 1.
  /// - Throws: `disabled`; nothing was sent then.
  @discardableResult
  public func tap() throws(TapError) -> Int {
    guard isEnabled else { throw TapError(reason: .disabled) }
    if let primaryAction {
      primaryAction.run(from: self)
      return 1
    }
    guard let action, let application = context.application else { return 0 }
    // A target that has gone is no target, but not the chain either (R14.2).
    guard target != nil || !hasTarget else { return 0 }
    return application.sendAction(action, to: target, from: self, for: UIEvent()) ? 1 : 0
  }
}
