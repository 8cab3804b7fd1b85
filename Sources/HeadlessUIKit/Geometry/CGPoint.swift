/// A point, in points of the coordinate system it is used in.
public struct CGPoint: Hashable, Sendable {
  /// The horizontal coordinate, growing to the right.
  public var x: CGFloat
  /// The vertical coordinate, growing downwards.
  public var y: CGFloat

  /// The origin.
  public static let zero = CGPoint(x: 0, y: 0)

  /// A point at the origin.
  public init() { self = .zero }

  /// A point with the given coordinates.
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
}
