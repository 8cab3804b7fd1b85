/// What came of a message over a link.
public struct MessageReceipt: Sendable, Hashable {
  /// Why it went nowhere; nil: it was received.
  public let drop: MessageEvent.Drop?
  /// What was answered.
  public let result: MessageValue
  /// Who has received it; nil for a receiver that has no id, too.
  public let receiver: NodeID?

  /// What came of a message.
  public init(drop: MessageEvent.Drop?, result: MessageValue, receiver: NodeID?) {
    self.drop = drop
    self.result = result
    self.receiver = receiver
  }
}
