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
