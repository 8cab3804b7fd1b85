extension UIView {
  /// A point of this view's coordinates, in another view's; nil: in the window's. Cost: the depth of both.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    let inRoot = pointInRoot(point)
    guard let view = view ?? window else { return inRoot }
    return view.pointFromRoot(inRoot)
  }

  /// A point of another view's coordinates, in this view's; nil: from the window's.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    guard let view = view ?? window else { return pointFromRoot(point) }
    return view.convert(point, to: self)
  }

  /// A rectangle of this view's coordinates, in another view's; nil: in the window's.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// A rectangle of another view's coordinates, in this view's; nil: from the window's.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }

  private func pointInRoot(_ point: CGPoint) -> CGPoint {
    var result = point
    var view: UIView? = self
    while let current = view {
      result.x += current.frame.origin.x - current.boundsOrigin.x
      result.y += current.frame.origin.y - current.boundsOrigin.y
      view = current.superview
    }
    return result
  }

  private func pointFromRoot(_ point: CGPoint) -> CGPoint {
    let origin = pointInRoot(.zero)
    return CGPoint(x: point.x - origin.x, y: point.y - origin.y)
  }

  /// Moves and resizes subviews by their masks, after this view's size has changed.
  func resizeSubviews(from oldSize: CGSize) {
    guard autoresizesSubviews else { return }
    for subview in subviews where !subview.autoresizingMask.isEmpty {
      subview.frame = subview.autoresizedFrame(from: oldSize, to: frame.size)
    }
  }

  /// The size that the view will have by autoresizing when a view above it gets another one. Cost: the views between.
  func size(when ancestor: UIView, has newSize: CGSize) -> CGSize {
    guard self !== ancestor, let superview else { return newSize }
    let newOuterSize = superview.size(when: ancestor, has: newSize)
    guard superview.autoresizesSubviews else { return frame.size }
    return autoresizedFrame(from: superview.frame.size, to: newOuterSize).size
  }

  /// The frame that the mask gives when the superview's size changes.
  private func autoresizedFrame(from oldSize: CGSize, to newSize: CGSize) -> CGRect {
    let mask = autoresizingMask
    let horizontal = Self.stretch(
      start: frame.origin.x, length: frame.size.width, from: oldSize.width, to: newSize.width,
      flexible: (
        mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)
      ))
    let vertical = Self.stretch(
      start: frame.origin.y, length: frame.size.height, from: oldSize.height, to: newSize.height,
      flexible: (
        mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)
      ))
    return CGRect(x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
  }

  /// One axis of autoresizing: the flexible parts share the difference in proportion to what they have, and equally when all
  /// of them together have nothing.
  private static func stretch(
    start: CGFloat, length: CGFloat, from old: CGFloat, to new: CGFloat,
    flexible: (before: Bool, size: Bool, after: Bool)
  ) -> (start: CGFloat, length: CGFloat) {
    let parts = (flexible.before ? 1 : 0) + (flexible.size ? 1 : 0) + (flexible.after ? 1 : 0)
    guard parts > 0, old != new else { return (start, length) }
    let whole =
      (flexible.before ? start : 0) + (flexible.size ? length : 0) + (flexible.after ? old - start - length : 0)
    func stretched(_ part: CGFloat) -> CGFloat {
      whole > 0 ? part + (new - old) * part / whole : part + (new - old) / CGFloat(parts)
    }
    return (flexible.before ? stretched(start) : start, flexible.size ? max(0, stretched(length)) : length)
  }
}
