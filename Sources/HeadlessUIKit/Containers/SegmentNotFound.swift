/// Thrown for an index that belongs to no segment (S54).
public struct SegmentNotFound: Error, Sendable, Hashable {
  /// The index that was asked for.
  public let index: Int
  /// How many segments there are.
  public let count: Int

  /// An error for an index.
  public init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}
