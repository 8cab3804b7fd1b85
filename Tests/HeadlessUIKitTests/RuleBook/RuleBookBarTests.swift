import HeadlessUIKit
import Testing

@MainActor
@Suite("Rule book: bars")
struct RuleBookBarTests {
  /// What a bar shows for the uppermost of the items.
  private func content(_ items: UINavigationItem...) throws -> NavigationBarContent {
    let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    bar.setItems(items, animated: false)
    return try #require(bar.content)
  }

  @Test("R13.1: the navigation item is made at the first read, with the controller's title, and stays the same")
  func lazyItem() throws {
    try withScene { application in
      try application.perform {
        let controller = First()
        controller.title = "title"
        #expect(controller.navigationItemIfLoaded == nil)
        let item = controller.navigationItem
        #expect(item.title == "title")
        #expect(controller.navigationItem === item)
        #expect(!controller.isViewLoaded)
      }
    }
  }

  @Test(
    "R13.2: the controller's title is written to the item, the item's never to the controller; the last writer wins")
  func titleWriters() throws {
    try withScene { application in
      let (nav, first) = try application.perform {
        let first = First()
        let nav = RuleBookNav(rootViewController: first)
        _ = show(nav)
        return (nav, first)
      }
      try application.perform { first.title = "controller" }
      #expect(nav.barContent?.title == "controller")
      try application.perform { first.navigationItem.title = "item" }
      #expect(nav.barContent?.title == "item")
      #expect(first.title == "controller")
      try application.perform { first.title = "again" }
      #expect(nav.barContent?.title == "again")
    }
  }

  @Test("R13.3: a navigation controller's own item is another one, and is not shown in its bar")
  func ownItem() throws {
    try withScene { application in
      let nav = try application.perform {
        let first = First()
        first.title = "first"
        let nav = RuleBookNav(rootViewController: first)
        nav.title = "nav"
        nav.navigationItem.rightBarButtonItem = ruleBookItem("nav's")
        _ = show(nav)
        return nav
      }
      #expect(nav.barContent?.title == "first")
      #expect(titles(nav.barContent?.rightItems) == [])
      #expect(nav.navigationItem !== nav.topViewController?.navigationItem)
      #expect(titles(application.barButtonItemsOnScreen) == [])
    }
  }

  @Test("R13.4: the root never has a back button, whatever it says")
  func rootHasNoBackButton() throws {
    try withScene { application in
      let nav = try application.perform {
        let first = First()
        first.navigationItem.backBarButtonItem = ruleBookItem("back")
        first.navigationItem.backButtonTitle = "back"
        first.navigationItem.leftItemsSupplementBackButton = true
        first.navigationItem.leftBarButtonItem = ruleBookItem("left")
        let nav = RuleBookNav(rootViewController: first)
        _ = show(nav)
        return nav
      }
      #expect(nav.barContent?.backButton == nil)
      #expect(titles(nav.barContent?.leftItems) == ["left"])
    }
  }

  @Test("R13.4: the back button's text: backBarButtonItem, backButtonTitle, title, Back")
  func backButtonText() throws {
    try withScene { application in
      try application.perform {
        let beneath = UINavigationItem(title: "title")
        let top = UINavigationItem(title: "top")
        try #expect(content(beneath, top).backButton?.title == "title")
        beneath.backButtonTitle = "back title"
        try #expect(content(beneath, top).backButton?.title == "back title")
        beneath.backBarButtonItem = ruleBookItem("back item")
        try #expect(content(beneath, top).backButton?.title == "back item")
        beneath.backBarButtonItem = nil
        beneath.backButtonTitle = nil
        beneath.title = nil
        try #expect(content(beneath, top).backButton?.title == "Back")
      }
    }
  }

  @Test("R13.4, S49: left items take the back button's place, or stand after it")
  func leftItems() throws {
    try withScene { application in
      try application.perform {
        let beneath = UINavigationItem(title: "beneath")
        let top = UINavigationItem(title: "top")
        top.leftBarButtonItem = ruleBookItem("left")
        try #expect(content(beneath, top).backButton == nil)
        try #expect(titles(content(beneath, top).leftItems) == ["left"])
        top.leftItemsSupplementBackButton = true
        try #expect(content(beneath, top).backButton?.title == "beneath")
        try #expect(titles(content(beneath, top).leftItems) == ["left"])
        top.hidesBackButton = true
        try #expect(content(beneath, top).backButton == nil)
        try #expect(titles(content(beneath, top).leftItems) == ["left"])
        top.leftBarButtonItem = nil
        try #expect(content(beneath, top).backButton == nil)
      }
    }
  }

  @Test("R13.5: the back button is the item of the one beneath, not of the one on top")
  func backButtonBelongsBeneath() throws {
    try withScene { application in
      try application.perform {
        let beneath = UINavigationItem(title: "beneath")
        let top = UINavigationItem(title: "top")
        top.backBarButtonItem = ruleBookItem("top's")
        top.backButtonTitle = "top's"
        try #expect(content(beneath, top).backButton?.title == "beneath")
        let back = ruleBookItem("back")
        beneath.backBarButtonItem = back
        try #expect(content(beneath, top).backButton?.item === back)
      }
    }
  }

