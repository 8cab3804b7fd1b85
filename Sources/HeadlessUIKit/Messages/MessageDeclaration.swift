/// A message that a protocol has: its name, what it carries, what it answers.
public struct MessageDeclaration: Sendable, Hashable {
  /// The name, as Swift writes a method's: "mapViewController(_:didSelectMarker:)".
  public let name: String
  /// What it is for, in a sentence.
  public let summary: String
  /// What it carries, by name.
  public let arguments: [MessageSchema.Property]
  /// What it answers; null: nothing.
  public let result: MessageSchema

  /// A message.
  public init(
    _ name: String, _ summary: String, arguments: [MessageSchema.Property] = [], result: MessageSchema = .null
  ) {
    self.name = name
    self.summary = summary
    self.arguments = arguments
    self.result = result
  }

  /// What does not fit in the arguments.
  func fault(in arguments: [String: MessageValue]) -> MessageFault? {
    MessageSchema.object(self.arguments).fault(in: .object(arguments))
  }
}
