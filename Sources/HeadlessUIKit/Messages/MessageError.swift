/// Why a message was not received, or what came of it.
public enum MessageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No declared protocol of the receiver has the message.
  case notDeclared(String, declared: [MessageProtocol])
  /// The arguments do not fit the declaration. The receiver was not called.
  case argumentsNotAccepted(MessageFault, MessageDeclaration)
  /// The arguments have more arrays and objects inside one another than `MessageValue.depthLimit`.
  case argumentsTooDeep(MessageDeclaration)
  /// The delegate is there, but does not receive messages of the protocol by their names.
  case notReceiving(className: String, messageProtocol: String)
  /// The receiver has thrown an error.
  case receiverFailed(String, MessageDeclaration)
  /// The receiver has answered what does not fit the declaration.
  case resultNotAccepted(MessageFault, MessageDeclaration)
  /// The receiver has answered more arrays and objects inside one another than `MessageValue.depthLimit`.
  case resultTooDeep(MessageDeclaration)
  /// Messages were sent inside messages, deeper than `UIApplication.messageDepthLimit`.
  case nestedTooDeep
  /// A request has sent more than `UIApplication.messageLimit` messages.
  case tooMany

  /// What is wrong, as the rest of a sentence that begins with the message.
  public var description: String {
    switch self {
    case .notDeclared(let name, let declared):
      "no declared protocol has the message \"\(name.prefix(MessageFault.shownName))\"; declared: "
        + (declared.isEmpty ? "none" : declared.flatMap(\.messages).map(\.name).joined(separator: ", "))
    case .argumentsNotAccepted(let fault, _):
      "the argument \(fault.place.isEmpty ? "list" : "\"\(fault.place)\"") must be \(fault.expected); got \(fault.got)"
    case .argumentsTooDeep:
      "the arguments have more than \(MessageValue.depthLimit) arrays and objects inside one another"
    case .notReceiving(let className, let messageProtocol):
      "\(className) receives no messages of \(messageProtocol) by their names; let it conform to MessageReceiving"
    case .receiverFailed(let error, _):
      "the receiver has failed: \(error)"
    case .resultNotAccepted(let fault, _):
      "the receiver has answered \(fault.got)\(fault.place.isEmpty ? "" : " at \"\(fault.place)\""), and declares "
        + fault.expected
    case .resultTooDeep:
      "the receiver has answered more than \(MessageValue.depthLimit) arrays and objects inside one another"
    case .nestedTooDeep:
      "\(UIApplication.messageDepthLimit) messages are under way inside one another; they send one another in a circle"
    case .tooMany:
      "the request has sent \(UIApplication.messageLimit) messages; they send one another in a circle"
    }
  }
}
