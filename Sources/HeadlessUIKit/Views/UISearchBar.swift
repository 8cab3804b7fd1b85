/// A line of text to search for, with a search key and, where wanted, a cancel button.
@MainActor
open class UISearchBar: UIView {
  private var storedText = ""
  private var cancelButton: UIButton?
  private var isAsking = false

  /// Who is asked and told; not retained.
  open weak var delegate: (any UISearchBarDelegate)?

  /// The text; never nil when read, as in UIKit. Setting it tells nobody.
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

  /// A line above.
  open var prompt: String? {
    didSet { if prompt != oldValue { noteChange() } }
  }

  /// Whether there is a cancel button: a button in the bar, titled "Cancel". Pressing it only tells the delegate.
  open var showsCancelButton = false {
    didSet { if showsCancelButton != oldValue { updateCancelButton() } }
  }

  /// Sets `showsCancelButton`; the animation has no length here.
  open func setShowsCancelButton(_ shows: Bool, animated: Bool) { showsCancelButton = shows }

  private func updateCancelButton() {
    cancelButton?.removeFromSuperview()
    cancelButton = nil
    guard showsCancelButton else { return }
    let button = context.making { UIButton(type: .system) }
    button.setTitle("Cancel", for: .normal)
    let action = UIAction(title: "Cancel") { [weak self] _ in
      guard let self else { return }
      delegate?.searchBarCancelButtonClicked(self)
    }
    button.addAction(action, for: .touchUpInside)
    cancelButton = button
    addSubview(button)
  }

  /// 70 points: the width of the cancel button.
  private static let cancelButtonWidth: CGFloat = 70

  /// Places the cancel button on the right.
  open override func layoutSubviews() {
    cancelButton?.frame = CGRect(
      x: bounds.width - Self.cancelButtonWidth, y: 0, width: Self.cancelButtonWidth, height: bounds.height)
  }

  // MARK: Editing

  /// A search bar on screen accepts key input.
  open override var canBecomeFirstResponder: Bool { isInVisibleWindow }

  /// Begins editing, if the delegate lets it.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder, ask({ $0.searchBarShouldBeginEditing(self) }) else { return false }
    // The delegate may have begun it already.
    if isFirstResponder { return true }
    guard super.becomeFirstResponder() else { return false }
    delegate?.searchBarTextDidBeginEditing(self)
    return true
  }

  /// Ends editing, if the delegate lets it.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard ask({ $0.searchBarShouldEndEditing(self) }) else { return false }
    guard isFirstResponder else { return true }
    stopBeingFirstResponder()
    return true
  }

  /// Asks the delegate. One that begins or ends editing itself, in place of an answer, is not asked again.
  private func ask(_ question: (any UISearchBarDelegate) -> Bool) -> Bool {
    guard let delegate else { return true }
    guard !isAsking else { return false }
    isAsking = true
    defer { isAsking = false }
    return question(delegate)
  }

  override func stopBeingFirstResponder() {
    guard isFirstResponder else { return }
    super.stopBeingFirstResponder()
    delegate?.searchBarTextDidEndEditing(self)
  }

  /// What a person does with the keyboard: begins editing, replaces the text; the delegate is told. Call it inside
  /// `UIApplication.perform`.
  ///
  /// - Throws: Why the bar cannot be edited; its text was not changed then.
  public func enterText(_ text: String) throws(TapError) {
    try tap()
    // One line: line breaks become blanks, as when a text is pasted.
    let line = String(text.map { $0.isNewline ? " " : $0 })
    self.text = line
    delegate?.searchBar(self, textDidChange: line)
  }

  /// What a person does with the search key: the delegate is told; whether editing ends is the delegate's to say. Call it
  /// inside `UIApplication.perform`.
  ///
  /// - Throws: Why the bar cannot be edited; nothing was sent then.
  public func pressSearch() throws(TapError) {
    try tap()
    delegate?.searchBarSearchButtonClicked(self)
  }

  /// What a finger does: begins editing. Call it inside `UIApplication.perform`.
  ///
  /// - Throws: Why the bar cannot be edited.
  public func tap() throws(TapError) {
    try checkTouchable()
    guard !isFirstResponder else { return }
    // Who was told of it may have ended it again, or taken the bar away.
    guard becomeFirstResponder(), isFirstResponder else { throw TapError(reason: .refusedByDelegate) }
    try checkTouchable()
  }

  // MARK: What a front end shows

  /// The placeholder, unless a label was set.
  open override var accessibilityLabel: String? {
    get { super.accessibilityLabel ?? placeholder }
    set { super.accessibilityLabel = newValue }
  }

  /// A line of text to search for.
  open override var semanticRole: SemanticRole { .searchInput }

  /// The placeholder.
  open override var visibleTitle: String? { placeholder }

  /// The text.
  open override var semanticValue: SemanticValue? { .text(storedText) }
}
