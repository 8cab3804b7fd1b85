/// A button in a bar.
@MainActor
open class UIBarButtonItem: ActionTarget {
  /// How the button looks.
  public enum Style: String, Sendable {
    /// The usual look.
    case plain
    /// The look of what finishes a task.
    case done
  }

  /// The buttons that the system draws.
  public enum SystemItem: String, Sendable, CaseIterable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
    case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, close
  }

  nonisolated let context: SceneContext

  /// The name of this item on the wire.
  public nonisolated let id: NodeID

  /// Which system button this is, if it is one.
  public let systemItem: SystemItem?

  /// The text on the button.
  open var title: String? {
    didSet { if title != oldValue { noteChange() } }
  }

  /// How the button looks.
  open var style: Style {
    didSet { if style != oldValue { noteChange() } }
  }

  /// Whether the button can be pressed.
  open var isEnabled = true {
    didSet { if isEnabled != oldValue { noteChange() } }
  }

  /// A number for the author's use.
  open var tag = 0 {
    didSet { if tag != oldValue { noteChange() } }
  }

  /// The name that tests and front ends find the button by.
  open var accessibilityIdentifier: String? {
    didSet { if accessibilityIdentifier != oldValue { noteChange() } }
  }

  /// Who gets the action; not retained (R14.6). Nil: the first responder of the chain that handles it.
  open weak var target: (any ActionTarget)? {
    didSet { hasTarget = target != nil }
  }

  /// A target was given, though it may have gone since.
  private(set) var hasTarget = false

  /// What is sent when the button is pressed.
  open var action: Selector?

  /// What runs when the button is pressed, in place of target and action.
  open var primaryAction: UIAction?

  /// A button with a text.
  public init(title: String?, style: Style = .plain, target: (any ActionTarget)?, action: Selector?) {
    context = .current
    id = context.identifiers.next()
    systemItem = nil
    self.title = title
    self.style = style
    self.target = target
    hasTarget = target != nil
    self.action = action
  }

  /// A button that the system draws.
  public init(barButtonSystemItem systemItem: SystemItem, target: (any ActionTarget)?, action: Selector?) {
    context = .current
    id = context.identifiers.next()
    self.systemItem = systemItem
    style = systemItem == .done ? .done : .plain
    self.target = target
    hasTarget = target != nil
    self.action = action
  }

  /// A button that runs an action, with the given title or the action's.
  public init(title: String? = nil, primaryAction: UIAction?) {
    context = .current
    id = context.identifiers.next()
    systemItem = nil
    self.title = title ?? primaryAction?.title
    style = .plain
    self.primaryAction = primaryAction
  }

  /// The action methods of the class: none.
  open class var actionMethods: [ActionMethod] { [] }

  /// A back button has its text from an item (R13.5), so the bars that show one may say something else, too. Cost: the
  /// scene's bars, while it is followed.
  private func noteChange() {
    context.noteChange(of: id)
    guard context.changes.isFollowed else { return }
    for case let bar as UINavigationBar in context.bars.views where bar.backItem?.backBarButtonItem === self {
      bar.noteChange()
    }
  }
}
