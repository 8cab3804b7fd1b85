import HeadlessUIKit
import Testing

/// A container whose overrides do not call super (R4.3).
private final class QuietPages: MultipleViewController {
  override func viewWillAppear(_ animated: Bool) {}
  override func viewIsAppearing(_ animated: Bool) {}
  override func viewDidAppear(_ animated: Bool) {}
  override func viewWillDisappear(_ animated: Bool) {}
  override func viewDidDisappear(_ animated: Bool) {}
}

/// A child with an action that a bar item without a target finds.
private final class Acting: UIViewController {
  var taps = 0

  override class var actionMethods: [ActionMethod] { [ActionMethod("go", Acting.go)] }

  func go() { taps += 1 }
}

/// The containers inside one another, and children that come and go on other ways than the container's own.
@MainActor
@Suite("Rule book: containers in containers")
struct RuleBookMoreTests {
  @Test("R7.3, S28, R4.2, profile ios5: a swap of two containers reaches their children, parents first")
  func swapOfContainers() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let root = stage.root
      let pages = try application.perform { makePages([First(), Second()]) }
      let nav = try application.perform { RuleBookNav(rootViewController: Third()) }
      try application.perform { embed(pages, in: root) }
      try application.perform { root.addChild(nav) }
      application.trace.removeAll()
      try application.perform {
        root.transition(
          from: pages, to: nav, duration: 0, completion: { [weak nav, weak root] _ in nav?.didMove(toParent: root) })
      }
      #expect(
        application.linesWithoutDeinit == [
          "RuleBookNav loadView", "RuleBookNav viewDidLoad", "Third loadView", "Third viewDidLoad",
          "RuleBookNav viewWillAppear(false)", "Third viewWillAppear(false)",
          "RuleBookPages viewWillDisappear(false)", "First viewWillDisappear(false)",
          "RuleBookPages viewDidDisappear(false)", "First viewDidDisappear(false)",
          "RuleBookNav viewDidAppear(false)", "Third viewDidAppear(false)",
          "RuleBookNav didMove(toParent: Root)",
        ])
    }
  }

  @Test("R4.3: forwarding to the selected child does not depend on overrides that call super")
  func quiet() throws {
    try withScene { application in
      let pages = try application.perform {
        let pages = QuietPages()
        pages.addViewController(First())
        pages.addViewController(Second())
        _ = show(pages)
        return pages
      }
      #expect(pages.viewControllers[0].appearanceState == .appeared)
      try application.perform { try pages.select(1) }
      #expect(pages.viewControllers.map(\.appearanceState) == [.disappeared, .appeared])
    }
  }

  @Test("R3.11: a selected child that an author takes out by hand is no member any more")
  func takenOutByHand() throws {
    try withScene { application in
      let stage = try Stage(application) { makePages([First(), Second()]) }
      let pages = stage.root
      try application.perform { unembed(pages.viewControllers[0]) }
      #expect(pages.viewControllers.map(\.className) == ["Second"])
      #expect(pages.segmentedControl.numberOfSegments == 1)
      #expect(pages.selectedIndex == 0)
      #expect(pages.viewControllers[0].appearanceState == .appeared)
      #expect(
        isSubsequence(
          ["First willMove(toParent: nil)", "First viewWillDisappear(false)", "First didMove(toParent: nil)"],
          of: application.trace.linesWithoutLayout))
      #expect(application.lines(of: "First").filter { $0.contains("didMove") }.count == 1)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(application.brokenContracts == [])
    }
  }

  @Test("R3.12: a selected child whose parent is cleared only stays on screen without a disappearance")
  func parentClearedOnly() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let nav = try application.perform { RuleBookNav(rootViewController: First()) }
      try application.perform { embed(nav, in: stage.root) }
      application.trace.removeAll()
      try application.perform { nav.removeFromParent() }
      #expect(application.trace.linesWithoutLayout == ["RuleBookNav didMove(toParent: nil)"])
      #expect(nav.view.window === stage.window)
      #expect(nav.topViewController?.appearanceState == .appeared)
    }
  }

  @Test("R3.1: a child goes from one segmented container to another, selected in both")
  func betweenContainers() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (one, two) = try application.perform { (makePages([First(), Second()]), makePages([])) }
      try application.perform {
        embed(one, in: stage.root)
        embed(two, in: stage.root)
      }
      let first = one.viewControllers[0]
      application.trace.removeAll()
      try application.perform { two.addViewController(first) }
      #expect(first.parent === two)
      #expect(one.viewControllers.map(\.className) == ["Second"])
      #expect(two.viewControllers.map(\.className) == ["First"])
      #expect(first.view.isDescendant(of: two.view))
      #expect(first.appearanceState == .appeared)
      #expect(one.viewControllers[0].appearanceState == .appeared)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(application.brokenContracts == [])
    }
  }

  @Test("R3.5: a child that is added once more moves last and is there once")
  func addedTwice() throws {
    try withScene { application in
      let stage = try Stage(application) { makePages([First(), Second()]) }
      let pages = stage.root
      try application.perform { pages.addViewController(pages.viewControllers[0]) }
      #expect(pages.viewControllers.map(\.className) == ["Second", "First"])
      #expect(pages.children.count == 2)
      #expect(pages.segmentedControl.numberOfSegments == 2)
      #expect(pages.selectedViewController?.className == "First")
      #expect(pages.segmentedControl.selectedSegmentIndex == 1)
      #expect(pages.viewControllers.map(\.appearanceState) == [.disappeared, .appeared])
      #expect(application.trace.linesWithoutLayout.filter { $0.contains("view") } == [])
    }
  }

  @Test("R3.1, S36: who takes a navigation controller's root leaves stack and parent in agreement")
  func navigationRootIsTaken() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let first = try application.perform { First() }
      let nav = try application.perform { RuleBookNav(rootViewController: first) }
      try application.perform { embed(nav, in: stage.root) }
      try application.perform { stage.root.addChild(first) }
      let isMember = nav.viewControllers.contains { $0 === first }
      #expect(isMember == (first.parent === nav))
      #expect(isMember == nav.children.contains { $0 === first })
      #expect((nav.navigationBar.topItem === first.navigationItem) == isMember)
      #expect(stage.root.children.contains { $0 === first } == !isMember)
    }
  }

  @Test("R13.3, 1.3: the control of a nested container is in no bar and cannot be used; a program selects with it")
  func nestedControl() throws {
    try withScene { application in
      let inner = try application.perform { RuleBookInnerPages(childViewControllers: [First(), Second()]) }
      let outer = try application.perform { makePages([inner, Third()]) }
      _ = try application.perform { show(RuleBookNav(rootViewController: outer)) }
      try application.perform {
        _ = #expect(throws: TapError.self) { try inner.segmentedControl.userSelectSegment(1) }
      }
      #expect(inner.selectedIndex == 0)
      application.trace.removeAll()
      try application.perform { try inner.select(1) }
      #expect(inner.viewControllers.map(\.appearanceState) == [.disappeared, .appeared])
      #expect(application.lines(of: "RuleBookPages") == [])
      application.trace.removeAll()
      try application.perform { _ = try outer.segmentedControl.userSelectSegment(1) }
      let lines = application.lines(withoutMovesInto: "RuleBookPages")
      #expect(
        isSubsequence(
          [
            "RuleBookInnerPages viewWillDisappear(false)", "Second viewWillDisappear(false)",
            "RuleBookInnerPages viewDidDisappear(false)", "Second viewDidDisappear(false)",
            "Third viewDidAppear(false)",
          ], of: lines))
      #expect(application.lines(of: "First") == [])
    }
  }

  @Test("R13.3, S59, R14.6: a mirrored item without a target finds the selected child, and is on screen once")
  func mirroredAction() throws {
    try withScene { application in
      let acting = try application.perform { Acting() }
      _ = try application.perform {
        acting.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "go", target: nil, action: "go")
        _ = show(RuleBookNav(rootViewController: makePages([First(), acting])))
      }
      #expect(application.barButtonItemsOnScreen.isEmpty)
      try application.perform {
        try (acting.parent as? RuleBookPages)?.select(1)
      }
      #expect(application.barButtonItemsOnScreen.count == 1)
      try application.perform {
        let sent = try application.barButtonItemsOnScreen[0].tap()
        #expect(sent == 1)
      }
      #expect(acting.taps == 1)
    }
  }

  @Test("S56, 1.3: inserting before the view is loaded loads nothing")
  func insertLoadsNothing() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      try application.perform { try pages.insertViewController(Other(), at: 0) }
      #expect(!pages.isViewLoaded)
      #expect(pages.viewControllers.map(\.isViewLoaded) == [false, false, false])
    }
  }

  @Test("S56, 1.3: removing a child before the view is loaded loads nothing", arguments: [0, 1])
  func removeLoadsNothing(index: Int) throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      try application.perform { _ = try pages.removeViewController(at: index) }
      #expect(!pages.isViewLoaded)
      #expect(pages.viewControllers.map(\.isViewLoaded) == [false])
    }
  }

  @Test("S56, 1.3: replacing the children before the view is loaded loads nothing")
  func replaceLoadsNothing() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      try application.perform { pages.viewControllers = [Third(), Other()] }
      #expect(!pages.isViewLoaded)
      #expect(pages.viewControllers.map(\.isViewLoaded) == [false, false])
    }
  }

  @Test("R2.1, R2.2: at viewIsAppearing the size is final, and layout comes between it and viewDidAppear")
  func geometryIsFinal() throws {
    try withScene { application in
      let log = Log()
      let note: HookedController.Hook = { log.note("\($0.className) \($0.view.bounds.size.text)") }
      let pages = try application.perform {
        let (first, second) = (First(), Second())
        first.onViewIsAppearing = note
        second.onViewIsAppearing = note
        first.navigationItem.prompt = "prompt"
        second.navigationItem.prompt = "prompt"
        let pages = makePages([first, second])
        _ = show(RuleBookNav(rootViewController: pages))
        return pages
      }
      try application.perform { try pages.select(1) }
      try advance(application, by: 1)
      #expect(log.lines == ["First 320x406", "Second 320x406"])
      for name in ["First", "Second"] {
        #expect(
          isSubsequence(
            [
              "\(name) viewWillAppear(false)", "\(name) viewIsAppearing(false)", "\(name) viewWillLayoutSubviews",
              "\(name) viewDidLayoutSubviews", "\(name) viewDidAppear(false)",
            ], of: application.trace.lines))
      }
    }
  }

  @Test("R2.2, R13.10: a prompt that the root sets in its viewDidLoad counts at its viewIsAppearing")
  func promptInViewDidLoad() throws {
    try withScene { application in
      let log = Log()
      _ = try application.perform {
        let first = First()
        first.onViewDidLoad = { $0.navigationItem.prompt = "prompt" }
        first.onViewIsAppearing = { log.note($0.view.bounds.size.text) }
        _ = show(RuleBookNav(rootViewController: first))
      }
      #expect(log.lines == ["320x406"])
    }
  }

  @Test(
    "R17.1: a child that was taken out and let go hears of no memory warning", arguments: UIApplication.Profile.allCases
  )
  func warningAfterRemoval(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { makePages([First(), Second()]) }
      try application.perform { _ = try stage.root.removeViewController(at: 0) }
      application.trace.removeAll()
      _ = try application.perform { application.simulateMemoryWarning() }
      #expect(
        application.trace.linesWithoutLayout.sorted() == [
          "RuleBookPages didReceiveMemoryWarning", "Second didReceiveMemoryWarning",
        ])
    }
  }

  @Test("R18.7, R19.4: in a hidden window nobody hears of a rotation; shown, all have the new size")
  func hiddenWindowTurns() throws {
    try withScene { application in
      let pages = try application.perform { makePages([TurningChild(), TurningSibling()]) }
      let window = try application.perform { show(RuleBookNav(rootViewController: pages)) }
      try application.perform { window.isHidden = true }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(!application.trace.lines.contains { $0.contains("iewWillTransition(") })
      try application.perform { window.isHidden = false }
      #expect(pages.view.bounds.size == CGSize(width: 480, height: 276))
      #expect(pages.viewControllers[0].appearanceState == .appeared)
    }
  }

  @Test("R8.1: a navigation controller without members is shown and shows nothing")
  func emptyNavigation() throws {
    try withScene(isStrict: true) { application in
      let nav = try application.perform { RuleBookNav() }
      _ = try application.perform { show(nav) }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookNav loadView", "RuleBookNav viewDidLoad", "RuleBookNav viewWillAppear(false)",
          "RuleBookNav viewIsAppearing(false)", "RuleBookNav viewDidAppear(false)",
        ])
      #expect(nav.topViewController == nil)
      #expect(nav.barContent == nil)
    }
  }

  @Test(
    "R2.7, R4.6, 1.2.8: a faithful container in a bar, whatever is selected and shown, gives legal pairs",
    arguments: 0..<20 as Range<UInt64>)
  func randomFaithful(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    try withScene(seed.isMultiple(of: 2) ? .latest : .ios5) { application in
      let pages = try application.perform { makePages([First(), Second(), Third()], mode: .faithful) }
      let window = try application.perform { show(RuleBookNav(rootViewController: pages)) }
      for _ in 0..<40 {
        let index = Int.random(in: 0..<pages.viewControllers.count, using: &generator)
        let choice = Int.random(in: 0..<6, using: &generator)
        try application.perform {
          switch choice {
          case 0: window.isHidden.toggle()
          case 1: pages.addViewController(Other())
          case 2: pages.viewControllers[index].navigationItem.prompt = index.isMultiple(of: 2) ? "prompt" : nil
          default: try pages.select(index)
          }
        }
        let states = pages.viewControllers.enumerated().map { place, child in
          child.appearanceState == (place == pages.selectedIndex && !window.isHidden ? .appeared : .disappeared)
        }
        #expect(!states.contains(false))
        #expect(pages.segmentedControl.selectedSegmentIndex == pages.selectedIndex)
      }
      #expect(AppearanceChecker.violations(in: application.trace.events) == [])
      #expect(!application.trace.lines.contains { $0.contains("didMove(toParent: RuleBookPages)") })
    }
  }
}
