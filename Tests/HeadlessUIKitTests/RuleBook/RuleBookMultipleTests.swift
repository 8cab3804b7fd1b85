import HeadlessUIKit
import Testing

/// MultipleViewController in its corrected mode: what part 1.3 asks for, by the rules of R1 to R6.
@MainActor
@Suite("Rule book: MultipleViewController, corrected")
struct RuleBookMultipleTests {
  @Test("1.2.1: every initialiser puts an empty control into the title view, before any view exists")
  func initialisers() throws {
    try withScene { application in
      try application.perform {
        let containers = [RuleBookPages(), RuleBookPages(nibName: "Nib", bundle: nil), RuleBookPages(coder: NSCoder())]
        for container in containers {
          let container = try #require(container)
          #expect(container.navigationItem.titleView === container.segmentedControl)
          #expect(container.segmentedControl.numberOfSegments == 0)
          #expect(container.segmentedControl.selectedSegmentIndex == UISegmentedControl.noSegment)
          #expect(!container.isViewLoaded)
        }
      }
    }
  }

  @Test("1.2.3, R13.2: a segment is labelled by the child's navigation item, not by the child's title")
  func segmentLabels() throws {
    try withScene { application in
      try application.perform {
        let first = First()
        first.title = "title"
        first.navigationItem.title = "item"
        let second = Second()
        second.title = "second"
        let pages = makePages([first, second, Third()])
        #expect(pages.segmentedControl.numberOfSegments == 3)
        #expect(pages.segmentedControl.titleForSegment(at: 0) == "item")
        #expect(pages.segmentedControl.titleForSegment(at: 1) == "second")
        #expect((pages.segmentedControl.titleForSegment(at: 2) ?? "") == "")
      }
    }
  }

  @Test(
    "1.2.3: the first child that is added is selected in the control, silently",
    arguments: MultipleViewController.Mode.allCases)
  func firstChildIsSelected(mode: MultipleViewController.Mode) throws {
    try withScene { application in
      let delegate = RuleBookDelegate()
      try application.perform {
        let pages = makePages([], mode: mode)
        pages.delegate = delegate
        pages.addViewController(First())
        pages.addViewController(Second())
        #expect(pages.segmentedControl.selectedSegmentIndex == 0)
        #expect(pages.selectedIndex == 0)
        #expect(!pages.isViewLoaded)
      }
      #expect(delegate.lines == [])
    }
  }

  @Test("1.2.3, 1.2.9: inserting beyond the end changes nothing", arguments: MultipleViewController.Mode.allCases)
  func insertBeyondTheEnd(mode: MultipleViewController.Mode) throws {
    try withScene { application in
      try application.perform {
        let pages = makePages([First()], mode: mode)
        application.trace.removeAll()
        let second = Second()
        #expect(throws: SegmentNotFound.self) { try pages.insertViewController(second, at: 2) }
        #expect(second.parent == nil)
        #expect(pages.viewControllers.count == 1)
        #expect(pages.children.count == 1)
        #expect(pages.segmentedControl.numberOfSegments == 1)
        #expect(application.trace.lines == [])
      }
    }
  }

