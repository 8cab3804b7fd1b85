/// A message on its way to its receiver.
@MainActor
public struct ReceivedMessage {
  /// The protocol that declares it.
  public let messageProtocol: String
  /// Its name.
  public let name: String
  /// What it carries; it fits the declaration.
  public let arguments: [String: MessageValue]
  /// The controller that sends it, or whose delegate the receiver is; nil: a client on the wire, or nobody in the scene.
  public let sender: UIViewController?

  /// An argument; `null` when it was left out.
  public subscript(name: String) -> MessageValue { arguments[name] ?? .null }
}
