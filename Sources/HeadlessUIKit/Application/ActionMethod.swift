/// One action method of a class: its selector, and how to call it.
///
///     override class var actionMethods: [ActionMethod] {
///       super.actionMethods + [ActionMethod("goToTwo", View01.goToTwo)]
///     }
///
/// A method takes nothing, the sender, or the sender and the event (R14.3).
@MainActor
public struct ActionMethod {
  /// The name that controls use.
  public let selector: Selector

  let invoke: @MainActor (AnyObject, Any?, UIEvent?) -> Void

  /// A method without arguments.
  public init<Target: AnyObject>(
    _ selector: Selector, _ method: @escaping @MainActor (Target) -> @MainActor () -> Void
  ) {
    self.selector = selector
    invoke = { target, _, _ in
      guard let target = target as? Target else { return }
      method(target)()
    }
  }

  /// A method that takes the sender.
  public init<Target: AnyObject>(
    _ selector: Selector, _ method: @escaping @MainActor (Target) -> @MainActor (Any?) -> Void
  ) {
    self.selector = selector
    invoke = { target, sender, _ in
      guard let target = target as? Target else { return }
      method(target)(sender)
    }
  }

  /// A method that takes the sender and the event.
  public init<Target: AnyObject>(
    _ selector: Selector, _ method: @escaping @MainActor (Target) -> @MainActor (Any?, UIEvent?) -> Void
  ) {
    self.selector = selector
    invoke = { target, sender, event in
      guard let target = target as? Target else { return }
      method(target)(sender, event)
    }
  }
}
