extension UIApplication {
  /// 32 messages inside one another: a message that is answered by another one is usual, a chain of so many is a circle.
  public nonisolated static let messageDepthLimit = 32

  /// 10,000 messages a request, as turns: a circle of which each sends two would take for ever to reach the depth limit
  /// everywhere.
  public nonisolated static let messageLimit = 10_000

  /// How many messages the scene has seen.
  public var messageCounters: MessageCounters { context.messages.counters }

  /// Called for each message that fits its declaration, before its receiver is called.
  public var onMessage: (@MainActor (MessageEvent) -> Void)? {
    get { context.messages.onMessage }
    set { context.messages.onMessage = newValue }
  }
}
