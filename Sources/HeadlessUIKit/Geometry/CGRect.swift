/// A rectangle, in points.
public struct CGRect: Hashable, Sendable {
  /// The corner that the size is counted from.
  public var origin: CGPoint
  /// The extent from the origin.
  public var size: CGSize

  /// The empty rectangle at the origin.
  public static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)

  /// What `intersection` answers for rectangles that do not meet.
  public static let null = CGRect(x: .infinity, y: .infinity, width: 0, height: 0)

  /// The empty rectangle at the origin.
  public init() { self = .zero }

  /// A rectangle with the given origin and size.
  public init(origin: CGPoint, size: CGSize) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle with the given coordinates and sides.
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
    origin = CGPoint(x: x, y: y)
    size = CGSize(width: width, height: height)
  }

  /// The smaller horizontal coordinate.
  public var minX: CGFloat { min(origin.x, origin.x + size.width) }
  /// The horizontal centre.
  public var midX: CGFloat { origin.x + size.width / 2 }
  /// The larger horizontal coordinate.
  public var maxX: CGFloat { max(origin.x, origin.x + size.width) }
  /// The smaller vertical coordinate.
  public var minY: CGFloat { min(origin.y, origin.y + size.height) }
  /// The vertical centre.
  public var midY: CGFloat { origin.y + size.height / 2 }
  /// The larger vertical coordinate.
  public var maxY: CGFloat { max(origin.y, origin.y + size.height) }
  /// The absolute width.
  public var width: CGFloat { abs(size.width) }
  /// The absolute height.
  public var height: CGFloat { abs(size.height) }

  /// Whether this is `null`.
  public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }
  /// Whether the rectangle has no area.
  public var isEmpty: Bool { isNull || size.width == 0 || size.height == 0 }
  /// The same area with sides that are not negative.
  public var standardized: CGRect { CGRect(x: minX, y: minY, width: width, height: height) }

  /// Whether the point lies inside; the right and the lower edge are outside.
  public func contains(_ point: CGPoint) -> Bool {
    !isEmpty && point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether the other rectangle lies wholly inside.
  public func contains(_ other: CGRect) -> Bool {
    !isNull && !other.isNull && union(other) == standardized
  }

  /// A rectangle moved by the given distances.
  public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
    isNull ? self : CGRect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// A rectangle with its edges moved inwards; `null` when nothing is left.
  public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
    let inner = CGRect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
    return isNull || inner.size.width < 0 || inner.size.height < 0 ? .null : inner
  }

  /// A rectangle with its edges moved inwards.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left, y: origin.y + insets.top,
      width: size.width - insets.left - insets.right, height: size.height - insets.top - insets.bottom)
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: CGRect) -> CGRect {
    if isNull { return other }
    if other.isNull { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return CGRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// What both have in common; `null` when they do not meet.
  public func intersection(_ other: CGRect) -> CGRect {
    if isNull || other.isNull { return .null }
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard left <= right, top <= bottom else { return .null }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether both have an area in common.
  public func intersects(_ other: CGRect) -> Bool { !intersection(other).isEmpty }
}
