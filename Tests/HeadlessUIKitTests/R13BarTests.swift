import HeadlessUIKit
import Testing

@MainActor
@Suite("R13: bars on screen") struct R13BarTests {
  private typealias NavigationStage = Stage<UINavigationController>

  private func stage(_ application: UIApplication) throws -> (navigation: UINavigationController, root: Root) {
    let stage = try NavigationStage(application) { UINavigationController(rootViewController: Root()) }
    return (stage.root, try #require(stage.root.topViewController as? Root))
  }

  private func item(_ title: String) -> UIBarButtonItem {
    UIBarButtonItem(title: title, style: .plain, target: nil, action: nil)
  }

  @Test("R13.2, R13.4: the bar follows its top item live: title, prompt, items")
  func live() throws {
    try withScene { application in
      let (navigation, root) = try stage(application)
      try application.perform {
        root.title = "One"
        #expect(navigation.barContent?.title == "One")
        root.navigationItem.title = "Two"
        #expect(navigation.barContent?.title == "Two")
        root.navigationItem.rightBarButtonItems = [item("a"), item("b")]
        #expect(navigation.barContent?.rightItems.map(\.title) == ["b", "a"])
        #expect(application.barButtonItemsOnScreen.map(\.title) == ["b", "a"])
        root.navigationItem.rightBarButtonItems = nil
        #expect(application.barButtonItemsOnScreen.isEmpty)
        #expect(navigation.barContent?.backButton == nil)
      }
    }
  }

  @Test("R13.4, S49: a bar that stands alone shows its last item, and the way back to the one beneath, live")
  func standalone() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        stage.root.view.addSubview(bar)
        #expect(bar.content == nil)
        let (beneath, top) = (UINavigationItem(title: "A"), UINavigationItem(title: "B"))
        bar.items = [beneath, top]
        #expect(bar.topItem === top)
        #expect(bar.backItem === beneath)
        #expect(bar.content?.backButton?.title == "A")
        top.leftBarButtonItem = item("Left")
        #expect(bar.content?.backButton == nil)
        top.leftItemsSupplementBackButton = true
        beneath.title = "C"
        #expect(bar.content?.backButton?.title == "C")
        #expect(bar.content?.leftItems.map(\.title) == ["Left"])
        #expect(application.barButtonItemsOnScreen.map(\.title) == ["Left"])
        bar.isHidden = true
        #expect(application.barButtonItemsOnScreen.isEmpty)
      }
    }
  }

  @Test("R13.15: the items of a navigation controller's bar cannot be set by hand: reported, nothing is changed")
  func ownedItems() throws {
    try withScene { application in
      let (navigation, root) = try stage(application)
      try application.perform { navigation.navigationBar.items = [UINavigationItem(title: "Foreign")] }
      #expect(application.issues.map(\.kind) == [.misusedContainer])
      #expect(navigation.navigationBar.topItem === root.navigationItem)
    }
  }

  @Test("R13.3, S46: only the stack member's item counts; a child's own items are not on screen, mirrored ones once")
  func stackMember() throws {
    try withScene { application in
      let (_, root) = try stage(application)
      try application.perform {
        let child = Child()
        embed(child, in: root)
        let shared = item("shared")
        child.navigationItem.rightBarButtonItems = [shared, item("own")]
        #expect(application.barButtonItemsOnScreen.isEmpty)
        root.navigationItem.rightBarButtonItem = shared
        root.navigationItem.leftBarButtonItem = shared
        #expect(application.barButtonItemsOnScreen.map(\.id) == [shared.id])
        #expect(application.barItemPlacesOnScreen.map(\.controller) == [root.id])
      }
    }
  }

  @Test("R13.3: outside of navigation controllers the items of controllers on screen count, as if a bar showed them")
  func withoutBar() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        stage.root.navigationItem.leftBarButtonItem = item("Left")
        let place = try #require(application.barItemPlacesOnScreen.first)
        #expect(place.item.title == "Left")
        #expect(place.bar == nil)
        #expect(place.controller == stage.root.id)
      }
    }
  }

  // MARK: Title views

  @Test("R13.9: a title view stands in the bar's middle in place of the title, and goes when it is replaced")
  func titleView() throws {
    try withScene { application in
      let (navigation, root) = try stage(application)
      let (first, second) = try application.perform {
        let first = UISegmentedControl(items: ["A", "B"])
        first.frame.size = CGSize(width: 100, height: 30)
        root.navigationItem.title = "Title"
        root.navigationItem.titleView = first
        return (first, UIView(frame: .zero))
      }
      #expect(first.superview === navigation.navigationBar)
      #expect(first.isInVisibleWindow)
      #expect(first.frame == CGRect(x: 110, y: 7, width: 100, height: 30))
      #expect(navigation.barContent?.title == nil)
      try application.perform { root.navigationItem.prompt = "Prompt" }
      #expect(first.frame == CGRect(x: 110, y: 37, width: 100, height: 30))
      #expect(try application.perform { try first.userSelectSegment(1) } == 0)
      #expect(first.selectedSegmentIndex == 1)
      try application.perform { root.navigationItem.titleView = second }
      #expect(first.superview == nil)
      #expect(second.frame == CGRect(x: 80, y: 36, width: 160, height: 32))
      try application.perform { root.navigationItem.titleView = nil }
      #expect(second.superview == nil)
      #expect(navigation.barContent?.title == "Title")
    }
  }

  @Test("R13.9: a view that is title view of two items moves to the bar where it was set last")
  func sharedTitleView() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let bars = [0, 50].map { UINavigationBar(frame: CGRect(x: 0, y: $0, width: 320, height: 44)) }
        let items = [UINavigationItem(title: "A"), UINavigationItem(title: "B")]
        let view = UIView(frame: .zero)
        for (bar, item) in zip(bars, items) {
          stage.root.view.addSubview(bar)
          bar.items = [item]
          item.titleView = view
        }
        #expect(view.superview === bars[1])
        #expect(bars[0].subviews.isEmpty)
        items[0].title = "New"
        #expect(view.superview === bars[1])
        items[0].titleView = nil
        #expect(view.superview === bars[1])
      }
    }
  }

  @Test("R13.9, R3.15: the view of a controller without a parent is tolerated as title view, and appears")
  func controllerAsTitleView() throws {
    try withScene { application in
      let (navigation, root) = try stage(application)
      application.trace.removeAll()
      var child: Child?
      try application.perform {
        let made = Child()
        child = made
        root.navigationItem.titleView = made.view
        #expect(navigation.barContent?.titleView === made.view)
        #expect(made.view.superview === navigation.navigationBar)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)", "Child viewIsAppearing(false)",
          "Child viewDidAppear(false)",
        ])
      #expect(application.issues == [])
      #expect(child?.appearanceState == .appeared)
      child = nil
    }
  }

  @Test("R13.9: the view of a controller with another parent as title view is a hierarchy inconsistency, and not shown")
  func childAsTitleView() throws {
    try withScene { application in
      let (navigation, root) = try stage(application)
      try application.perform {
        let child = Child()
        root.addChild(child)
        root.title = "Title"
        root.navigationItem.titleView = child.view
        #expect(child.view.superview == nil)
        #expect(application.issues.map(\.kind) == [.hierarchyInconsistency])
        #expect(application.issues.first?.controller == child.id)
        #expect(navigation.barContent?.title == "Title")
        #expect(navigation.barContent?.titleView == nil)
      }
    }
  }

  @Test("R13.9: a title view that changes the item when it comes, or is the bar's own superview, breaks nothing")
  func reentrantTitleView() throws {
    final class Restless: UIView {
      weak var item: UINavigationItem?
      var successor: UIView?
      override func didMoveToSuperview() { if superview != nil { item?.titleView = successor } }
    }
    try withScene { application in
      let (navigation, root) = try stage(application)
      try application.perform {
        let restless = Restless(frame: .zero)
        restless.item = root.navigationItem
        restless.successor = UIView(frame: .zero)
        root.navigationItem.titleView = restless
        #expect(restless.superview == nil)
        #expect(navigation.navigationBar.subviews.map(\.id) == [restless.successor?.id])
        root.navigationItem.titleView = navigation.navigationBar
        #expect(navigation.navigationBar.subviews.isEmpty)
        // The bar holds its items: this one must not hold the bar for ever.
        root.navigationItem.titleView = nil
      }
    }
  }

  // MARK: Toolbars

  @Test("R13.13: the toolbar shows the top member's toolbarItems, live, while it is not hidden")
  func toolbar() throws {
    try withScene { application in
      let (navigation, root) = try stage(application)
      try application.perform {
        root.toolbarItems = [item("a")]
        #expect(navigation.isToolbarHidden)
        #expect(application.barButtonItemsOnScreen.isEmpty)
        navigation.setToolbarHidden(false, animated: false)
        #expect(navigation.toolbar.items?.map(\.title) == ["a"])
        #expect(application.barButtonItemsOnScreen.map(\.title) == ["a"])
        root.setToolbarItems([item("b"), item("c")], animated: true)
        #expect(application.barButtonItemsOnScreen.map(\.title) == ["b", "c"])
        #expect(application.barItemPlacesOnScreen.first?.controller == root.id)
        navigation.isToolbarHidden = true
        #expect(application.barButtonItemsOnScreen.isEmpty)
        #expect(navigation.toolbar.items?.count == 2)
      }
    }
  }

  @Test("R13.13: toolbarItems of a child of a custom container have no effect")
  func childToolbarItems() throws {
    try withScene { application in
      let (navigation, root) = try stage(application)
      try application.perform {
        navigation.isToolbarHidden = false
        root.toolbarItems = [item("a")]
        let child = Child()
        embed(child, in: root)
        child.toolbarItems = [item("b")]
        #expect(navigation.toolbar.items?.map(\.title) == ["a"])
      }
    }
  }

  @Test("R13.13, R14.6: a toolbar that stands alone has its items on screen; a bar that takes no touches refuses")
  func standaloneToolbar() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        var taps = 0
        let bar = UIToolbar(frame: CGRect(x: 0, y: 436, width: 320, height: 44))
        bar.setItems([UIBarButtonItem(title: "Go", primaryAction: UIAction { _ in taps += 1 })], animated: false)
        #expect(application.barButtonItemsOnScreen.isEmpty)
        stage.root.view.addSubview(bar)
        let place = try #require(application.barItemPlacesOnScreen.first)
        #expect(place.controller == stage.root.id)
        #expect(try place.tap() == 1)
        bar.isUserInteractionEnabled = false
        let error = #expect(throws: TapError.self) { try place.tap() }
        #expect(error?.reason == .interactionDisabled)
        place.item.isEnabled = false
        let disabled = #expect(throws: TapError.self) { try place.tap() }
        #expect(disabled?.reason == .disabled)
        #expect(taps == 1)
      }
    }
  }
}
