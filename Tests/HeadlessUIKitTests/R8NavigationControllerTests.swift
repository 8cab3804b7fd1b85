import HeadlessUIKit
import Testing

@MainActor
@Suite("R8: navigation controllers, the first cut: root and bars")
struct R8NavigationControllerTests {
  @Test("R8.1: a root is told at once; no view is loaded, neither its own nor the navigation controller's")
  func root() throws {
    try withScene { application in
      let (navigation, root) = try application.perform {
        let root = Root()
        return (UINavigationController(rootViewController: root), root)
      }
      #expect(
        application.trace.lines == [
          "Root willMove(toParent: UINavigationController)", "Root didMove(toParent: UINavigationController)",
        ])
      #expect(root.parent === navigation)
      #expect(root.navigationController === navigation)
      #expect(navigation.viewControllers.map(\.id) == [root.id])
      #expect(navigation.topViewController === root)
      #expect(navigation.visibleViewController === root)
      #expect(!navigation.isViewLoaded)
      #expect(!root.isViewLoaded)
    }
  }

  @Test("R8.1, R4.2, S35: a navigation controller as a window's root: its root appears once, after it")
  func windowRoot() throws {
    try withScene { application in
      try application.perform { _ = show(UINavigationController(rootViewController: Root())) }
      #expect(
        application.trace.lines == [
          "Root willMove(toParent: UINavigationController)", "Root didMove(toParent: UINavigationController)",
          "UINavigationController loadView", "UINavigationController viewDidLoad", "Root loadView", "Root viewDidLoad",
          "UINavigationController viewWillAppear(false)", "Root viewWillAppear(false)",
          "UINavigationController viewIsAppearing(false)", "Root viewIsAppearing(false)",
          "UINavigationController viewWillLayoutSubviews", "UINavigationController viewDidLayoutSubviews",
          "Root viewWillLayoutSubviews", "Root viewDidLayoutSubviews",
          "UINavigationController viewDidAppear(false)", "Root viewDidAppear(false)",
        ])
    }
  }

  @Test("R8.1: the root is loaded with the navigation controller's view, though an override does not call super")
  func silentOverride() throws {
    final class Silent: UINavigationController {
      override func viewDidLoad() {}
    }
    try withScene { application in
      try application.perform { Silent(rootViewController: Root()).loadViewIfNeeded() }
      #expect(
        application.linesWithoutDeinit == [
          "Root willMove(toParent: Silent)", "Root didMove(toParent: Silent)",
          "Silent loadView", "Silent viewDidLoad", "Root loadView", "Root viewDidLoad",
        ])
    }
  }

  @Test("R8.12, R13.10: the top's view fills what the bars leave, and follows a prompt, hidden bars and the window")
  func frames() throws {
    try withScene { application in
      // Its view has no mask: it is the navigation controller that gives it its size.
      let stage = try Stage(application) { UINavigationController(rootViewController: Remakeable()) }
      let (navigation, top) = (stage.root, try #require(stage.root.topViewController))
      @MainActor func frame(_ change: () -> Void) throws -> CGRect {
        try application.perform(change)
        return top.view.convert(top.view.bounds, to: nil)
      }
      #expect(try frame {} == CGRect(x: 0, y: 44, width: 320, height: 436))
      #expect(try frame { top.navigationItem.prompt = "Prompt" } == CGRect(x: 0, y: 74, width: 320, height: 406))
      #expect(navigation.navigationBar.frame == CGRect(x: 0, y: 0, width: 320, height: 74))
      #expect(try frame { top.navigationItem.prompt = nil } == CGRect(x: 0, y: 44, width: 320, height: 436))
      #expect(try frame { navigation.isToolbarHidden = false } == CGRect(x: 0, y: 44, width: 320, height: 392))
      #expect(navigation.toolbar.frame == CGRect(x: 0, y: 436, width: 320, height: 44))
      #expect(
        try frame { navigation.setNavigationBarHidden(true, animated: true) }
          == CGRect(x: 0, y: 0, width: 320, height: 436))
      #expect(try frame { stage.window.frame.size = CGSize(width: 480, height: 20) }.height == 0)
      navigation.view.frame = CGRect(x: 0, y: 0, width: 480, height: 20)
      #expect(
        try frame { navigation.view.frame = CGRect(x: 0, y: 0, width: 480, height: 320) }
          == CGRect(x: 0, y: 0, width: 480, height: 276))
      #expect(try frame { navigation.isToolbarHidden = true } == CGRect(x: 0, y: 0, width: 480, height: 320))
    }
  }

  @Test("R13.10: a prompt that comes changes the content's size, and so causes layout; nobody appears again")
  func promptCausesLayout() throws {
    try withScene { application in
      let stage = try Stage(application) { UINavigationController(rootViewController: Root()) }
      try application.perform { stage.root.topViewController?.navigationItem.prompt = "Prompt" }
      #expect(
        application.trace.lines == [
          "UINavigationController viewWillLayoutSubviews", "UINavigationController viewDidLayoutSubviews",
          "Root viewWillLayoutSubviews", "Root viewDidLayoutSubviews",
        ])
      application.trace.removeAll()
      try application.perform { stage.root.topViewController?.navigationItem.prompt = "Another" }
      #expect(application.trace.lines == [])
    }
  }

  @Test("R3.8, S38: addChild by hand, in viewWillAppear, is reported and changes nothing")
  func addChildByHand() throws {
    final class Adding: UINavigationController {
      let stray = Child()
      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        addChild(stray)
      }
    }
    try withScene { application in
      let navigation = try application.perform {
        let navigation = Adding(rootViewController: Root())
        show(navigation)
        return navigation
      }
      #expect(application.issues.map(\.kind) == [.misusedContainer])
      #expect(application.issues.first?.controller == navigation.id)
      #expect(navigation.stray.parent == nil)
      #expect(navigation.children.map(\.className) == ["Root"])
      #expect(application.lines(of: "Child") == [])
    }
  }

  @Test("S46: navigationController is the nearest one above, through containers; nil where there is no containment")
  func nearest() throws {
    try withScene { application in
      try application.perform {
        let (container, child, loose) = (Parent(), Child(), Other())
        let navigation = UINavigationController(rootViewController: container)
        embed(child, in: container)
        container.view.addSubview(loose.view)
        #expect(child.navigationController === navigation)
        #expect(navigation.navigationController == nil)
        #expect(loose.navigationController == nil)
      }
    }
  }

  @Test("R3.12: a root that is taken out by removeFromParent leaves the stack and the bar; its view stays")
  func rootLeaves() throws {
    try withScene { application in
      let stage = try Stage(application) { UINavigationController(rootViewController: Root()) }
      let root = try #require(stage.root.topViewController)
      try application.perform {
        root.title = "Title"
        root.removeFromParent()
      }
      #expect(application.trace.linesWithoutLayout == ["Root didMove(toParent: nil)"])
      #expect(stage.root.viewControllers.isEmpty)
      #expect(stage.root.barContent == nil)
      #expect(stage.root.navigationBar.topItem == nil)
      #expect(root.view.window === stage.window)
      try application.perform { root.navigationItem.prompt = "Prompt" }
      #expect(stage.root.navigationBar.frame.height == 44)
      try application.perform { root.view.removeFromSuperview() }
    }
  }

  @Test("R17.4: on ios5 an unloaded navigation controller's view is made again, and holds root and bar again")
  func memoryWarning() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { UINavigationController(rootViewController: Root()) }
      let root = try #require(stage.root.topViewController)
      let report = try application.perform {
        stage.window.rootViewController = Other()
        return application.simulateMemoryWarning()
      }
      #expect(report.unloaded.map(\.className) == ["UINavigationController"])
      #expect(!stage.root.isViewLoaded)
      application.trace.removeAll()
      try application.perform { stage.window.rootViewController = stage.root }
      #expect(
        application.trace.linesWithoutLayout.filter { !$0.hasPrefix("Other") } == [
          "UINavigationController loadView", "UINavigationController viewDidLoad",
          "UINavigationController viewWillAppear(false)", "Root viewWillAppear(false)",
          "UINavigationController viewDidAppear(false)", "Root viewDidAppear(false)",
        ])
      #expect(root.view.isDescendant(of: stage.root.view))
      #expect(stage.root.navigationBar.isDescendant(of: stage.root.view))
    }
  }

  @Test("S38: a root whose own callbacks take it away, or reach for the navigation controller's view, breaks nothing")
  func reentrantRoot() throws {
    try withScene { application in
      let (navigation, elsewhere) = try application.perform {
        let (root, elsewhere) = (Root(), Parent())
        root.onWillMove = { root, parent in if parent is UINavigationController { elsewhere.addChild(root) } }
        return (UINavigationController(rootViewController: root), elsewhere)
      }
      #expect(navigation.viewControllers.count + elsewhere.children.count == 1)
      #expect(navigation.viewControllers.map(\.id) == navigation.children.map(\.id))
      try application.perform {
        let root = Root()
        root.onViewDidLoad = { root in
          root.navigationController?.view.setNeedsLayout()
          root.removeFromParent()
        }
        show(UINavigationController(rootViewController: root))
        #expect(root.viewIfLoaded?.window == nil)
      }
    }
  }
}
