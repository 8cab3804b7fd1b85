/// How many messages a scene has seen.
public struct MessageCounters: Sendable, Hashable {
  /// Messages that fitted their declarations, those that went nowhere included.
  public internal(set) var sent = 0
  /// Those of them that went nowhere: there was no delegate, or it had gone.
  public internal(set) var dropped = 0
}
