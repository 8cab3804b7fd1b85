import Glibc

/// The thread on which a loop runs just now.
///
/// To ask the concurrency runtime costs 70 times as much, with every callback. It need not be asked: `run`, `turn` and
/// `close` are on the main actor and do not suspend, so that from their first to their last line this thread is the main
/// actor's, and a callback on this thread is one that they have caused.
enum LoopThread {
  /// Written on the main actor only; read by callbacks. A callback on a thread that no loop runs on reads the id of another
  /// thread, or none, and is not taken for isolated.
  private nonisolated(unsafe) static var identity: pthread_t = 0

  static var isCurrent: Bool { identity == pthread_self() }

  /// Runs a part of a loop.
  @MainActor
  static func occupy<Answer>(_ body: () -> Answer) -> Answer {
    let outer = identity
    identity = pthread_self()
    defer { identity = outer }
    return body()
  }
}

/// A function on the main actor that is given what a C callback got.
///
/// - Parameters:
///   - data: The object behind the handle.
///   - number: What else the callback got: a count of bytes, a status; else 0.
typealias IsolatedEntry = @MainActor (_ data: UnsafeMutableRawPointer, _ number: Int) -> Void

/// Enters isolation from a C callback, once a callback. Traps when the caller is not on the main actor.
///
/// It is `MainActor.assumeIsolated` without its allocation: that one makes a context for its closure with every call. A
/// function without captures has none. The cast is the standard library's own, after the same check.
@inline(__always)
func enterIsolation(_ data: UnsafeMutableRawPointer?, _ number: Int = 0, _ entry: @escaping IsolatedEntry) {
  guard let data else { return }
  if !LoopThread.isCurrent { MainActor.preconditionIsolated("an event loop runs outside the main actor") }
  typealias Plain = (UnsafeMutableRawPointer, Int) -> Void
  unsafeBitCast(entry, to: Plain.self)(data, number)
}