  @Test("S48: with three items the title is the third's and the way back the second's; one less, one less")
  func threeItems() throws {
    try withScene { application in
      try application.perform {
        let items = ["one", "two", "three"].map { UINavigationItem(title: $0) }
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        bar.items = items
        #expect(bar.content?.title == "three")
        #expect(bar.content?.backButton?.title == "two")
        #expect(bar.topItem === items[2])
        #expect(bar.backItem === items[1])
        bar.items = Array(items.dropLast())
        #expect(bar.content?.title == "two")
        #expect(bar.content?.backButton?.title == "one")
      }
    }
  }

  @Test("R13.6: the singular is a view on the first of the plural, and the bar follows")
  func singularAndPlural() throws {
    try withScene { application in
      let (nav, first) = try application.perform {
        let first = First()
        let nav = RuleBookNav(rootViewController: first)
        _ = show(nav)
        return (nav, first)
      }
      try application.perform {
        let item = first.navigationItem
        let a = ruleBookItem("a")
        let b = ruleBookItem("b")
        item.leftBarButtonItems = [a, b]
        #expect(item.leftBarButtonItem === a)
        item.leftBarButtonItem = ruleBookItem("c")
        #expect(titles(nav.barContent?.leftItems) == ["c", "b"])
        item.leftBarButtonItem = b
        #expect(titles(nav.barContent?.leftItems).first == "b")
        #expect(titles(nav.barContent?.leftItems).filter { $0 == "b" }.count == 1)
        item.leftBarButtonItems = [a, b]
        item.leftBarButtonItem = nil
        #expect(titles(nav.barContent?.leftItems) == ["b"])
        item.leftBarButtonItem = nil
        #expect(titles(nav.barContent?.leftItems) == [])
      }
    }
  }

  @Test("R13.6: an item that is in the array already is moved to the front, not taken twice")
  func moveToFront() throws {
    try withScene { application in
      try application.perform {
        let item = UINavigationItem(title: "item")
        let third = ruleBookItem("c")
        item.rightBarButtonItems = [ruleBookItem("a"), ruleBookItem("b"), third]
        item.rightBarButtonItem = third
        #expect(titles(item.rightBarButtonItems) == ["c", "a", "b"])
      }
    }
  }

  @Test("R13.7: left items stand from left to right, right items from right to left")
  func order() throws {
    try withScene { application in
      let nav = try application.perform {
        let first = First()
        first.navigationItem.leftBarButtonItems = [ruleBookItem("a"), ruleBookItem("b"), ruleBookItem("c")]
        first.navigationItem.rightBarButtonItems = [ruleBookItem("x"), ruleBookItem("y"), ruleBookItem("z")]
        let nav = RuleBookNav(rootViewController: first)
        _ = show(nav)
        return nav
      }
      #expect(titles(nav.barContent?.leftItems) == ["a", "b", "c"])
      #expect(titles(nav.barContent?.rightItems) == ["z", "y", "x"])
    }
  }

  @Test("R13.9: a title view stands in place of the title, for the top item only")
  func titleView() throws {
    try withScene { application in
      try application.perform {
        let beneath = UINavigationItem(title: "beneath")
        beneath.titleView = UIView(frame: .zero)
        let top = UINavigationItem(title: "top")
        try #expect(content(beneath, top).titleView == nil)
        try #expect(content(beneath, top).title == "top")
        let view = UIView(frame: .zero)
        top.titleView = view
        try #expect(content(beneath, top).titleView === view)
        try #expect(content(beneath, top).title == nil)
      }
    }
  }

