/// Where ids come from: one source a daemon, shared by its scenes.
@MainActor
public final class IdentifierSource {
  /// The source of scenes that are given none: one a process.
  public static let shared = IdentifierSource()

  private var last: UInt64

  /// A source whose first id is one above `last`.
  public init(last: UInt64 = 0) { self.last = last }

  /// An id that was never given out before.
  public func next() -> NodeID {
    last += 1
    return NodeID(rawValue: last)
  }
}
