/// A text to read.
@MainActor
open class UILabel: UIView {
  /// The text.
  open var text: String? {
    didSet { if text != oldValue { noteChange() } }
  }

  /// Whether the text is shown as usable.
  open var isEnabled = true {
    didSet { if isEnabled != oldValue { noteChange() } }
  }

  /// A label takes no touches unless told so.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// The text, unless a label was set.
  open override var accessibilityLabel: String? {
    get { super.accessibilityLabel ?? text }
    set { super.accessibilityLabel = newValue }
  }

  /// A label.
  open override var semanticRole: SemanticRole { .label }

  /// The text.
  open override var visibleTitle: String? { text }
}
