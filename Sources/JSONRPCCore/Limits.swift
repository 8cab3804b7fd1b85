import JSONText

/// What a peer may send at most. Each refusal names the limit and what was sent.
public struct Limits: Sendable, Hashable {
  /// 1 MiB a line: far above any request; a client that sends more has gone wrong.
  public static let defaultLine = 1_048_576

  /// 64 levels in a line, the batch and the request included.
  public static let defaultDepth = 64

  /// 256 requests a batch: their answers are held back until the last is done.
  public static let defaultBatch = 256

  /// 64 bytes hold any sensible number. An id is sent back as it came, so its size is the peer's lever on our memory.
  public static let defaultIDNumber = 64

  /// 256 bytes hold any sensible name or UUID.
  public static let defaultIDString = 256

  /// Bytes in a line, without its end.
  public var line: Int
  /// Levels of arrays and objects in a line, 1 to 1024.
  public var depth: Int
  /// Requests in a batch.
  public var batch: Int
  /// Bytes of an id that is a number, as sent.
  public var idNumber: Int
  /// Bytes of an id that is a string, as sent, between its quotes.
  public var idString: Int

  /// The given limits, or the defaults.
  public init(
    line: Int = Limits.defaultLine, depth: Int = Limits.defaultDepth, batch: Int = Limits.defaultBatch,
    idNumber: Int = Limits.defaultIDNumber, idString: Int = Limits.defaultIDString
  ) {
    precondition(line > 0 && batch > 0 && idNumber > 0 && idString > 0, "a limit is at least 1")
    precondition((1...JSONScanner.greatestDepthLimit).contains(depth), "the depth limit is 1 to 1024")
    self.line = line
    self.depth = depth
    self.batch = batch
    self.idNumber = idNumber
    self.idString = idString
  }
}
