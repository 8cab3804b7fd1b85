/// What can receive actions and pass them on (R14.4, R14.5).
///
/// A responder belongs to the scene that runs when it is made.
@MainActor
open class UIResponder: ActionTarget {
  /// The scene's insides. Shared by all objects of the scene; holds none of them.
  nonisolated let context: SceneContext

  /// The name of this object on the wire.
  public nonisolated let id: NodeID

  /// A responder of the scene that runs.
  ///
  /// - Precondition: A scene runs, as for `UIApplication.shared`.
  public init() {
    context = SceneContext.current
    id = context.identifiers.next()
  }

  /// The action methods of the class. Subclasses add theirs to `super.actionMethods`.
  open class var actionMethods: [ActionMethod] { [] }

  /// Who gets what this responder does not handle; nil at the end of the chain.
  open var next: UIResponder? { nil }

  /// Whether this responder accepts to be the first one. False unless overridden.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether this responder gets key input now.
  public var isFirstResponder: Bool { context.firstResponder === self }

  /// Makes this responder the first one, after the present one has resigned.
  ///
  /// - Returns: False when it does not accept.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, isOnScreenForInput else { return false }
    if isFirstResponder { return true }
    if let present = context.firstResponder {
      guard present.resignFirstResponder() else { return false }
      // Who was told of that may have taken its place, or this responder's own chance.
      guard context.firstResponder == nil, canBecomeFirstResponder, isOnScreenForInput else { return false }
    }
    context.firstResponder = self
    noteFocusChange()
    return true
  }

  /// Whether key input can reach this responder: a view, and a controller's view, has to be in a window that is shown.
  var isOnScreenForInput: Bool { true }

  /// Gives up being the first responder.
  ///
  /// - Returns: True, also when it was none.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    stopBeingFirstResponder()
    return true
  }

  /// What no delegate is asked about.
  func stopBeingFirstResponder() {
    guard isFirstResponder else { return }
    context.firstResponder = nil
    noteFocusChange()
  }

  /// Who gets key input is the scene's to say, not the responder's.
  private func noteFocusChange() { context.noteChange(of: context.application?.id ?? id) }

  /// Whether this responder handles the action. By default: whether its class lists the method.
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    responds(to: action)
  }

  /// The first responder of the chain, from this one, that handles the action. Cost: the length of the chain.
  open func target(forAction action: Selector, withSender sender: Any?) -> (any ActionTarget)? {
    var candidate: UIResponder? = self
    while let responder = candidate {
      if responder.canPerformAction(action, withSender: sender) { return responder }
      candidate = responder.next
    }
    return nil
  }
}
