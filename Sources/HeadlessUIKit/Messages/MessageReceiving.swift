/// An object that receives declared messages, whoever sends them: another controller, or a client on the wire.
@MainActor
public protocol MessageReceiving: AnyObject {
  /// What the class receives.
  static var messageProtocols: [MessageProtocol] { get }

  /// Does what a message asks for. Its arguments fit the declaration.
  ///
  /// - Returns: What the declaration says that it answers; `null` when that is nothing.
  /// - Throws: Why it cannot be done; the sender is told.
  func receive(_ message: ReceivedMessage) throws -> MessageValue
}

extension MessageReceiving {
  /// Sends a message by its name, as a client on the wire does: it is checked, told to those who listen, and received.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - arguments: What it carries.
  ///   - sender: Who sends it; nil: nobody in the scene.
  /// - Returns: What was answered.
  /// - Throws: Why it was not received, or what was wrong with the answer.
  @discardableResult
  public func sendMessage(
    _ name: String, _ arguments: [String: MessageValue] = [:], from sender: UIViewController? = nil
  ) throws(MessageError) -> MessageValue {
    let (declaration, declaring) = try Self.declaration(of: name)
    let message = ReceivedMessage(
      messageProtocol: declaring.name, name: name, arguments: arguments, sender: sender)
    return try messageContext.deliver(message, declaration, to: self)
  }

  /// Sends a message whose method is called directly: it is checked, told to those who listen, and the block calls.
  ///
  /// - Parameter call: Calls the method. Does not run when the message is refused, which is reported.
  /// - Returns: What the block gives; nil when the message is refused.
  @discardableResult
  public func sendMessage<Answer>(
    _ name: String, _ arguments: [String: MessageValue] = [:], from sender: UIViewController? = nil,
    _ call: (Self) -> Answer
  ) -> Answer? {
    let context = messageContext
    do throws(MessageError) {
      let (declaration, declaring) = try Self.declaration(of: name)
      let message = ReceivedMessage(
        messageProtocol: declaring.name, name: name, arguments: arguments, sender: sender)
      let receiver = self
      return try context.send(message, declaration, to: receiver as AnyObject) { call(receiver) }
    } catch {
      context.report(error, of: name, from: sender)
      return nil
    }
  }

  static func declaration(of name: String) throws(MessageError) -> (MessageDeclaration, MessageProtocol) {
    for candidate in messageProtocols {
      if let declaration = candidate.message(named: name) { return (declaration, candidate) }
    }
    throw .notDeclared(name, declared: messageProtocols)
  }

  var messageContext: SceneContext { (self as? UIResponder)?.context ?? .current }
}
