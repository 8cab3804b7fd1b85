/// One client, as the transport sees it: bytes in, bytes out.
///
/// A transport (socket, or a test's memory) gives what it read to `receive`, and writes what it finds in `output`.
@MainActor
public protocol ByteStreamSession: AnyObject {
  /// What waits to be written.
  var output: OutputBuffer { get }

  /// False while lines are held back, because the client does not take its own answers or has had its turn: the transport
  /// stops reading until `resume` was called.
  var wantsInput: Bool { get }

  /// True while lines are held back only so that other clients get their turn: the transport calls `resume` in its next
  /// iteration.
  var wantsTurn: Bool { get }

  /// True when the peer ended its direction and everything was answered: the transport flushes, then closes.
  var isFinished: Bool { get }

  /// True when the connection is to be closed at once: the transport makes one attempt to write what waits, and drops the rest.
  /// The session wakes its transport (`OutputBuffer.wake`) when it becomes so.
  var mustEnd: Bool { get }

  /// Takes bytes as they were read; any split is fine. The bytes are only valid during the call.
  func receive(_ bytes: UnsafeRawBufferPointer)

  /// The peer has ended its direction (half-close): a last line without LF counts, outstanding answers are still sent.
  func receiveEnd()

  /// Goes on with input that was held back, if there is room. The transport calls it after every flush, and when
  /// `wantsTurn` says so. Calling it without need does nothing.
  func resume()

  /// The same for a turn while others wait to be served: it should be short. As `resume`, unless a session knows better.
  func resumeBriefly()

  /// The service is about to end, and others have still to take their answers: says the last words to this client, which has
  /// taken all of its own, so that it need not wait for them. It is finished then.
  func shutDown()

  /// The connection is gone; nothing can be sent any more.
  func disconnect()
}

extension ByteStreamSession {
  /// Never, unless a session knows better.
  public var mustEnd: Bool { false }

  /// Goes on as always.
  public func resumeBriefly() { resume() }
}
