/// A weak delegate that is declared, whatever its Swift protocol is.
@MainActor
public protocol DelegateLinking: AnyObject {
  /// What the link is called: the name of the property.
  var name: String { get }
  /// What is said over the link.
  var messageProtocol: MessageProtocol { get }
  /// The delegate, while it lives.
  var receiver: AnyObject? { get }
  /// How the delegate is.
  var state: DelegateState { get }
}

extension DelegateLinking {
  /// Why a message over the link goes nowhere now; nil: it does not.
  var drop: MessageEvent.Drop? {
    switch state {
    case .alive: nil
    case .none: .noDelegate
    case .dead: .deadDelegate
    }
  }

  /// Sends a message over the link by its name, as a client on the wire does in the place of the link's owner.
  ///
  /// - Parameter owner: The controller whose link it is.
  /// - Returns: What was answered, and by whom; or why it went nowhere, which is no error (S65).
  /// - Throws: Why it was not received, or what was wrong with the answer.
  @discardableResult
  public func forward(
    _ name: String, _ arguments: [String: MessageValue], of owner: UIViewController
  ) throws(MessageError) -> MessageReceipt {
    guard let declaration = messageProtocol.message(named: name) else {
      throw .notDeclared(name, declared: [messageProtocol])
    }
    let message = ReceivedMessage(
      messageProtocol: messageProtocol.name, name: name, arguments: arguments, sender: owner)
    guard let receiver else {
      try owner.context.drop(message, declaration, drop ?? .deadDelegate)
      return MessageReceipt(drop: drop, result: .null, receiver: nil)
    }
    guard let receiving = receiver as? any MessageReceiving,
      type(of: receiving).messageProtocols.contains(where: { $0.name == messageProtocol.name })
    else {
      throw .notReceiving(className: String(describing: type(of: receiver)), messageProtocol: messageProtocol.name)
    }
    let result = try owner.context.deliver(message, declaration, to: receiving)
    return MessageReceipt(drop: nil, result: result, receiver: (receiver as? UIResponder)?.id)
  }
}
