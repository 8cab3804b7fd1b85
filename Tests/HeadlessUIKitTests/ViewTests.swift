import HeadlessUIKit
import Testing

private final class MovingView: UIView {
  var log: Log?

  override func willMove(toSuperview newSuperview: UIView?) {
    super.willMove(toSuperview: newSuperview)
    log?.note("willMove(toSuperview: \(newSuperview == nil ? "nil" : "view"))")
  }

  override func didMoveToSuperview() {
    super.didMoveToSuperview()
    log?.note("didMoveToSuperview: \(superview == nil ? "nil" : "view")")
  }

  override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    log?.note("willMove(toWindow: \(newWindow == nil ? "nil" : "window"))")
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    log?.note("didMoveToWindow: \(window == nil ? "nil" : "window")")
  }
}

private final class CountingView: UIView {
  var layouts = 0

  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
  }
}

@MainActor
private func square(_ origin: Double, _ side: Double, tag: Int = 0) -> UIView {
  let view = UIView(frame: CGRect(x: origin, y: origin, width: side, height: side))
  view.tag = tag
  return view
}

@MainActor
@Suite("Views: the hierarchy")
struct ViewHierarchyTests {
  private func tags(_ view: UIView) -> [Int] {
    view.subviews.map(\.tag)
  }

  @Test("subviews are in order, last in front; adding again brings to the front")
  func order() throws {
    try withScene { application in
      try application.perform {
        let box = square(0, 100)
        let (first, second, third) = (square(0, 1, tag: 1), square(0, 1, tag: 2), square(0, 1, tag: 3))
        #expect(box.subviews.isEmpty)
        for view in [first, second, third] { box.addSubview(view) }
        #expect(tags(box) == [1, 2, 3])
        #expect(first.superview === box)
        box.addSubview(first)
        #expect(tags(box) == [2, 3, 1])
        box.sendSubviewToBack(first)
        #expect(tags(box) == [1, 2, 3])
        box.bringSubviewToFront(second)
        #expect(tags(box) == [1, 3, 2])
        box.exchangeSubview(at: 0, withSubviewAt: 2)
        #expect(tags(box) == [2, 3, 1])
      }
    }
  }

  @Test("insertion by index, below and above a sibling")
  func insertion() throws {
    try withScene { application in
      try application.perform {
        let box = square(0, 100)
        let (first, second) = (square(0, 1, tag: 1), square(0, 1, tag: 2))
        box.addSubview(first)
        box.addSubview(second)
        box.insertSubview(square(0, 1, tag: 3), at: 0)
        #expect(tags(box) == [3, 1, 2])
        box.insertSubview(square(0, 1, tag: 4), belowSubview: second)
        #expect(tags(box) == [3, 1, 4, 2])
        box.insertSubview(square(0, 1, tag: 5), aboveSubview: first)
        #expect(tags(box) == [3, 1, 5, 4, 2])
      }
    }
  }

  @Test("a view has one superview; adding it elsewhere takes it out of the old one")
  func oneSuperview() throws {
    try withScene { application in
      try application.perform {
        let (left, right, view) = (square(0, 100), square(0, 100), square(0, 1))
        left.addSubview(view)
        right.addSubview(view)
        #expect(left.subviews.isEmpty)
        #expect(view.superview === right)
        view.removeFromSuperview()
        #expect(view.superview == nil)
        #expect(right.subviews.isEmpty)
        view.removeFromSuperview()
        #expect(view.superview == nil)
      }
    }
  }

  @Test("isDescendant counts the view itself")
  func descendants() throws {
    try withScene { application in
      try application.perform {
        let (outer, middle, inner) = (square(0, 100), square(0, 50), square(0, 10))
        outer.addSubview(middle)
        middle.addSubview(inner)
        #expect(inner.isDescendant(of: outer))
        #expect(inner.isDescendant(of: inner))
        #expect(!outer.isDescendant(of: inner))
      }
    }
  }

  @Test("viewWithTag finds the view itself and what is below it")
  func tagSearch() throws {
    try withScene { application in
      try application.perform {
        let outer = square(0, 100, tag: 1)
        let inner = square(0, 10, tag: 7)
        let middle = square(0, 50, tag: 2)
        outer.addSubview(middle)
        middle.addSubview(inner)
        #expect(outer.viewWithTag(7) === inner)
        #expect(outer.viewWithTag(1) === outer)
        #expect(outer.viewWithTag(99) == nil)
      }
    }
  }

  @Test("callbacks of moving: superview and window, before and after")
  func moveCallbacks() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let view = MovingView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.log = log
        stage.root.view.addSubview(view)
        #expect(view.window === stage.window)
        // How the two kinds interleave is not said anywhere; each has its own order.
        #expect(
          log.lines.filter { $0.contains("uperview") } == [
            "willMove(toSuperview: view)", "didMoveToSuperview: view",
          ])
        #expect(
          log.lines.filter { $0.contains("indow") } == ["willMove(toWindow: window)", "didMoveToWindow: window"])
        log.lines.removeAll()
        view.removeFromSuperview()
        #expect(view.window == nil)
        #expect(
          log.lines.filter { $0.contains("uperview") } == ["willMove(toSuperview: nil)", "didMoveToSuperview: nil"])
        #expect(log.lines.filter { $0.contains("indow") } == ["willMove(toWindow: nil)", "didMoveToWindow: nil"])
      }
    }
  }

  @Test("views are counted, and the count goes down with them")
  func liveViews() throws {
    try withScene { application in
      try application.perform {
        let before = application.liveViewCount
        @MainActor func make() {
          let view = square(0, 1)
          #expect(application.liveViewCount == before + 1)
          view.tag = 1
        }
        make()
        #expect(application.liveViewCount == before)
      }
    }
  }
}

