/// A button.
@MainActor
open class UIButton: UIControl {
  /// How a button looks.
  public enum ButtonType: String, Sendable {
    /// No look of its own.
    case custom
    /// The look of the system.
    case system
    /// The rounded rectangle of the first systems.
    case roundedRect
  }

  /// How the button looks.
  public let buttonType: ButtonType

  private var titles: [State: String] = [:]

  /// A button of the given look and no size.
  public init(type: ButtonType) {
    buttonType = type
    super.init(frame: .zero)
  }

  /// A button of the given look that runs an action and has its title.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: type)
    guard let primaryAction else { return }
    if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    addAction(primaryAction, for: .primaryActionTriggered)
  }

  /// A button without a look of its own.
  public override init(frame: CGRect) {
    buttonType = .custom
    super.init(frame: frame)
  }

  /// Sets the title for a state; nil: the one of `normal` is used.
  open func setTitle(_ title: String?, for state: State) {
    guard titles[state] != title else { return }
    titles[state] = title
    noteChange()
  }

  /// The title for a state: its own, else the one of `normal`.
  open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

  /// The title that is shown.
  open var currentTitle: String? { title(for: state) }

  /// The title, unless a label was set.
  open override var accessibilityLabel: String? {
    get { super.accessibilityLabel ?? currentTitle }
    set { super.accessibilityLabel = newValue }
  }

  /// A button.
  open override var semanticRole: SemanticRole { .button }

  /// The title that is shown.
  open override var visibleTitle: String? { currentTitle }
}