  @Test("1.2.4, 1.3: every child hears willMove and then didMove, once", arguments: UIApplication.Profile.allCases)
  func childrenHearOfTheirParent(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let pages = try application.perform { makePages([First(), Second()]) }
      try application.perform { embed(pages, in: stage.root) }
      try application.perform { try pages.select(1) }
      for name in ["First", "Second"] {
        let moves = application.lines(of: name).filter { $0.contains("Move(") }
        #expect(moves == ["\(name) willMove(toParent: RuleBookPages)", "\(name) didMove(toParent: RuleBookPages)"])
      }
      #expect(pages.children.map(\.className) == ["First", "Second"])
    }
  }

  @Test("R3.10, R4.2, S56: the selected child is loaded in viewDidLoad and appears with its container")
  func showAsRoot() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second(), Third(), Other()]) }
      application.trace.removeAll()
      _ = try application.perform { show(pages) }
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "RuleBookPages loadView", "RuleBookPages viewDidLoad", "First loadView", "First viewDidLoad",
          "RuleBookPages viewWillAppear(false)", "First viewWillAppear(false)",
          "RuleBookPages viewIsAppearing(false)", "First viewIsAppearing(false)",
          "RuleBookPages viewDidAppear(false)", "First viewDidAppear(false)",
        ])
      #expect(pages.viewControllers.map(\.isViewLoaded) == [true, false, false, false])
    }
  }

  @Test("R3.9: a container that is embedded in a visible parent brings its child along")
  func embedInVisibleParent() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let pages = try application.perform { makePages([First(), Second()]) }
      application.trace.removeAll()
      try application.perform {
        embed(pages, in: stage.root)
        // R2.5: the did-callbacks wait for the next turn.
        #expect(application.lines(of: "First").last == "First viewIsAppearing(false)")
      }
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "RuleBookPages willMove(toParent: Root)",
          "RuleBookPages loadView", "RuleBookPages viewDidLoad", "First loadView", "First viewDidLoad",
          "RuleBookPages viewWillAppear(false)", "First viewWillAppear(false)",
          "RuleBookPages viewIsAppearing(false)", "First viewIsAppearing(false)",
          "RuleBookPages didMove(toParent: Root)",
          "RuleBookPages viewDidAppear(false)", "First viewDidAppear(false)",
        ])
    }
  }

  @Test("R3.11, R4.2: removing the container takes only the selected child off screen, and moves none")
  func removeTheContainer() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let pages = try application.perform { makePages([First(), Second()]) }
      try application.perform { embed(pages, in: stage.root) }
      application.trace.removeAll()
      try application.perform { unembed(pages) }
      #expect(
        application.linesWithoutDeinit == [
          "RuleBookPages willMove(toParent: nil)",
          "RuleBookPages viewWillDisappear(false)", "First viewWillDisappear(false)",
          "RuleBookPages didMove(toParent: nil)",
          "RuleBookPages viewDidDisappear(false)", "First viewDidDisappear(false)",
        ])
      #expect(pages.children.count == 2)
    }
  }

  @Test("R3.9, R3.11, R7.3: a swap sends both wills before both dids, the old did first; common to all witnesses")
  func swapOnScreen() throws {
    try withScene(isStrict: true) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      let lines = application.lines(withoutMovesInto: "RuleBookPages")
      #expect(
        lines.sorted() == [
          "First viewDidDisappear(false)", "First viewWillDisappear(false)",
          "Second loadView", "Second viewDidAppear(false)", "Second viewDidLoad",
          "Second viewIsAppearing(false)", "Second viewWillAppear(false)",
        ])
      #expect(
        isSubsequence(
          [
            "Second loadView", "Second viewDidLoad", "Second viewWillAppear(false)", "Second viewIsAppearing(false)",
            "First viewDidDisappear(false)", "Second viewDidAppear(false)",
          ], of: lines))
      #expect(isSubsequence(["First viewWillDisappear(false)", "First viewDidDisappear(false)"], of: lines))
      let first = pages.viewControllers[0]
      #expect(first.view.superview == nil)
      #expect(first.parent === pages)
      #expect(pages.viewControllers[1].view.isDescendant(of: pages.view))
    }
  }

  @Test("R2.5: the did-callbacks of a swap come one turn later", arguments: UIApplication.Profile.allCases)
  func swapDidCallbacksAreLate(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform {
        try pages.select(1)
        #expect(!application.trace.linesWithoutLayout.contains("First viewDidDisappear(false)"))
        #expect(!application.trace.linesWithoutLayout.contains("Second viewDidAppear(false)"))
        #expect(application.trace.linesWithoutLayout.contains("First viewWillDisappear(false)"))
      }
      #expect(application.trace.linesWithoutLayout.contains("Second viewDidAppear(false)"))
    }
  }

  @Test("R2.7, R5: a swap that is reversed in the same turn leaves only legal pairs")
  func swapAndBack() throws {
    try withScene(isStrict: true) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform {
        try pages.select(1)
        try pages.select(0)
      }
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(pages.viewControllers.map(\.appearanceState) == [.appeared, .disappeared])
      #expect(pages.viewControllers[0].view.isDescendant(of: pages.view))
      #expect(!pages.viewControllers[1].view.isDescendant(of: pages.view))
    }
  }

  @Test("R3.13: off screen a selection sends no appearance callbacks; later only the selected child is forwarded to")
  func swapOffScreen() throws {
    try withScene { application in
      let pages = try application.perform {
        let pages = makePages([First(), Second()])
        pages.loadViewIfNeeded()
        return pages
      }
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      #expect(application.lines(withoutMovesInto: "RuleBookPages") == ["Second loadView", "Second viewDidLoad"])
      application.trace.removeAll()
      _ = try application.perform { show(pages) }
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "RuleBookPages viewWillAppear(false)", "Second viewWillAppear(false)",
          "RuleBookPages viewIsAppearing(false)", "Second viewIsAppearing(false)",
          "RuleBookPages viewDidAppear(false)", "Second viewDidAppear(false)",
        ])
    }
  }

  @Test("R4.4, R5: a parent that forwards by hand drives the container and, through it, the selected child")
  func manualParent() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      let pages = try application.perform { makePages([First(), Second()]) }
      application.trace.removeAll()
      try application.perform { embed(pages, in: stage.root) }
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "RuleBookPages willMove(toParent: Manual)", "RuleBookPages loadView", "RuleBookPages viewDidLoad",
          "First loadView", "First viewDidLoad", "RuleBookPages didMove(toParent: Manual)",
        ])
      application.trace.removeAll()
      try application.perform {
        pages.beginAppearanceTransition(true, animated: true)
        pages.endAppearanceTransition()
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookPages viewWillAppear(true)", "First viewWillAppear(true)",
          "RuleBookPages viewIsAppearing(true)", "First viewIsAppearing(true)",
          "RuleBookPages viewDidAppear(true)", "First viewDidAppear(true)",
        ])
    }
  }

  @Test("R5: a child that is selected while its container is still to appear shows nothing before that")
  func minimumRule() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Manual() }
      let pages = try application.perform { makePages([First(), Second()]) }
      try application.perform { embed(pages, in: stage.root) }
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      #expect(application.lines(withoutMovesInto: "RuleBookPages") == ["Second loadView", "Second viewDidLoad"])
      application.trace.removeAll()
      try application.perform {
        pages.beginAppearanceTransition(true, animated: false)
        pages.endAppearanceTransition()
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookPages viewWillAppear(false)", "Second viewWillAppear(false)",
          "RuleBookPages viewDidAppear(false)", "Second viewDidAppear(false)",
        ])
    }
  }

  @Test("S15, R3.13: a hidden content area does not keep the child from appearing")
  func hiddenContentView() throws {
    try withScene { application in
      let pages = try application.perform {
        let pages = makePages([First(), Second()])
        let area = UIView(frame: CGRect(x: 0, y: 100, width: 320, height: 200))
        pages.view.addSubview(area)
        pages.contentView = area
        area.isHidden = true
        _ = show(pages)
        return pages
      }
      #expect(pages.viewControllers[0].appearanceState == .appeared)
      #expect(pages.viewControllers[0].view.superview === pages.contentView)
      try application.perform { try pages.select(1) }
      #expect(pages.viewControllers.map(\.appearanceState) == [.disappeared, .appeared])
      #expect(pages.viewControllers[1].view.superview === pages.contentView)
    }
  }

  @Test("R3.1: a child that another parent takes is no member any more")
  func childIsTaken() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (pages, second) = try application.perform {
        let second = Second()
        second.title = "second"
        return (makePages([First(), second]), second)
      }
      try application.perform { embed(pages, in: stage.root) }
      application.trace.removeAll()
      try application.perform { stage.root.addChild(second) }
      #expect(
        isSubsequence(
          ["Second didMove(toParent: nil)", "Second willMove(toParent: Root)"], of: application.trace.linesWithoutLayout
        ))
      #expect(second.parent === stage.root)
      #expect(pages.viewControllers.map(\.className) == ["First"])
      #expect(pages.segmentedControl.numberOfSegments == 1)
      #expect(pages.selectedIndex == 0)
    }
  }
}
