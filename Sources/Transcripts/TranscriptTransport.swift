/// Makes connections to a server.
public protocol TranscriptTransport {
  /// Connects.
  func connect() throws(TranscriptFault) -> any TranscriptChannel
}

/// One connection to a server: bytes out, bytes in.
public protocol TranscriptChannel: AnyObject {
  /// Sends all of it. What comes meanwhile is kept.
  func send(_ bytes: [UInt8]) throws(TranscriptFault)

  /// Ends our direction.
  func endInput()

  /// Something is waited for from now on: what `receive` waits, all in all until this is called again, is to be bounded.
  func beginWait()

  /// Waits for bytes, as long as the channel is willing to.
  func receive() throws(TranscriptFault) -> TranscriptReception

  /// Closes the connection.
  func close()
}

/// What came of waiting for bytes.
public enum TranscriptReception: Sendable, Hashable {
  /// At least one byte.
  case bytes([UInt8])
  /// The server has ended its direction.
  case end
  /// Nothing came; what follows the word "nothing" in a message, "for 5 s" for instance.
  case nothing(String)
}
