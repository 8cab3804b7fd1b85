import HeadlessUIKit
import Testing

/// Makes a view that does not follow its superview's size.
private final class Rigid: UIViewController {
  override func loadView() {
    view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  }
}

/// The original's behaviour, item by item (part 1.2).
@MainActor
@Suite("Rule book: MultipleViewController, faithful")
struct RuleBookFaithfulTests {
  private func shown(
    _ application: UIApplication, _ children: @escaping @MainActor () -> [UIViewController]
  ) throws -> RuleBookPages {
    let pages = try application.perform {
      let pages = makePages(children(), mode: .faithful)
      _ = show(pages)
      return pages
    }
    application.trace.removeAll()
    return pages
  }

  @Test("1.2.3, 1.2.4: adding sends willMove and nothing else, ever")
  func noDidMove() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()], mode: .faithful) }
      #expect(
        application.trace.lines == [
          "First willMove(toParent: RuleBookPages)", "Second willMove(toParent: RuleBookPages)",
        ])
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      #expect(!application.trace.lines.contains { $0.contains("didMove(toParent: RuleBookPages)") })
      #expect(pages.children.map(\.className) == ["First", "Second"])
    }
  }

  @Test("1.2.2: a container of a coder gets its children in code")
  func coder() throws {
    try withScene { application in
      let pages = try application.perform {
        let pages = try #require(RuleBookPages(coder: NSCoder()))
        pages.mode = .faithful
        pages.addViewController(First())
        pages.addViewController(Second())
        _ = show(pages)
        return pages
      }
      #expect(pages.viewControllers.map(\.isViewLoaded) == [true, false])
      #expect(pages.viewControllers[0].appearanceState == .appeared)
    }
  }

  @Test("1.2.6, 1.2.19, S18, R5: the first child is loaded in viewDidLoad, and does not appear before its container")
  func firstChild() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()], mode: .faithful) }
      application.trace.removeAll()
      _ = try application.perform { show(pages) }
      let lines = application.trace.linesWithoutLayout
      #expect(
        lines.prefix(4) == [
          "RuleBookPages loadView", "RuleBookPages viewDidLoad", "First loadView", "First viewDidLoad",
        ])
      #expect(isSubsequence(["RuleBookPages viewWillAppear(false)", "First viewWillAppear(false)"], of: lines))
      #expect(isSubsequence(["RuleBookPages viewWillAppear(false)", "First viewDidAppear(false)"], of: lines))
      #expect(
        application.lines(of: "First") == [
          "First loadView", "First viewDidLoad", "First viewWillAppear(false)", "First viewIsAppearing(false)",
          "First viewDidAppear(false)",
        ])
      #expect(pages.viewControllers[0].appearanceState == .appeared)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
    }
  }

  @Test("1.2.6: one child gives one segment, and works")
  func oneChild() throws {
    try withScene { application in
      let pages = try shown(application) { [First()] }
      #expect(pages.segmentedControl.numberOfSegments == 1)
      #expect(pages.viewControllers[0].view.superview === pages.view)
    }
  }

  @Test("1.2.6, S54: no children: the range exception of the original is reported, nothing crashes")
  func noChildren() throws {
    try withScene { application in
      let pages = try application.perform { makePages([], mode: .faithful) }
      _ = try application.perform { show(pages) }
      #expect(application.brokenContracts.map(\.kind) == [.indexOutOfRange])
      #expect(pages.isViewLoaded)
      #expect(pages.appearanceState == .appeared)
    }
  }

  @Test("1.2.7: selecting the selected index does nothing at all")
  func sameIndex() throws {
    try withScene { application in
      let delegate = RuleBookDelegate()
      let pages = try shown(application) { [First(), Second()] }
      pages.delegate = delegate
      try application.perform {
        pages.viewControllers[0].navigationItem.title = "later"
        try pages.select(0)
      }
      #expect(application.trace.lines == [])
      #expect(pages.navigationItem.title != "later")
      #expect(delegate.lines == [])
    }
  }

  @Test("1.2.8: the new child is fully on screen before the old one begins to go")
  func order() throws {
    try withScene { application in
      let pages = try shown(application) { [First(), Second()] }
      try application.perform { try pages.select(1) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Second loadView", "Second viewDidLoad", "Second viewWillAppear(false)", "Second viewIsAppearing(false)",
          "Second viewDidAppear(false)", "First viewWillDisappear(false)", "First viewDidDisappear(false)",
        ])
      try application.perform { try pages.select(0) }
      #expect(
        application.trace.linesWithoutLayout.suffix(5) == [
          "First viewWillAppear(false)", "First viewIsAppearing(false)", "First viewDidAppear(false)",
          "Second viewWillDisappear(false)", "Second viewDidDisappear(false)",
        ])
      #expect(pages.viewControllers[1].view.superview == nil)
    }
  }

  @Test("1.2.8, profile ios5: the same without viewIsAppearing, all of it before select returns")
  func orderIOS5() throws {
    try withScene(.ios5) { application in
      let pages = try shown(application) { [First(), Second()] }
      try application.perform {
        try pages.select(1)
        #expect(
          application.trace.linesWithoutLayout == [
            "Second loadView", "Second viewDidLoad", "Second viewWillAppear(false)", "Second viewDidAppear(false)",
            "First viewWillDisappear(false)", "First viewDidDisappear(false)",
          ])
      }
      #expect(application.trace.linesWithoutLayout.count == 6)
    }
  }

  @Test("1.2.8: code in the callbacks reads the old index, in a moment with both views; the delegate reads the new one")
  func oldIndexInCallbacks() throws {
    try withScene { application in
      let log = Log()
      let delegate = RuleBookDelegate()
      let pages = try shown(application) { [First(), Second()] }
      pages.delegate = delegate
      let note: (String) -> HookedController.Hook = { name in
        { controller in
          guard let pages = controller.parent as? RuleBookPages else { return }
          let views = pages.viewControllers.filter { $0.viewIfLoaded?.superview === pages.view }.map(\.className)
          log.note("\(name) \(pages.selectedIndex) \(pages.segmentedControl.selectedSegmentIndex) \(views)")
        }
      }
      let first = try #require(pages.viewControllers[0] as? HookedController)
      let second = try #require(pages.viewControllers[1] as? HookedController)
      second.onViewWillAppear = note("wA")
      second.onViewDidAppear = note("dA")
      first.onViewWillDisappear = note("wD")
      first.onViewDidDisappear = note("dD")
      try application.perform { try pages.select(1) }
      #expect(
        log.lines == [
          #"wA 0 0 ["First"]"#, #"dA 0 0 ["First", "Second"]"#, #"wD 0 0 ["First", "Second"]"#, #"dD 0 0 ["Second"]"#,
        ])
      #expect(delegate.lines == ["didSelect Second index 1 control 1"])
    }
  }

  @Test("1.2.10: a person's choice takes the same path; the control shows it before the swap")
  func personSelects() throws {
    try withScene { application in
      let log = Log()
      let delegate = RuleBookDelegate()
      let nav = try application.perform {
        RuleBookNav(rootViewController: makePages([First(), Second()], mode: .faithful))
      }
      _ = try application.perform { show(nav) }
      let pages = try #require(nav.topViewController as? RuleBookPages)
      pages.delegate = delegate
      (pages.viewControllers[1] as? HookedController)?.onViewWillAppear = { controller in
        guard let pages = controller.parent as? RuleBookPages else { return }
        log.note("\(pages.selectedIndex) \(pages.segmentedControl.selectedSegmentIndex)")
      }
      application.trace.removeAll()
      try application.perform { _ = try pages.segmentedControl.userSelectSegment(1) }
      #expect(log.lines == ["0 1"])
      #expect(delegate.lines == ["didSelect Second index 1 control 1"])
      #expect(
        application.trace.linesWithoutLayout == [
          "Second loadView", "Second viewDidLoad", "Second viewWillAppear(false)", "Second viewIsAppearing(false)",
          "Second viewDidAppear(false)", "First viewWillDisappear(false)", "First viewDidDisappear(false)",
        ])
    }
  }

  @Test(
    "1.2.5: inserting before the selected child does not move the index, and a later selection removes the wrong view")
  func insertBeforeSelected() throws {
    try withScene { application in
      let pages = try shown(application) { [First(), Second()] }
      try application.perform { try pages.insertViewController(Third(), at: 0) }
      #expect(pages.selectedIndex == 0)
      #expect(pages.viewControllers[0].className == "Third")
      #expect(pages.viewControllers[1].view.superview === pages.view)
      #expect(pages.viewControllers[0].viewIfLoaded?.superview == nil)
      try application.perform { try pages.select(2) }
      #expect(pages.selectedIndex == 2)
      #expect(pages.viewControllers[2].view.superview === pages.view)
      // The view of the child that was visible stays.
      #expect(pages.viewControllers[1].view.superview === pages.view)
    }
  }

  @Test("1.2.11, S52: selected before the view is loaded, the new child is visible below the old child's items")
  func selectBeforeLoading() throws {
    try withScene { application in
      let pages = try application.perform {
        let first = First()
        first.title = "first"
        first.navigationItem.rightBarButtonItem = ruleBookItem("first's")
        let second = Second()
        second.title = "second"
        second.navigationItem.rightBarButtonItem = ruleBookItem("second's")
        let pages = makePages([first, second], mode: .faithful)
        try pages.select(1)
        return pages
      }
      #expect(pages.selectedIndex == 1)
      #expect(pages.viewControllers.map(\.isViewLoaded) == [true, true])
      #expect(pages.viewControllers[0].view.superview == nil)
      #expect(pages.viewControllers[1].view.superview === pages.view)
      #expect(pages.navigationItem.title == "first")
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["first's"])
      _ = try application.perform { show(pages) }
      #expect(pages.viewControllers.map(\.appearanceState) == [.disappeared, .appeared])
      #expect(pages.navigationItem.title == "first")
    }
  }

  @Test("1.2.12: what is copied at the selection, and what is not")
  func copied() throws {
    try withScene { application in
      let pages = try shown(application) { [First(), Second()] }
      let back = try application.perform { ruleBookItem("back") }
      try application.perform {
        let child = pages.viewControllers[1]
        let item = child.navigationItem
        item.title = "title"
        item.prompt = "prompt"
        item.backBarButtonItem = back
        item.backButtonTitle = "back title"
        item.hidesBackButton = true
        item.leftItemsSupplementBackButton = true
        item.leftBarButtonItems = [ruleBookItem("a"), ruleBookItem("b")]
        item.rightBarButtonItems = [ruleBookItem("c"), ruleBookItem("d")]
        item.titleView = UIView(frame: .zero)
        child.toolbarItems = [ruleBookItem("e")]
        #expect(pages.navigationItem.title == nil)
        try pages.select(1)
      }
      #expect(pages.navigationItem.title == "title")
      #expect(pages.navigationItem.prompt == "prompt")
      #expect(pages.navigationItem.backBarButtonItem === back)
      #expect(pages.navigationItem.hidesBackButton)
      #expect(pages.navigationItem.leftItemsSupplementBackButton)
      #expect(titles(pages.navigationItem.leftBarButtonItems) == ["a", "b"])
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["c", "d"])
      #expect(pages.navigationItem.backButtonTitle == nil)
      #expect(pages.navigationItem.titleView === pages.segmentedControl)
      #expect(titles(pages.toolbarItems) == [])
    }
  }

  @Test("1.2.12: each flag keeps its property")
  func locked() throws {
    try withScene { application in
      let pages = try shown(application) { [First(), Second()] }
      try application.perform {
        let item = pages.viewControllers[1].navigationItem
        item.title = "child"
        item.prompt = "child"
        item.backBarButtonItem = ruleBookItem("child")
        item.hidesBackButton = true
        item.leftItemsSupplementBackButton = true
        item.leftBarButtonItems = [ruleBookItem("child")]
        item.rightBarButtonItems = [ruleBookItem("child")]
        pages.lockedProperties = [
          .title, .prompt, .backBarButtonItem, .hidesBackButton, .leftItemsSupplementBackButton, .leftBarButtonItems,
          .leftBarButtonItem, .rightBarButtonItems, .rightBarButtonItem,
        ]
        pages.navigationItem.title = "own"
        try pages.select(1)
      }
      #expect(pages.navigationItem.title == "own")
      #expect(pages.navigationItem.prompt == nil)
      #expect(pages.navigationItem.backBarButtonItem == nil)
      #expect(!pages.navigationItem.hidesBackButton)
      #expect(!pages.navigationItem.leftItemsSupplementBackButton)
      #expect(titles(pages.navigationItem.leftBarButtonItems) == [])
      #expect(titles(pages.navigationItem.rightBarButtonItems) == [])
    }
  }

  @Test("1.2.13, R13.6, S51: a child without items leaves the second and later items of the previous one")
  func leftOvers() throws {
    try withScene { application in
      let pages = try shown(application) {
        let first = First()
        first.navigationItem.rightBarButtonItems = [ruleBookItem("a"), ruleBookItem("b"), ruleBookItem("c")]
        first.navigationItem.leftBarButtonItems = [ruleBookItem("d"), ruleBookItem("e")]
        return [first, Second()]
      }
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["a", "b", "c"])
      try application.perform { try pages.select(1) }
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["b", "c"])
      #expect(titles(pages.navigationItem.leftBarButtonItems) == ["e"])
    }
  }

  @Test("1.2.13: with only the plural locked the singular still replaces or removes the first item")
  func pluralLocked() throws {
    try withScene { application in
      let pages = try shown(application) {
        let second = Second()
        second.navigationItem.rightBarButtonItems = [ruleBookItem("a"), ruleBookItem("b")]
        return [First(), second, Third()]
      }
      try application.perform {
        pages.lockedProperties = [.rightBarButtonItems]
        pages.navigationItem.rightBarButtonItems = [ruleBookItem("x"), ruleBookItem("y")]
        try pages.select(1)
      }
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["a", "y"])
      try application.perform { try pages.select(2) }
      #expect(titles(pages.navigationItem.rightBarButtonItems) == ["y"])
    }
  }

  @Test("1.2.14: later changes of the child come with its next selection; the label never")
  func laterChanges() throws {
    try withScene { application in
      let pages = try shown(application) {
        let first = First()
        first.title = "first"
        return [first, Second()]
      }
      try application.perform { pages.viewControllers[0].title = "later" }
      #expect(pages.navigationItem.title == "first")
      try application.perform {
        try pages.select(1)
        try pages.select(0)
      }
      #expect(pages.navigationItem.title == "later")
      #expect(pages.segmentedControl.titleForSegment(at: 0) == "first")
    }
  }

  @Test("1.2.18: the frame is set at the selection only; a rigid child keeps it when the interface turns")
  func frames() throws {
    try withScene { application in
      let pages = try shown(application) { [Rigid(), Rigid()] }
      let before = pages.viewControllers[0].view.frame
      try application.perform { _ = application.rotate(to: .landscapeLeft) }
      #expect(pages.view.bounds.size == CGSize(width: 480, height: 320))
      #expect(pages.viewControllers[0].view.frame == before)
      #expect(before.size != CGSize(width: 480, height: 320))
      try application.perform { try pages.select(1) }
      #expect(pages.viewControllers[1].view.frame.size == CGSize(width: 480, height: 320))
    }
  }
}
