/// On or off.
@MainActor
open class UISwitch: UIControl {
  /// Whether it is on. Setting it sends nothing.
  open var isOn = false {
    didSet { if isOn != oldValue { noteChange() } }
  }

  /// Sets it; sends nothing. The animation has no length here.
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }

  /// What a person does: moves it to a side. `valueChanged` and `primaryActionTriggered` are sent when it was not there.
  /// Call it inside `UIApplication.perform`.
  ///
  /// - Returns: How many actions were handled.
  /// - Throws: Why it cannot be used; nothing was changed then.
  @discardableResult
  public func userSetOn(_ on: Bool) throws(TapError) -> Int {
    try checkInteraction()
    guard isOn != on else { return 0 }
    isOn = on
    return sendActions(for: [.valueChanged, .primaryActionTriggered])
  }

  /// A finger moves it to the other side.
  override func touchEnded(_ event: UIEvent) -> Int {
    isOn.toggle()
    return send([.valueChanged, .primaryActionTriggered], event: event)
  }

  /// A switch.
  open override var semanticRole: SemanticRole { .switch }

  /// On or off.
  open override var semanticValue: SemanticValue? { .state(isOn) }
}
