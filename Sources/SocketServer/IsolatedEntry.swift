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
  MainActor.preconditionIsolated("an event loop runs outside the main actor")
  typealias Plain = (UnsafeMutableRawPointer, Int) -> Void
  unsafeBitCast(entry, to: Plain.self)(data, number)
}
