/// One client, as the transport sees it: bytes in, bytes out.
///
/// A transport (socket, or a test's memory) gives what it read to `receive`, and writes what it finds in `output`.
@MainActor
public protocol ByteStreamSession: AnyObject {
  /// What waits to be written.
  var output: OutputBuffer { get }

  /// False while the client does not take its own answers: the transport stops reading until `resume` was called.
  var wantsInput: Bool { get }

  /// True when the peer ended its direction and everything was answered: the transport flushes, then closes.
  var isFinished: Bool { get }

  /// Takes bytes as they were read; any split is fine. The bytes are only valid during the call.
  func receive(_ bytes: UnsafeRawBufferPointer)

  /// The peer has ended its direction (half-close): a last line without LF counts, outstanding answers are still sent.
  func receiveEnd()

  /// Output was written: goes on with input that was held back, if there is room again. The transport calls it after every
  /// completed flush, also while `wantsInput` is true: a queue that was just emptied says so with input still held back.
  func resume()

  /// The connection is gone; nothing can be sent any more.
  func disconnect()
}
