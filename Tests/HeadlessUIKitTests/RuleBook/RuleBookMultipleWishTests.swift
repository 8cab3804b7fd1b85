import HeadlessUIKit
import Testing

/// What users asked for (part 1.3), and the corrected answers to the faults of part 1.2.
@MainActor
@Suite("Rule book: MultipleViewController, wishes")
struct RuleBookMultipleWishTests {
  @Test("1.2.5, 1.3: inserting before the selected child shifts the index; child and control stay together")
  func insertBeforeSelected() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform { try pages.insertViewController(Third(), at: 0) }
      #expect(pages.selectedIndex == 1)
      #expect(pages.selectedViewController === pages.viewControllers[1])
      #expect(pages.segmentedControl.selectedSegmentIndex == 1)
      #expect(pages.viewControllers.map(\.className) == ["Third", "First", "Second"])
      #expect(application.lines(of: "First") == [])
      #expect(application.lines(withoutMovesInto: "RuleBookPages") == [])
      #expect(pages.viewControllers[1].appearanceState == .appeared)
    }
  }

  @Test("1.3: a removed child that was not on screen hears of the move only")
  func removeUnselected() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second(), Third()]) }
      _ = try application.perform {
        try pages.select(2)
        _ = show(pages)
      }
      application.trace.removeAll()
      try application.perform {
        let removed = try pages.removeViewController(at: 0)
        #expect(removed.parent == nil)
      }
      #expect(
        application.linesWithoutDeinit == ["First willMove(toParent: nil)", "First didMove(toParent: nil)"])
      #expect(pages.selectedIndex == 1)
      #expect(pages.selectedViewController?.className == "Third")
      #expect(pages.segmentedControl.numberOfSegments == 2)
      #expect(pages.segmentedControl.selectedSegmentIndex == 1)
    }
  }

  @Test("R3.11, 1.3: removing the selected child takes it off screen by the rules of removal and shows another one")
  func removeSelected() throws {
    try withScene(isStrict: true) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform { _ = try pages.removeViewController(at: 0) }
      let first = application.lines(of: "First")
      #expect(isSubsequence(["First willMove(toParent: nil)", "First viewWillDisappear(false)"], of: first))
      #expect(isSubsequence(["First viewWillDisappear(false)", "First didMove(toParent: nil)"], of: first))
      #expect(isSubsequence(["First viewWillDisappear(false)", "First viewDidDisappear(false)"], of: first))
      #expect(first.filter { !$0.hasSuffix("deinit") }.count == 4)
      #expect(first.last == "First deinit")
      #expect(pages.viewControllers.map(\.className) == ["Second"])
      #expect(pages.selectedIndex == 0)
      #expect(pages.viewControllers[0].appearanceState == .appeared)
      #expect(pages.view.subviews.contains { $0 === pages.viewControllers[0].view })
    }
  }

  @Test("1.3: the last child can be removed, and another one come; the container survives no children")
  func removeTheLast() throws {
    try withScene(isStrict: true) { application in
      let pages = try application.perform { makePages([First()]) }
      _ = try application.perform { show(pages) }
      try application.perform { _ = try pages.removeViewController(at: 0) }
      #expect(pages.segmentedControl.numberOfSegments == 0)
      #expect(pages.segmentedControl.selectedSegmentIndex == UISegmentedControl.noSegment)
      #expect(pages.selectedViewController == nil)
      application.trace.removeAll()
      try application.perform { pages.addViewController(Second()) }
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "Second loadView", "Second viewDidLoad", "Second viewWillAppear(false)", "Second viewIsAppearing(false)",
          "Second viewDidAppear(false)",
        ])
      #expect(pages.selectedIndex == 0)
      #expect(pages.segmentedControl.selectedSegmentIndex == 0)
    }
  }

  @Test("S54, 1.2.6: an empty container is shown, and selecting in it is an error without effect")
  func emptyContainer() throws {
    try withScene(isStrict: true) { application in
      let pages = try application.perform { makePages([]) }
      _ = try application.perform { show(pages) }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookPages loadView", "RuleBookPages viewDidLoad", "RuleBookPages viewWillAppear(false)",
          "RuleBookPages viewIsAppearing(false)", "RuleBookPages viewDidAppear(false)",
        ])
      try application.perform {
        _ = #expect(throws: SegmentNotFound(index: 0, count: 0)) { try pages.select(0) }
      }
      #expect(pages.selectedViewController == nil)
    }
  }

  @Test("S54: an index out of range is an error without effect", arguments: MultipleViewController.Mode.allCases)
  func indexOutOfRange(mode: MultipleViewController.Mode) throws {
    try withScene { application in
      let delegate = RuleBookDelegate()
      let pages = try application.perform { makePages([First(), Second()], mode: mode) }
      pages.delegate = delegate
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform {
        for index in [2, -1, Int.max, Int.min] {
          #expect(throws: SegmentNotFound(index: index, count: 2)) { try pages.select(index) }
        }
      }
      #expect(application.trace.lines == [])
      #expect(pages.selectedIndex == 0)
      #expect(pages.segmentedControl.selectedSegmentIndex == 0)
      #expect(delegate.lines == [])
    }
  }

  @Test("S53: an initial index other than 0 shows in control and content, and only that child is loaded")
  func initialIndex() throws {
    try withScene { application in
      let pages = try application.perform {
        RuleBookPages(childViewControllers: [First(), Second(), Third()], initialIndex: 2)
      }
      application.trace.removeAll()
      _ = try application.perform { show(pages) }
      #expect(pages.selectedIndex == 2)
      #expect(pages.segmentedControl.selectedSegmentIndex == 2)
      #expect(pages.viewControllers.map(\.isViewLoaded) == [false, false, true])
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "RuleBookPages loadView", "RuleBookPages viewDidLoad", "Third loadView", "Third viewDidLoad",
          "RuleBookPages viewWillAppear(false)", "Third viewWillAppear(false)",
          "RuleBookPages viewIsAppearing(false)", "Third viewIsAppearing(false)",
          "RuleBookPages viewDidAppear(false)", "Third viewDidAppear(false)",
        ])
    }
  }

  @Test("S52: a selection before the view is loaded decides on child and bar; the other child is not loaded")
  func selectBeforeLoading() throws {
    try withScene { application in
      let pages = try application.perform {
        let first = First()
        first.title = "first"
        let second = Second()
        second.title = "second"
        let pages = makePages([first, second])
        try pages.select(1)
        _ = show(pages)
        return pages
      }
      #expect(pages.viewControllers[1].appearanceState == .appeared)
      #expect(pages.viewControllers[1].view.isDescendant(of: pages.view))
      #expect(pages.navigationItem.title == "second")
      #expect(pages.segmentedControl.selectedSegmentIndex == 1)
      #expect(!pages.viewControllers[0].isViewLoaded)
    }
  }

  @Test(
    "1.2.14, 1.3: what the selected child changes later is in the container's item at once; others' changes are not")
  func liveMirroring() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      try application.perform {
        let item = pages.viewControllers[0].navigationItem
        let back = ruleBookItem("back")
        item.title = "title"
        item.prompt = "prompt"
        item.backBarButtonItem = back
        item.backButtonTitle = "back title"
        item.hidesBackButton = true
        item.leftItemsSupplementBackButton = true
        item.leftBarButtonItems = [ruleBookItem("a"), ruleBookItem("b")]
        item.rightBarButtonItems = [ruleBookItem("c"), ruleBookItem("d")]
        pages.viewControllers[0].toolbarItems = [ruleBookItem("e")]
        let other = pages.viewControllers[1]
        other.navigationItem.title = "other"
        other.navigationItem.rightBarButtonItem = ruleBookItem("x")
        other.toolbarItems = [ruleBookItem("y")]
        #expect(pages.navigationItem.title == "title")
        #expect(pages.navigationItem.prompt == "prompt")
        #expect(pages.navigationItem.backBarButtonItem === back)
        #expect(pages.navigationItem.backButtonTitle == "back title")
        #expect(pages.navigationItem.hidesBackButton)
        #expect(pages.navigationItem.leftItemsSupplementBackButton)
        #expect(titles(pages.navigationItem.leftBarButtonItems) == ["a", "b"])
        #expect(titles(pages.navigationItem.rightBarButtonItems) == ["c", "d"])
        #expect(titles(pages.toolbarItems) == ["e"])
        #expect(pages.navigationItem.titleView === pages.segmentedControl)
      }
    }
  }

  @Test("1.2.14: a segment's label follows the child's navigation item")
  func liveLabels() throws {
    try withScene { application in
      try application.perform {
        let pages = makePages([First(), Second()])
        pages.viewControllers[0].navigationItem.title = "one"
        pages.viewControllers[1].title = "two"
        #expect(pages.segmentedControl.titleForSegment(at: 0) == "one")
        #expect(pages.segmentedControl.titleForSegment(at: 1) == "two")
      }
    }
  }

  @Test("S51: selecting a child without items leaves none of the previous child's")
  func noLeftOvers() throws {
    try withScene { application in
      let pages = try application.perform {
        let first = First()
        first.navigationItem.rightBarButtonItems = [ruleBookItem("a"), ruleBookItem("b")]
        first.navigationItem.leftBarButtonItems = [ruleBookItem("c"), ruleBookItem("d")]
        let pages = makePages([first, Second()])
        _ = show(pages)
        return pages
      }
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["a", "b"])
      try application.perform { try pages.select(1) }
      #expect(titles(pages.navigationItem.rightBarButtonItems) == [])
      #expect(titles(pages.navigationItem.leftBarButtonItems) == [])
      try application.perform { try pages.select(0) }
      #expect(titles(pages.navigationItem.leftBarButtonItems) == ["c", "d"])
    }
  }

  @Test("1.2.12: a locked property stays the container's own, also when the child changes it later")
  func lockedProperties() throws {
    try withScene { application in
      let pages = try application.perform {
        let first = First()
        first.navigationItem.title = "child"
        first.navigationItem.prompt = "child"
        first.navigationItem.rightBarButtonItems = [ruleBookItem("a")]
        let pages = makePages([])
        pages.lockedProperties = [.title, .rightBarButtonItems, .rightBarButtonItem]
        pages.navigationItem.title = "own"
        pages.navigationItem.rightBarButtonItems = [ruleBookItem("own")]
        pages.addViewController(first)
        _ = show(pages)
        return pages
      }
      #expect(pages.navigationItem.title == "own")
      #expect(pages.navigationItem.prompt == "child")
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["own"])
      try application.perform {
        pages.viewControllers[0].navigationItem.title = "later"
        pages.viewControllers[0].navigationItem.rightBarButtonItem = ruleBookItem("later")
      }
      #expect(pages.navigationItem.title == "own")
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["own"])
    }
  }

  @Test("1.2.10: person and program take the same path, and the delegate is told for both")
  func delegateIsTold() throws {
    try withScene { application in
      let delegate = RuleBookDelegate()
      let pages = try application.perform { makePages([First(), Second()]) }
      pages.delegate = delegate
      let nav = try application.perform { RuleBookNav(rootViewController: pages) }
      _ = try application.perform { show(nav) }
      #expect(delegate.lines == [])
      try application.perform { try pages.select(1) }
      try application.perform { _ = try pages.segmentedControl.userSelectSegment(0) }
      #expect(delegate.lines == ["didSelect Second index 1 control 1", "didSelect First index 0 control 0"])
    }
  }

  @Test("1.3: selecting the selected child again swaps nothing and tells the delegate of it")
  func reselect() throws {
    try withScene { application in
      let delegate = RuleBookDelegate()
      let pages = try application.perform { makePages([First(), Second()]) }
      pages.delegate = delegate
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform { try pages.select(0) }
      #expect(application.trace.linesWithoutLayout == [])
      #expect(delegate.lines == ["didReselect First"])
    }
  }

  @Test("1.3: all children can be replaced at run time")
  func replaceAll() throws {
    try withScene(isStrict: true) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform { pages.viewControllers = [Third(), Other()] }
      #expect(pages.viewControllers.map(\.className) == ["Third", "Other"])
      #expect(pages.children.map(\.className) == ["Third", "Other"])
      #expect(pages.segmentedControl.numberOfSegments == 2)
      #expect(pages.selectedIndex == 0)
      #expect(pages.viewControllers.map(\.appearanceState) == [.appeared, .disappeared])
      #expect(
        application.lines(of: "Second") == [
          "Second willMove(toParent: nil)", "Second didMove(toParent: nil)", "Second deinit",
        ])
      #expect(application.lines(of: "First").last == "First deinit")
      #expect(application.liveControllers.count == 3)
    }
  }

  @Test("1.3: another control can be given, which need not be in the title; a person drives the container with it")
  func ownControl() throws {
    try withScene { application in
      let pages = try application.perform {
        let pages = makePages([First(), Second()])
        let control = UISegmentedControl(frame: CGRect(x: 0, y: 0, width: 320, height: 30))
        pages.view.addSubview(control)
        pages.segmentedControl = control
        _ = show(pages)
        return pages
      }
      #expect(pages.segmentedControl.numberOfSegments == 2)
      #expect(pages.segmentedControl.selectedSegmentIndex == 0)
      #expect(pages.segmentedControl.superview === pages.view)
      try application.perform { _ = try pages.segmentedControl.userSelectSegment(1) }
      #expect(pages.selectedIndex == 1)
      #expect(pages.viewControllers[1].appearanceState == .appeared)
    }
  }

  @Test("1.2.20: children are held, the delegate is not, and the list is a copy")
  func ownership() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      do {
        let delegate = RuleBookDelegate()
        pages.delegate = delegate
        #expect(pages.delegate === delegate)
      }
      #expect(pages.delegate == nil)
      var copy = pages.viewControllers
      copy.removeAll()
      #expect(pages.viewControllers.count == 2)
    }
  }
}
