/// What the loop drives: makes sessions for clients, and runs what is due by time.
@MainActor
public protocol HostedService: AnyObject {
  /// Called when `nextDeadline` may have changed.
  var onDeadlineChange: (@MainActor () -> Void)? { get set }

  /// When `tick` wants to be called next, in seconds of the monotonic clock that `tick` is given; nil: nothing is due.
  var nextDeadline: Double? { get }

  /// Makes the session of a client that has connected.
  ///
  /// - Parameters:
  ///   - peer: Who it is.
  ///   - ceiling: What clients of the socket that it came by may do at most.
  func makeSession(peer: PeerCredentials, ceiling: Role) -> any ByteStreamSession

  /// Runs what is due.
  ///
  /// - Parameter now: Seconds of a monotonic clock.
  func tick(now: Double)

  /// Settles scenes that were changed from outside a request, by a `Task` for instance.
  func runPendingWork()

  /// Gives up memory that is only kept to be used again. Called at most once a second, after connections have ended or
  /// large answers were written.
  func releaseMemory()

  /// The daemon is about to end: says goodbye to who is connected, closes what is open, in order.
  func shutDown()
}
