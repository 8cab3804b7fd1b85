import HeadlessUIKit
import Testing

/// A container of an author's own that mirrors nothing.
private final class Wrapper: HookedController {}

@MainActor
@Suite("Rule book: UINavigationController as the window's root")
struct RuleBookNavigationTests {
  @Test("R8.1, R8.10: the root is told of its parent at once and not loaded")
  func atInit() throws {
    try withScene { application in
      let nav = try application.perform { RuleBookNav(rootViewController: First()) }
      #expect(
        application.trace.lines == ["First willMove(toParent: RuleBookNav)", "First didMove(toParent: RuleBookNav)"])
      #expect(!nav.isViewLoaded)
      #expect(nav.viewControllers.map(\.className) == ["First"])
      #expect(nav.children.map(\.className) == ["First"])
      #expect(nav.topViewController?.isViewLoaded == false)
      #expect(nav.topViewController?.parent === nav)
      #expect(nav.topViewController?.navigationController === nav)
    }
  }

  @Test("R8.1, S35, R8.10: shown, the navigation controller loads and comes first, its root once after it")
  func shownAsRoot() throws {
    try withScene(isStrict: true) { application in
      let nav = try application.perform { RuleBookNav(rootViewController: First()) }
      application.trace.removeAll()
      _ = try application.perform { show(nav) }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookNav loadView", "RuleBookNav viewDidLoad", "First loadView", "First viewDidLoad",
          "RuleBookNav viewWillAppear(false)", "First viewWillAppear(false)",
          "RuleBookNav viewIsAppearing(false)", "First viewIsAppearing(false)",
          "RuleBookNav viewDidAppear(false)", "First viewDidAppear(false)",
        ])
    }
  }

  @Test("S35, profile ios5: the same without viewIsAppearing")
  func shownAsRootIOS5() throws {
    try withScene(.ios5) { application in
      let nav = try application.perform { RuleBookNav(rootViewController: First()) }
      application.trace.removeAll()
      _ = try application.perform { show(nav) }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookNav loadView", "RuleBookNav viewDidLoad", "First loadView", "First viewDidLoad",
          "RuleBookNav viewWillAppear(false)", "First viewWillAppear(false)",
          "RuleBookNav viewDidAppear(false)", "First viewDidAppear(false)",
        ])
    }
  }

  @Test("R8.1: reading the navigation controller's view loads the root's view too, without appearance")
  func loadingOnly() throws {
    try withScene { application in
      let nav = try application.perform { RuleBookNav(rootViewController: First()) }
      application.trace.removeAll()
      try application.perform { nav.loadViewIfNeeded() }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookNav loadView", "RuleBookNav viewDidLoad", "First loadView", "First viewDidLoad",
        ])
    }
  }

  @Test("R8.12, R8.13: the top's view is inside, and the top is what a person sees")
  func top() throws {
    try withScene { application in
      let stage = try Stage(application) { RuleBookNav(rootViewController: First()) }
      let top = try #require(stage.root.topViewController)
      #expect(top.view.isDescendant(of: stage.root.view))
      #expect(top.view.window === stage.window)
      #expect(stage.root.visibleViewController === top)
      #expect(stage.root.viewControllers.count == 1)
    }
  }

  @Test("R3.9, R3.11: inside a visible parent the navigation controller comes and goes like any child")
  func asChild() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let nav = try application.perform { RuleBookNav(rootViewController: First()) }
      application.trace.removeAll()
      try application.perform { embed(nav, in: stage.root) }
      #expect(
        application.trace.linesWithoutLayout == [
          "RuleBookNav willMove(toParent: Root)", "RuleBookNav loadView", "RuleBookNav viewDidLoad", "First loadView",
          "First viewDidLoad",
          "RuleBookNav viewWillAppear(false)", "First viewWillAppear(false)",
          "RuleBookNav viewIsAppearing(false)", "First viewIsAppearing(false)",
          "RuleBookNav didMove(toParent: Root)",
          "RuleBookNav viewDidAppear(false)", "First viewDidAppear(false)",
        ])
      application.trace.removeAll()
      try application.perform { unembed(nav) }
      #expect(
        application.linesWithoutDeinit == [
          "RuleBookNav willMove(toParent: nil)", "RuleBookNav viewWillDisappear(false)",
          "First viewWillDisappear(false)",
          "RuleBookNav didMove(toParent: nil)", "RuleBookNav viewDidDisappear(false)", "First viewDidDisappear(false)",
        ])
      #expect(nav.topViewController?.parent === nav)
    }
  }

  @Test("R8.1, R3.10: a segmented container as the root; three levels, parents first")
  func segmentedRoot() throws {
    try withScene(isStrict: true) { application in
      let nav = try application.perform { RuleBookNav(rootViewController: makePages([First(), Second()])) }
      application.trace.removeAll()
      _ = try application.perform { show(nav) }
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "RuleBookNav loadView", "RuleBookNav viewDidLoad", "RuleBookPages loadView", "RuleBookPages viewDidLoad",
          "First loadView", "First viewDidLoad",
          "RuleBookNav viewWillAppear(false)", "RuleBookPages viewWillAppear(false)", "First viewWillAppear(false)",
          "RuleBookNav viewIsAppearing(false)", "RuleBookPages viewIsAppearing(false)", "First viewIsAppearing(false)",
          "RuleBookNav viewDidAppear(false)", "RuleBookPages viewDidAppear(false)", "First viewDidAppear(false)",
        ])
    }
  }

  @Test("R3.8, S38: addChild by hand is a misuse that is reported and changes nothing")
  func addChildByHand() throws {
    try withScene { application in
      let stage = try Stage(application) { RuleBookNav(rootViewController: First()) }
      let other = try application.perform { Second() }
      application.trace.removeAll()
      try application.perform { stage.root.addChild(other) }
      #expect(application.brokenContracts.map(\.kind) == [.misusedContainer])
      #expect(application.trace.linesWithoutLayout == [])
      #expect(other.parent == nil)
      #expect(stage.root.children.map(\.className) == ["First"])
      #expect(stage.root.viewControllers.map(\.className) == ["First"])
    }
  }

  @Test("S46: a child of a custom container finds the navigation controller; its own item is not shown")
  func wrapper() throws {
    try withScene { application in
      let (nav, child) = try application.perform {
        let wrapper = Wrapper()
        let child = Child()
        wrapper.title = "wrapper"
        child.title = "child"
        child.navigationItem.rightBarButtonItem = ruleBookItem("child's")
        embed(child, in: wrapper)
        let nav = RuleBookNav(rootViewController: wrapper)
        _ = show(nav)
        return (nav, child)
      }
      #expect(child.navigationController === nav)
      #expect(nav.barContent?.title == "wrapper")
      #expect(titles(nav.barContent?.rightItems) == [])
      #expect(titles(application.barButtonItemsOnScreen) == [])
    }
  }

  @Test("S46: a controller that is not contained has no navigation controller")
  func notContained() throws {
    try withScene { application in
      let child = try application.perform {
        let wrapper = Wrapper()
        let child = Child()
        wrapper.view.addSubview(child.view)
        _ = show(RuleBookNav(rootViewController: wrapper))
        return child
      }
      #expect(child.navigationController == nil)
      #expect(child.appearanceState == .appeared)
    }
  }

  @Test("S46: with mirroring the selected child's items are in the bar, once, and change with the selection")
  func mirrored() throws {
    try withScene { application in
      let (nav, pages) = try application.perform {
        let first = First()
        first.navigationItem.rightBarButtonItems = [ruleBookItem("a"), ruleBookItem("b")]
        let second = Second()
        second.navigationItem.leftBarButtonItem = ruleBookItem("c")
        let pages = makePages([first, second])
        let nav = RuleBookNav(rootViewController: pages)
        _ = show(nav)
        return (nav, pages)
      }
      #expect(pages.viewControllers[0].navigationController === nav)
      #expect(pages.viewControllers[1].navigationController === nav)
      #expect(titles(nav.barContent?.rightItems) == ["b", "a"])
      #expect(Set(titles(application.barButtonItemsOnScreen)) == ["a", "b"])
      #expect(application.barButtonItemsOnScreen.count == 2)
      try application.perform { try pages.select(1) }
      #expect(titles(nav.barContent?.rightItems) == [])
      #expect(titles(nav.barContent?.leftItems) == ["c"])
      #expect(titles(application.barButtonItemsOnScreen) == ["c"])
      try application.perform { pages.viewControllers[1].navigationItem.rightBarButtonItem = ruleBookItem("d") }
      #expect(titles(nav.barContent?.rightItems) == ["d"])
    }
  }

  @Test("S46, 1.3: in nested containers an inner child's changes reach the bar")
  func nested() throws {
    try withScene { application in
      let (nav, child) = try application.perform {
        let child = Child()
        let inner = RuleBookInnerPages(childViewControllers: [child, First()])
        let nav = RuleBookNav(rootViewController: makePages([inner, Second()]))
        _ = show(nav)
        return (nav, child)
      }
      try application.perform {
        child.navigationItem.rightBarButtonItem = ruleBookItem("deep")
        child.navigationItem.prompt = "prompt"
      }
      #expect(child.appearanceState == .appeared)
      #expect(child.navigationController === nav)
      #expect(titles(nav.barContent?.rightItems) == ["deep"])
      #expect(nav.barContent?.prompt == "prompt")
      #expect(nav.barContent?.titleView === nav.topViewController?.navigationItem.titleView)
    }
  }

  @Test("1.2.15, R13.9: the container's title is hidden by the control, and names the way back to it")
  func titleOfContainer() throws {
    try withScene { application in
      let (nav, pages) = try application.perform {
        let first = First()
        first.title = "first"
        let pages = makePages([first, Second()])
        let nav = RuleBookNav(rootViewController: pages)
        _ = show(nav)
        return (nav, pages)
      }
      #expect(nav.barContent?.title == nil)
      #expect(nav.barContent?.titleView === pages.segmentedControl)
      try application.perform {
        let above = UINavigationItem(title: "above")
        #expect(NavigationBarContent(top: above, beneath: pages.navigationItem).backButton?.title == "first")
      }
    }
  }

  @Test(
    "1.2.16, R13.10: a selected child's prompt makes the bar grow and the content shrink",
    arguments: MultipleViewController.Mode.allCases)
  func promptOfChild(mode: MultipleViewController.Mode) throws {
    try withScene { application in
      let (nav, pages) = try application.perform {
        let second = Second()
        second.navigationItem.prompt = "prompt"
        let pages = makePages([First(), second], mode: mode)
        let nav = RuleBookNav(rootViewController: pages)
        _ = show(nav)
        return (nav, pages)
      }
      #expect(nav.navigationBar.frame.height == 44)
      #expect(pages.view.frame.height == 436)
      try application.perform { try pages.select(1) }
      try advance(application, by: 1)
      #expect(nav.navigationBar.frame.height == 74)
      #expect(pages.view.frame.height == 406)
      #expect(pages.viewControllers.map(\.appearanceState) == [.disappeared, .appeared])
      try application.perform { try pages.select(0) }
      try advance(application, by: 1)
      #expect(nav.navigationBar.frame.height == 44)
      #expect(pages.view.frame.height == 436)
      #expect(pages.viewControllers.map(\.appearanceState) == [.appeared, .disappeared])
      #expect(AppearanceChecker.violations(in: application.trace.events) == [])
    }
  }

  @Test("R13.13: a toolbar shows the top's items; a custom container's child sets its own without effect")
  func toolbar() throws {
    try withScene { application in
      let (nav, wrapper, child) = try application.perform {
        let wrapper = Wrapper()
        let child = Child()
        embed(child, in: wrapper)
        let nav = RuleBookNav(rootViewController: wrapper)
        _ = show(nav)
        return (nav, wrapper, child)
      }
      #expect(nav.isToolbarHidden)
      try application.perform {
        nav.setToolbarHidden(false, animated: false)
        child.setToolbarItems([ruleBookItem("child's")], animated: false)
      }
      #expect(titles(nav.toolbar.items) == [])
      try application.perform { wrapper.setToolbarItems([ruleBookItem("a"), ruleBookItem("b")], animated: false) }
      #expect(titles(nav.toolbar.items) == ["a", "b"])
      #expect(titles(application.barButtonItemsOnScreen) == ["a", "b"])
      #expect(wrapper.view.frame.height == 480 - 44 - 44)
      try application.perform { nav.setToolbarHidden(true, animated: false) }
      #expect(titles(application.barButtonItemsOnScreen) == [])
      #expect(wrapper.view.frame.height == 436)
    }
  }

  @Test("R13.13, 1.3: the corrected container shows its selected child's toolbar items, the faithful one does not")
  func toolbarOfSegmented() throws {
    for (mode, expected) in [(MultipleViewController.Mode.corrected, ["a"]), (.faithful, [])] {
      try withScene { application in
        let nav = try application.perform {
          let second = Second()
          second.toolbarItems = [ruleBookItem("a")]
          let pages = makePages([First(), second], mode: mode)
          let nav = RuleBookNav(rootViewController: pages)
          nav.isToolbarHidden = false
          _ = show(nav)
          try pages.select(1)
          return nav
        }
        #expect(titles(nav.toolbar.items) == expected)
      }
    }
  }
}
