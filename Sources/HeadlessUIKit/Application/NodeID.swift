/// The name of a window, controller, view or bar item for as long as the daemon runs.
///
/// Ids come from one counter a daemon and are never used twice within an epoch.
public struct NodeID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The counter's value, from 1.
  public let rawValue: UInt64

  /// An id with the given value.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The id as it is written on the wire: "n" and the number.
  public var description: String { "n\(rawValue)" }

  /// Older ids come first.
  public static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
}
