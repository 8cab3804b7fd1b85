import Glibc

/// Why a server could not listen or run, in words for the person who started it.
public struct SocketServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is, for programs.
  public enum Reason: Hashable, Sendable {
    /// The path is empty, too long for a Unix socket's address, or holds a NUL.
    case unusablePath
    /// A program answers on the socket.
    case socketIsLive
    /// Something that is no socket lies at the path.
    case notASocket
    /// An environment variable of a service manager makes no sense.
    case unusableEnvironment
    /// The operating system refused a call, with this `errno`.
    case system(Int32)
  }

  /// What kind of trouble it is.
  public let reason: Reason

  /// What was wrong, where, and what to do: one sentence or two, no line break.
  public let message: String

  /// The message.
  public var description: String { message }

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// An error of a system call.
  ///
  /// - Parameters:
  ///   - attempt: What was tried, as in "cannot listen on /run/x".
  ///   - code: The positive `errno`.
  ///   - advice: What to do about it, a sentence without its full stop.
  static func system(_ attempt: String, _ code: Int32, advice: String) -> SocketServerError {
    SocketServerError(.system(code), "\(attempt): \(errorText(code)); \(advice).")
  }

  /// The C library's words for an `errno`.
  static func errorText(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
