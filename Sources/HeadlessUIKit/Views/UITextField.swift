/// One line of text that a person can edit.
@MainActor
open class UITextField: UIControl {
  private var storedText = ""

  /// The text; never nil when read, as in UIKit. Setting it sends nothing.
  open var text: String? {
    get { storedText }
    set {
      guard storedText != newValue ?? "" else { return }
      storedText = newValue ?? ""
      noteChange()
    }
  }

  /// What is shown while there is no text.
  open var placeholder: String? {
    didSet { if placeholder != oldValue { noteChange() } }
  }

  /// Whether the text is hidden.
  open var isSecureTextEntry = false {
    didSet { if isSecureTextEntry != oldValue { noteChange() } }
  }

  /// Whether a person is editing.
  open var isEditing: Bool { isFirstResponder }

  /// A usable text field accepts key input.
  open override var canBecomeFirstResponder: Bool { isEnabled && isInVisibleWindow }

  /// Begins editing: `editingDidBegin` is sent.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    let wasEditing = isEditing
    guard super.becomeFirstResponder() else { return false }
    if !wasEditing { sendActions(for: .editingDidBegin) }
    return true
  }

  /// Ends editing: `editingDidEnd` is sent.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    let wasEditing = isEditing
    guard super.resignFirstResponder() else { return false }
    if wasEditing { sendActions(for: .editingDidEnd) }
    return true
  }

  /// What a person does with the keyboard: begins editing, replaces the text; `editingChanged` is sent. Call it inside
  /// `UIApplication.perform`.
  ///
  /// - Throws: Why the field cannot be edited; nothing was changed then.
  public func enterText(_ text: String) throws(TapError) {
    try checkInteraction()
    becomeFirstResponder()
    // One line: line breaks become blanks, as when a text is pasted.
    self.text = String(text.map { $0.isNewline ? " " : $0 })
    sendActions(for: .editingChanged)
  }

  /// What a person does with the return key: `editingDidEndOnExit` and `primaryActionTriggered` are sent, and if anybody wants
  /// the first, editing ends. Call it inside `UIApplication.perform`.
  ///
  /// - Returns: How many actions were handled.
  /// - Throws: Why the field cannot be edited; nothing was sent then.
  @discardableResult
  public func pressReturn() throws(TapError) -> Int {
    try checkInteraction()
    becomeFirstResponder()
    let endsEditing = allControlEvents.contains(.editingDidEndOnExit)
    let sent = sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    if endsEditing { resignFirstResponder() }
    return sent
  }

  /// A finger begins editing.
  override func touchEnded(_ event: UIEvent) -> Int {
    becomeFirstResponder()
    return 0
  }

  /// The placeholder, unless a label was set.
  open override var accessibilityLabel: String? {
    get { super.accessibilityLabel ?? placeholder }
    set { super.accessibilityLabel = newValue }
  }

  /// A text field, or one for a password.
  open override var semanticRole: SemanticRole { isSecureTextEntry ? .passwordInput : .textInput }

  /// The placeholder.
  open override var visibleTitle: String? { placeholder }

  /// The text; one bullet a character when it is hidden.
  open override var semanticValue: SemanticValue? {
    .text(isSecureTextEntry ? String(repeating: "•", count: storedText.count) : storedText)
  }
}
