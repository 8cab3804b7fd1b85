/// An object that can be the target of an action, and says which action methods it has.
@MainActor
public protocol ActionTarget: AnyObject {
  /// The action methods of the class, its superclass's included. Read once a class.
  static var actionMethods: [ActionMethod] { get }
}

extension ActionTarget {
  /// Whether the object's class lists a method for the selector. Cost: two dictionary look-ups.
  public func responds(to selector: Selector) -> Bool {
    ActionMethodTable.method(for: selector, of: type(of: self)) != nil
  }

  /// Sends the action to the object, which is retained until the method returns.
  ///
  /// - Returns: False when the object's class lists no such method.
  @discardableResult
  func perform(_ selector: Selector, sender: Any?, event: UIEvent?) -> Bool {
    guard let method = ActionMethodTable.method(for: selector, of: type(of: self)) else { return false }
    RunningWork.begin(of: self, selector.description)
    method.invoke(self, sender, event)
    RunningWork.end()
    return true
  }
}

extension SceneContext {
  /// Sends an action to a target that somebody has named. One that has no such method is reported, with the nearest name:
  /// UIKit raises an exception.
  ///
  /// - Returns: Whether the target has the method.
  @discardableResult
  func perform(_ action: Selector, on target: any ActionTarget, sender: Any?, event: UIEvent?) -> Bool {
    if target.perform(action, sender: sender, event: event) { return true }
    let names = type(of: target).actionMethods.map(\.selector.description)
    let nearest = SpellingHint.nearest(to: action.description, in: names)
    let known = names.isEmpty ? "it lists none" : "it lists \(names.prefix(16).joined(separator: ", "))"
    let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "add it to actionMethods; \(known)."
    let controller = (target as? UIViewController) ?? (target as? UIView)?.nearestController
    let name = className(of: type(of: target))
    report(
      ContractIssue(
        kind: .unrecognizedSelector, controller: controller?.id, className: name,
        message: "\(name) was sent the action \"\(action)\" and has no such method: \(advice)"))
    return false
  }
}

/// Action methods by class and selector, collected at a class's first use.
@MainActor
private enum ActionMethodTable {
  private static var methods: [ObjectIdentifier: [Selector: ActionMethod]] = [:]

  static func method(for selector: Selector, of type: any ActionTarget.Type) -> ActionMethod? {
    let key = ObjectIdentifier(type)
    if let known = methods[key] { return known[selector] }
    // A subclass may list a selector of its superclass again: the last one is its override.
    let collected = Dictionary(type.actionMethods.map { ($0.selector, $0) }, uniquingKeysWith: { $1 })
    methods[key] = collected
    return collected[selector]
  }
}