@MainActor
@Suite("Views: geometry, hit testing and layout")
struct ViewGeometryTests {
  @Test("frame, bounds and center agree")
  func geometry() throws {
    try withScene { application in
      try application.perform {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
        #expect(view.center == CGPoint(x: 25, y: 40))
        view.center = CGPoint(x: 50, y: 60)
        #expect(view.frame == CGRect(x: 35, y: 40, width: 30, height: 40))
        view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 100))
      }
    }
  }

  @Test("points and rectangles convert through the common ancestor")
  func conversion() throws {
    try withScene { application in
      try application.perform {
        let root = square(0, 200)
        let (left, right) = (square(10, 50), square(100, 50))
        let inner = square(5, 10)
        root.addSubview(left)
        root.addSubview(right)
        left.addSubview(inner)
        let point = CGPoint(x: 1, y: 2)
        #expect(inner.convert(point, to: root) == CGPoint(x: 16, y: 17))
        #expect(root.convert(point, from: inner) == CGPoint(x: 16, y: 17))
        #expect(inner.convert(point, to: right) == CGPoint(x: -84, y: -83))
        #expect(
          inner.convert(CGRect(x: 0, y: 0, width: 3, height: 4), to: root)
            == CGRect(x: 15, y: 15, width: 3, height: 4))
      }
    }
  }

  @Test("hit testing: the frontmost, deepest view that contains the point")
  func hitTesting() throws {
    try withScene { application in
      try application.perform {
        let root = square(0, 100)
        let (back, front, inner) = (square(10, 50), square(30, 50), square(5, 10))
        root.addSubview(back)
        root.addSubview(front)
        front.addSubview(inner)
        #expect(root.hitTest(CGPoint(x: 15, y: 15), with: nil) === back)
        #expect(root.hitTest(CGPoint(x: 55, y: 55), with: nil) === front)
        #expect(root.hitTest(CGPoint(x: 36, y: 36), with: nil) === inner)
        #expect(root.hitTest(CGPoint(x: 95, y: 5), with: nil) === root)
        #expect(root.hitTest(CGPoint(x: 150, y: 5), with: nil) == nil)
        root.bringSubviewToFront(back)
        #expect(root.hitTest(CGPoint(x: 36, y: 36), with: nil) === back)
        #expect(root.point(inside: CGPoint(x: 0, y: 0), with: nil))
        #expect(!root.point(inside: CGPoint(x: 100, y: 100), with: nil))
      }
    }
  }

  @Test("R14.1: hit testing passes over views that are hidden, transparent or not interactive")
  func hitTestingPassesOver() throws {
    try withScene { application in
      try application.perform {
        let root = square(0, 100)
        let front = square(0, 100)
        front.addSubview(square(0, 100))
        root.addSubview(front)
        let point = CGPoint(x: 5, y: 5)
        front.isHidden = true
        #expect(root.hitTest(point, with: nil) === root)
        front.isHidden = false
        front.alpha = 0.009
        #expect(root.hitTest(point, with: nil) === root)
        front.alpha = 1
        front.isUserInteractionEnabled = false
        #expect(root.hitTest(point, with: nil) === root)
        front.isUserInteractionEnabled = true
        #expect(root.hitTest(point, with: nil) === front.subviews.first)
      }
    }
  }

  @Test("a subview outside of its superview's bounds is not hit")
  func hitTestingIsBounded() throws {
    try withScene { application in
      try application.perform {
        let root = square(0, 100)
        let box = square(0, 10)
        box.addSubview(square(20, 10))
        root.addSubview(box)
        #expect(root.hitTest(CGPoint(x: 25, y: 25), with: nil) === root)
      }
    }
  }

  @Test("layoutIfNeeded lays out what asked for it, once")
  func layoutOnDemand() throws {
    try withScene { application in
      try application.perform {
        let view = CountingView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.layoutIfNeeded()
        view.layouts = 0
        view.layoutIfNeeded()
        #expect(view.layouts == 0)
        view.setNeedsLayout()
        view.setNeedsLayout()
        view.layoutIfNeeded()
        #expect(view.layouts == 1)
      }
    }
  }

  @Test("flexible width and height follow the superview")
  func autoresizing() throws {
    try withScene { application in
      try application.perform {
        let outer = square(0, 100)
        let inner = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 80))
        let fixed = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 80))
        inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        outer.addSubview(inner)
        outer.addSubview(fixed)
        outer.frame = CGRect(x: 0, y: 0, width: 150, height: 120)
        outer.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 10, y: 10, width: 130, height: 100))
        #expect(fixed.frame == CGRect(x: 10, y: 10, width: 80, height: 80))
      }
    }
  }
}