  @Test("R13.9: a title view that a second item gets moves to that item's bar")
  func titleViewMoves() throws {
    try withScene { application in
      let view = try application.perform { UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)) }
      let (one, two) = try application.perform {
        let root = Root()
        let one = RuleBookNav(rootViewController: First())
        let two = RuleBookNav(rootViewController: Second())
        embed(one, in: root)
        embed(two, in: root)
        _ = show(root)
        return (one, two)
      }
      try application.perform { one.topViewController?.navigationItem.titleView = view }
      #expect(view.isDescendant(of: one.navigationBar))
      try application.perform { two.topViewController?.navigationItem.titleView = view }
      #expect(view.isDescendant(of: two.navigationBar))
      #expect(!view.isDescendant(of: one.navigationBar))
    }
  }

  @Test("R13.9, R3.15: a controller's view must not be used as a title view")
  func controllerViewAsTitleView() throws {
    try withScene { application in
      let stage = try Stage(application) { RuleBookNav(rootViewController: First()) }
      try application.perform {
        let first = try #require(stage.root.topViewController)
        let child = Child()
        first.addChild(child)
        first.navigationItem.titleView = child.view
      }
      #expect(application.brokenContracts.contains { $0.kind == .hierarchyInconsistency && $0.className == "Child" })
    }
  }

  @Test("R13.10: a prompt makes the bar 74 points high instead of 44, and the content is laid out anew")
  func prompt() throws {
    try withScene { application in
      let stage = try Stage(application) { RuleBookNav(rootViewController: First()) }
      let nav = stage.root
      let first = try #require(nav.topViewController)
      #expect(nav.navigationBar.frame == CGRect(x: 0, y: 0, width: 320, height: 44))
      #expect(first.view.convert(first.view.bounds, to: nav.view) == CGRect(x: 0, y: 44, width: 320, height: 436))
      try application.perform { first.navigationItem.prompt = "prompt" }
      #expect(nav.barContent?.prompt == "prompt")
      #expect(nav.navigationBar.frame.height == 74)
      #expect(first.view.convert(first.view.bounds, to: nav.view) == CGRect(x: 0, y: 74, width: 320, height: 406))
      #expect(application.trace.lines.contains("First viewWillLayoutSubviews"))
      #expect(application.trace.linesWithoutLayout == [])
      try application.perform { first.navigationItem.prompt = nil }
      #expect(nav.navigationBar.frame.height == 44)
      #expect(first.view.frame.height == 436)
    }
  }

  @Test("R13.15: the items of a navigation controller's bar are not to be set by hand")
  func itemsByHand() throws {
    try withScene { application in
      let stage = try Stage(application) { RuleBookNav(rootViewController: First()) }
      try application.perform { stage.root.navigationBar.items = [UINavigationItem(title: "foreign")] }
      #expect(application.brokenContracts.map(\.kind) == [.misusedContainer])
      #expect(stage.root.navigationBar.topItem === stage.root.topViewController?.navigationItem)
    }
  }

  // MARK: R15 in a bar

  /// A navigation controller whose root has a control of three segments as its title view.
  private func barWithControl(_ application: UIApplication) throws -> (UISegmentedControl, Log) {
    let log = Log()
    let control = try application.perform {
      let control = UISegmentedControl(items: ["one", "two", "three"])
      control.addAction(block { log.note("changed") }, for: .valueChanged)
      let first = First()
      first.navigationItem.titleView = control
      _ = show(RuleBookNav(rootViewController: first))
      return control
    }
    return (control, log)
  }

  @Test("R15.1, R15.3: a fresh control has no selection; a person's change is told once, a program's and a retap not")
  func valueChanged() throws {
    try withScene { application in
      let (control, log) = try barWithControl(application)
      #expect(control.selectedSegmentIndex == -1)
      try application.perform { control.selectedSegmentIndex = 1 }
      #expect(log.lines == [])
      try application.perform { _ = try control.userSelectSegment(2) }
      #expect(log.lines == ["changed"])
      #expect(control.selectedSegmentIndex == 2)
      try application.perform { _ = try control.userSelectSegment(2) }
      #expect(log.lines == ["changed"])
      try application.perform { control.selectedSegmentIndex = -1 }
      #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
      #expect(log.lines == ["changed"])
    }
  }

  @Test("R15.3: a momentary control tells and forgets; a disabled segment tells nothing")
  func momentaryAndDisabled() throws {
    try withScene { application in
      let (control, log) = try barWithControl(application)
      try application.perform {
        control.setEnabled(false, forSegmentAt: 1)
        _ = try? control.userSelectSegment(1)
      }
      #expect(log.lines == [])
      #expect(control.selectedSegmentIndex == -1)
      try application.perform {
        control.isMomentary = true
        _ = try control.userSelectSegment(0)
        _ = try control.userSelectSegment(0)
      }
      #expect(log.lines == ["changed", "changed"])
      #expect(control.selectedSegmentIndex == -1)
    }
  }

  @Test("R15.2, R15.4: positions beyond the end are clamped; removing the selected segment leaves none selected")
  func insertAndRemove() throws {
    try withScene { application in
      let (control, log) = try barWithControl(application)
      try application.perform {
        control.insertSegment(withTitle: "four", at: 99, animated: false)
        #expect(control.titleForSegment(at: 3) == "four")
        control.removeSegment(at: 99, animated: false)
        #expect(control.numberOfSegments == 3)
        control.selectedSegmentIndex = 1
        control.removeSegment(at: 1, animated: false)
        #expect(control.selectedSegmentIndex == -1)
        #expect(control.numberOfSegments == 2)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R15.3, 1.2.10: a person cannot use the control of a hidden bar; a program still selects")
  func hiddenBar() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      let nav = try application.perform { RuleBookNav(rootViewController: pages) }
      _ = try application.perform {
        nav.setNavigationBarHidden(true, animated: false)
        _ = show(nav)
      }
      #expect(pages.view.frame.height == 480)
      try application.perform {
        _ = #expect(throws: TapError.self) { try pages.segmentedControl.userSelectSegment(1) }
      }
      #expect(pages.selectedIndex == 0)
      #expect(pages.segmentedControl.selectedSegmentIndex == 0)
      try application.perform { try pages.select(1) }
      #expect(pages.viewControllers[1].appearanceState == .appeared)
    }
  }
}
