/// Thrown for a view number that nobody registered (S45).
public struct ViewNotFound: Error, Sendable, Hashable {
  /// The number that was asked for.
  public let view: Int
  /// The numbers that are known, in ascending order.
  public let known: [Int]

  /// An error for a number.
  public init(view: Int, known: [Int]) {
    self.view = view
    self.known = known
  }
}
