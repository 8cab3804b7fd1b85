import HeadlessUIKit
import Testing

/// R6 and R7, alone and with the containers.
@MainActor
@Suite("Rule book: moving and transitions")
struct RuleBookMovingTests {
  /// Notes in each appearance callback whether the controller says that it is moving: "wA to:true from:false".
  private func watch(_ controller: HookedController, _ log: Log) {
    let note: (String) -> HookedController.Hook = { name in
      { log.note("\($0.className) \(name) to:\($0.isMovingToParent) from:\($0.isMovingFromParent)") }
    }
    controller.onViewWillAppear = note("wA")
    controller.onViewDidAppear = note("dA")
    controller.onViewWillDisappear = note("wD")
    controller.onViewDidDisappear = note("dD")
  }

  @Test(
    "R6.2: a child that is added and removed is moving in all four callbacks", arguments: UIApplication.Profile.allCases
  )
  func addedAndRemoved(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let log = Log()
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      watch(child, log)
      try application.perform { embed(child, in: stage.root) }
      #expect(!child.isMovingToParent)
      try application.perform { unembed(child) }
      #expect(!child.isMovingFromParent)
      #expect(
        log.lines == [
          "Child wA to:true from:false", "Child dA to:true from:false",
          "Child wD to:false from:true", "Child dD to:false from:true",
        ])
    }
  }

  @Test("R6.2: a child that was added off screen, or is covered and uncovered with its window, is not moving")
  func coveredAndUncovered() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform { embed(child, in: stage.root) }
      watch(child, log)
      try application.perform { stage.window.isHidden = true }
      try application.perform { stage.window.isHidden = false }
      #expect(
        log.lines == [
          "Child wD to:false from:false", "Child dD to:false from:false",
          "Child wA to:false from:false", "Child dA to:false from:false",
        ])
    }
  }

  @Test(
    "R6.2: a segmented container's children are covered and uncovered, not moved",
    arguments: MultipleViewController.Mode.allCases)
  func segmentsDoNotMove(mode: MultipleViewController.Mode) throws {
    try withScene { application in
      let log = Log()
      let pages = try application.perform { makePages([First(), Second()], mode: mode) }
      _ = try application.perform {
        try pages.select(1)
        _ = show(pages)
      }
      try application.perform { try pages.select(0) }
      for child in pages.viewControllers {
        watch(try #require(child as? HookedController), log)
      }
      try application.perform { try pages.select(1) }
      #expect(
        log.lines.sorted() == [
          "First dD to:false from:false", "First wD to:false from:false",
          "Second dA to:false from:false", "Second wA to:false from:false",
        ])
    }
  }

  @Test("R6.2: a visible child that is taken out of a segmented container is moving from its parent")
  func removedSegmentMoves() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { makePages([First(), Second()]) }
      let first = try #require(stage.root.viewControllers[0] as? HookedController)
      watch(first, log)
      try application.perform { _ = try stage.root.removeViewController(at: 0) }
      #expect(log.lines == ["First wD to:false from:true", "First dD to:false from:true"])
    }
  }

  @Test("R6.4: of a wrapper that is added and removed only the wrapper is moving")
  func wrapped() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Root() }
      let (parent, child) = try application.perform {
        let parent = Parent()
        let child = Child()
        embed(child, in: parent)
        return (parent, child)
      }
      watch(parent, log)
      watch(child, log)
      try application.perform { embed(parent, in: stage.root) }
      try application.perform { unembed(parent) }
      #expect(
        log.lines == [
          "Parent wA to:true from:false", "Child wA to:false from:false",
          "Parent dA to:true from:false", "Child dA to:false from:false",
          "Parent wD to:false from:true", "Child wD to:false from:false",
          "Parent dD to:false from:true", "Child dD to:false from:false",
        ])
    }
  }

  @Test("R6.4: the root of a navigation controller that is added and removed is not moving itself")
  func navigationWrapper() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Root() }
      let nav = try application.perform { RuleBookNav(rootViewController: First()) }
      watch(try #require(nav.topViewController as? HookedController), log)
      try application.perform { embed(nav, in: stage.root) }
      log.lines = []
      try application.perform { unembed(nav) }
      #expect(log.lines == ["First wD to:false from:false", "First dD to:false from:false"])
    }
  }

  @Test("R6.5: what is forwarded late to a child of another child says false already")
  func forwardedLate() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Root() }
      let (parent, child) = try application.perform { (Parent(), Child()) }
      watch(child, log)
      parent.onViewDidLoad = { [weak child] parent in
        if let child { embed(child, in: parent) }
      }
      try application.perform { embed(parent, in: stage.root) }
      #expect(log.lines == ["Child wA to:false from:false", "Child dA to:false from:false"])
    }
  }

  // MARK: R7

  @Test("S28, R7.2, R7.3: an animated swap", arguments: UIApplication.Profile.allCases)
  func animatedSwap(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let (first, second) = try application.perform { (First(), Second()) }
      try application.perform { embed(first, in: stage.root) }
      application.trace.removeAll()
      let log = Log()
      let root = stage.root
      try application.perform {
        first.willMove(toParent: nil)
        root.addChild(second)
        root.transition(
          from: first, to: second, duration: 0.5, options: [],
          animations: { [weak first, weak second] in
            log.note("animations \(first?.view.superview != nil) \(second?.view.superview != nil)")
          },
          completion: { [weak first, weak second, weak root] _ in
            log.note("completion")
            first?.removeFromParent()
            second?.didMove(toParent: root)
          })
      }
      let begun = [
        "First willMove(toParent: nil)", "Second willMove(toParent: Root)", "Second loadView", "Second viewDidLoad",
        "Second viewWillAppear", "First viewWillDisappear",
      ]
      #expect(application.linesWithoutAnimated.filter { $0 != "Second viewIsAppearing" } == begun)
      #expect(log.lines == ["animations true true"])
      #expect(first.view.superview === root.view)
      #expect(second.view.superview === root.view)
      try advance(application, by: 0.4)
      #expect(log.lines == ["animations true true"])
      try advance(application, by: 0.2)
      #expect(log.lines == ["animations true true", "completion"])
      #expect(
        application.linesWithoutAnimated.filter { $0 != "Second viewIsAppearing" } == begun + [
          "First viewDidDisappear", "Second viewDidAppear", "First didMove(toParent: nil)",
          "Second didMove(toParent: Root)",
        ])
      let appearing = profile == .ios5 ? 0 : 1
      #expect(application.linesWithoutAnimated.filter { $0 == "Second viewIsAppearing" }.count == appearing)
      #expect(first.view.superview == nil)
      #expect(root.children.map(\.className) == ["Second"])
    }
  }

  @Test("R7.2: with no duration nothing is animated, and the completion is called all the same")
  func noDuration() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (first, second) = try application.perform { (First(), Second()) }
      try application.perform { embed(first, in: stage.root) }
      application.trace.removeAll()
      let log = Log()
      let root = stage.root
      try application.perform {
        root.addChild(second)
        root.transition(
          from: first, to: second, duration: 0,
          completion: { [weak second, weak root] finished in
            log.note("completion \(finished)")
            second?.didMove(toParent: root)
          })
      }
      #expect(log.lines == ["completion true"])
      #expect(
        application.trace.linesWithoutLayout.filter { $0 != "Second viewIsAppearing(false)" } == [
          "Second willMove(toParent: Root)", "Second loadView", "Second viewDidLoad", "Second viewWillAppear(false)",
          "First viewWillDisappear(false)", "First viewDidDisappear(false)", "Second viewDidAppear(false)",
          "Second didMove(toParent: Root)",
        ])
      #expect(first.view.superview == nil)
      // R7.2, R3.12: leaving the parent is up to the caller.
      #expect(first.parent === root)
    }
  }

  @Test("R7.2: the new view comes to the old one's superview, not to the root view")
  func superview() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (first, second) = try application.perform { (First(), Second()) }
      let area = try application.perform {
        let area = UIView(frame: CGRect(x: 0, y: 50, width: 320, height: 100))
        stage.root.view.addSubview(area)
        stage.root.addChild(first)
        area.addSubview(first.view)
        first.didMove(toParent: stage.root)
        return area
      }
      try application.perform {
        stage.root.addChild(second)
        stage.root.transition(from: first, to: second, duration: 0)
      }
      #expect(area.subviews.count == 1)
      #expect(second.view.superview === area)
    }
  }

  @Test("R6.2, R7: in an animated swap the new child is moving to its parent, the old one from it")
  func movingInSwap() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (first, second) = try application.perform { (First(), Second()) }
      try application.perform { embed(first, in: stage.root) }
      let log = Log()
      watch(first, log)
      watch(second, log)
      let root = stage.root
      try application.perform {
        first.willMove(toParent: nil)
        root.addChild(second)
        root.transition(
          from: first, to: second, duration: 0.25,
          completion: { [weak first, weak second, weak root] _ in
            first?.removeFromParent()
            second?.didMove(toParent: root)
          })
      }
      try advance(application, by: 1)
      #expect(
        log.lines.sorted() == [
          "First dD to:false from:true", "First wD to:false from:true",
          "Second dA to:true from:false", "Second wA to:true from:false",
        ])
    }
  }

  @Test("R7.1: two children are needed; anything else is refused and changes nothing")
  func notChildren() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (first, second) = try application.perform { (First(), Second()) }
      try application.perform { embed(first, in: stage.root) }
      application.trace.removeAll()
      let log = Log()
      try application.perform {
        stage.root.transition(from: first, to: second, duration: 0, animations: { log.note("animations") })
      }
      #expect(application.brokenContracts.map(\.kind) == [.misusedTransition])
      try application.perform {
        stage.root.transition(from: second, to: first, duration: 0, animations: { log.note("animations") })
      }
      #expect(application.brokenContracts.map(\.kind) == [.misusedTransition, .misusedTransition])
      #expect(application.trace.linesWithoutLayout == [])
      #expect(log.lines == [])
      #expect(first.view.superview === stage.root.view)
      #expect(!second.isViewLoaded)
    }
  }

  @Test("R7.1: a receiver that forwards appearance by hand is refused")
  func manualReceiver() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      let (first, second) = try application.perform { (First(), Second()) }
      try application.perform {
        embed(first, in: stage.root)
        stage.root.addChild(second)
      }
      application.trace.removeAll()
      try application.perform { stage.root.transition(from: first, to: second, duration: 0) }
      #expect(application.brokenContracts.map(\.kind) == [.misusedTransition])
      #expect(application.trace.linesWithoutLayout == [])
      #expect(first.view.superview === stage.root.view)
    }
  }

  @Test("R7.1: a system container is refused")
  func systemContainer() throws {
    try withScene { application in
      let stage = try Stage(application) { RuleBookNav(rootViewController: First()) }
      try application.perform {
        let first = try #require(stage.root.topViewController)
        stage.root.transition(from: first, to: Second(), duration: 0)
      }
      #expect(application.brokenContracts.map(\.kind) == [.misusedTransition])
      #expect(stage.root.topViewController?.appearanceState == .appeared)
    }
  }

  @Test("R7.4: off screen the views are swapped and nobody appears; the completion is called")
  func offScreen() throws {
    try withScene { application in
      let (root, first, second) = try application.perform {
        let (root, first, second) = (Root(), First(), Second())
        embed(first, in: root)
        root.addChild(second)
        return (root, first, second)
      }
      application.trace.removeAll()
      let log = Log()
      try application.perform {
        root.transition(from: first, to: second, duration: 0, completion: { _ in log.note("completion") })
      }
      #expect(application.trace.linesWithoutLayout == ["Second loadView", "Second viewDidLoad"])
      #expect(log.lines == ["completion"])
      #expect(first.view.superview == nil)
      #expect(second.view.superview === root.view)
    }
  }
}
