/// A size, in points. Sides can be negative, as in Core Graphics; `CGRect` standardizes where it matters.
public struct CGSize: Hashable, Sendable {
  /// The horizontal extent.
  public var width: CGFloat
  /// The vertical extent.
  public var height: CGFloat

  /// The empty size.
  public static let zero = CGSize(width: 0, height: 0)

  /// The same size on its side.
  var swapped: CGSize { CGSize(width: height, height: width) }

  /// The empty size.
  public init() { self = .zero }

  /// A size with the given sides.
  public init(width: CGFloat, height: CGFloat) {
    self.width = width
    self.height = height
  }
}
