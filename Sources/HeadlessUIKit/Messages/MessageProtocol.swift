/// A declared protocol: which messages there are between two controllers, so that others than Swift can send and see them.
public struct MessageProtocol: Sendable, Hashable {
  /// The name; the Swift protocol's own, where there is one.
  public let name: String
  /// Its messages.
  public let messages: [MessageDeclaration]

  /// A protocol.
  ///
  /// - Precondition: No two messages have the same name.
  public init(_ name: String, _ messages: [MessageDeclaration]) {
    precondition(Set(messages.map(\.name)).count == messages.count, "two messages of \(name) have the same name")
    self.name = name
    self.messages = messages
  }

  /// The message with the name. Cost: the number of messages.
  public func message(named name: String) -> MessageDeclaration? { messages.first { $0.name == name } }
}
