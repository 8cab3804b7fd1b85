import JSONRPCCore

extension HostLimits {
  /// The limits that a configuration may change, by the names that `getServerInfo` gives them.
  public enum Adjustable: String, CaseIterable, Sendable {
    case line, depth, batch, idNumber, idString, connections, connectionsPerUser, scenes, subscriptions, outputQueue
    case malformedLines, unreadAnswers, streams, replayDeltas, replayBytes, waits, keys, keyBytes, transactionCalls
    case complaints

    /// What the limit may be set to. The lower ends keep the daemon usable, the upper ones keep its memory bounded.
    public var range: ClosedRange<Int> {
      switch self {
      case .line: 1024...67_108_864
      case .depth: 4...1024
      case .batch, .transactionCalls, .malformedLines: 1...65_536
      case .idNumber, .idString: 16...4096
      case .connections, .connectionsPerUser: 1...1_000_000
      case .replayDeltas: 0...1_000_000
      case .replayBytes: 0...1_073_741_824
      case .scenes, .keys, .complaints: 1...65_536
      case .keyBytes: 4096...1_073_741_824
      case .subscriptions, .streams, .waits: 1...4096
      case .outputQueue, .unreadAnswers: 65_536...1_073_741_824
      }
    }
  }

  /// Sets a limit.
  ///
  /// - Returns: False when the value is out of the limit's range; nothing is changed then.
  public mutating func set(_ limit: Adjustable, to value: Int) -> Bool {
    guard limit.range.contains(value) else { return false }
    switch limit {
    case .line: lines.line = value
    case .depth: lines.depth = value
    case .batch: lines.batch = value
    case .idNumber: lines.idNumber = value
    case .idString: lines.idString = value
    case .malformedLines: malformedLines = value
    case .connections: connections = value
    case .connectionsPerUser: connectionsPerUser = value
    case .scenes: scenes = value
    case .subscriptions: subscriptions = value
    case .outputQueue: outputQueue = value
    case .unreadAnswers: unreadAnswers = value
    case .streams: streams = value
    case .replayDeltas: replayDeltas = value
    case .replayBytes: replayBytes = value
    case .waits: waits = value
    case .keys: keys = value
    case .keyBytes: keyBytes = value
    case .transactionCalls: transactionCalls = value
    case .complaints: complaints = value
    }
    return true
  }
}
