import HeadlessUIKit
import Testing

/// S18: adds its first page in `viewDidLoad` and drives it by hand, with forwarding left on.
private final class Pager: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let page = Child()
    addChild(page)
    page.loadViewIfNeeded()
    page.beginAppearanceTransition(true, animated: false)
    view.addSubview(page.view)
    page.endAppearanceTransition()
    page.didMove(toParent: self)
  }
}

/// S16: adds a child to the visible root when the application becomes active.
private final class ActivatingDelegate: UIApplicationDelegate {
  private var root: UIViewController?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let root = Root()
    self.root = root
    show(root)
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    if let root {
      embed(Child(), in: root)
    }
  }
}

private let bothProfiles = [UIApplication.Profile.ios5, .latest]

@MainActor
@Suite("S15 to S30: appearance callbacks and containment mistakes")
struct SAppearanceScenarioTests {
  @Test("S15: a hidden container view has no influence on appearance")
  func hiddenContainerView() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        box.isHidden = true
        parent.view.addSubview(box)
        parent.addChild(child)
        box.addSubview(child.view)
        child.didMove(toParent: parent)
      }
      application.trace.removeAll()
      _ = try application.perform { show(parent) }
      // Order: R3.10, R4.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(false)", "Child viewWillAppear(false)",
          "Parent viewIsAppearing(false)", "Child viewIsAppearing(false)",
          "Parent viewDidAppear(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("S15: hiding and showing a view on screen sends nothing")
  func hidingIsNoDisappearance() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform { embed(child, in: stage.root) }
      application.trace.removeAll()
      try application.perform { child.view.isHidden = true }
      try application.perform { child.view.isHidden = false }
      #expect(application.trace.linesWithoutLayout == [])
    }
  }

  @Test("S16: a child added in didBecomeActive appears exactly once")
  func childAddedInDidBecomeActive() throws {
    try withScene { application in
      application.delegate = ActivatingDelegate()
      _ = try application.perform { application.launch() }
      // Order within the child: R3.9. Between child and root only R5 counts: R19.1 leaves the tail of a launch open.
      #expect(
        application.lines(of: "Child") == [
          "Child willMove(toParent: Root)", "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)",
          "Child viewIsAppearing(false)", "Child didMove(toParent: Root)", "Child viewDidAppear(false)",
        ])
      #expect(
        isSubsequence(["Root viewDidAppear(false)", "Child viewDidAppear(false)"], of: application.trace.lines))
      #expect(AppearanceChecker.violations(in: application.trace.events) == [])
    }
  }

  @Test("S18: a page driven by hand in the pager's viewDidLoad waits for the pager")
  func pageWaitsForPager() throws {
    try withScene { application in
      _ = try application.perform { show(Pager()) }
      // Order: R5, the lower of both states; R4.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "Pager loadView", "Pager viewDidLoad",
          "Child willMove(toParent: Pager)", "Child loadView", "Child viewDidLoad", "Child didMove(toParent: Pager)",
          "Pager viewWillAppear(false)", "Child viewWillAppear(false)",
          "Pager viewIsAppearing(false)", "Child viewIsAppearing(false)",
          "Pager viewDidAppear(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("S19: begin without end never gives viewDidAppear; after end there is exactly one of each")
  func beginWithoutEnd() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let page = try application.perform { Child() }
      try application.perform {
        stage.root.addChild(page)
        page.loadViewIfNeeded()
        page.beginAppearanceTransition(true, animated: false)
        stage.root.view.addSubview(page.view)
        page.didMove(toParent: stage.root)
      }
      let withoutEnd = [
        "Child willMove(toParent: Parent)", "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)",
        "Child viewIsAppearing(false)", "Child didMove(toParent: Parent)",
      ]
      // Order: R4.6; the second list adds the row "appearing, end" of R5.
      #expect(application.trace.linesWithoutLayout == withoutEnd)
      try application.perform { page.endAppearanceTransition() }
      #expect(application.trace.linesWithoutLayout == withoutEnd + ["Child viewDidAppear(false)"])
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("S22: viewWillAppear called by hand beside adding the view: two calls, and a report", arguments: bothProfiles)
  func directCallBesideTheView(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onViewWillAppear = { _ in log.note("viewWillAppear") }
      try application.perform {
        child.viewWillAppear(false)
        stage.root.view.addSubview(child.view)
      }
      #expect(log.lines == ["viewWillAppear", "viewWillAppear"])
      #expect(application.brokenContracts.map(\.kind) == [.directAppearanceCall])
      #expect(child.appearanceState == .appeared)
    }
  }

  @Test("S22: with forwarding off there is one call, and a report", arguments: bothProfiles)
  func directCallWithForwardingOff(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Manual() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onViewWillAppear = { _ in log.note("viewWillAppear") }
      try application.perform {
        stage.root.addChild(child)
        child.viewWillAppear(false)
        stage.root.view.addSubview(child.view)
        child.didMove(toParent: stage.root)
      }
      #expect(log.lines == ["viewWillAppear"])
      #expect(application.brokenContracts.map(\.kind) == [.directAppearanceCall])
      #expect(child.appearanceState == .disappeared)
    }
  }

  @Test("S24: willMove in place of addChild: no parent, and the appearance follows the view")
  func willMoveInPlaceOfAddChild() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        child.willMove(toParent: stage.root)
        stage.root.view.addSubview(child.view)
      }
      // Order: R3.14.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: Parent)", "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)",
          "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
        ])
      #expect(child.parent == nil)
      #expect(stage.root.children.isEmpty)
      // Its appearance is the view's alone: the parent's begin and end do not reach it through the parent.
      application.trace.removeAll()
      try application.perform { child.view.removeFromSuperview() }
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillDisappear(false)", "Child viewDidDisappear(false)"])
    }
  }

  @Test("S25: didMove(P) without addChild: no parent, a warning, and the view still drives the appearance")
  func didMoveWithoutAddChild() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.view.addSubview(child.view)
        child.didMove(toParent: stage.root)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)", "Child viewIsAppearing(false)",
          "Child didMove(toParent: Parent)", "Child viewDidAppear(false)",
        ])
      #expect(child.parent == nil)
      #expect(stage.root.children.isEmpty)
      #expect(application.brokenContracts.map(\.kind) == [.notAChild])
    }
  }

  @Test("S26: a view read before addChild: no parent in viewDidLoad, a parent afterwards")
  func viewReadBeforeAddChild() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onViewDidLoad = { log.note("parent: \($0.parent != nil)") }
      try application.perform {
        let view: UIView = child.view
        parent.addChild(child)
        parent.view.addSubview(view)
        child.didMove(toParent: parent)
      }
      #expect(log.lines == ["parent: false"])
      #expect(child.parent === parent)
      #expect(
        application.trace.lines == [
          "Child loadView", "Child viewDidLoad", "Child willMove(toParent: Parent)", "Parent loadView",
          "Parent viewDidLoad", "Child didMove(toParent: Parent)",
        ])
    }
  }

  @Test("S26: a view read after addChild finds the parent in viewDidLoad")
  func viewReadAfterAddChild() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onViewDidLoad = { log.note("parent: \($0.parent != nil)") }
      try application.perform {
        parent.loadViewIfNeeded()
        embed(child, in: parent)
      }
      #expect(log.lines == ["parent: true"])
    }
  }

  @Test("S30: begin and end on a controller that is no child: the callbacks run, a warning is logged, nothing raises")
  func beginAndEndWithoutParent() throws {
    try withScene(.ios5) { application in
      let child = try application.perform { Child() }
      try application.perform {
        child.loadViewIfNeeded()
        application.trace.removeAll()
        child.beginAppearanceTransition(true, animated: true)
        child.endAppearanceTransition()
        child.beginAppearanceTransition(false, animated: true)
        child.endAppearanceTransition()
      }
      // Order: the table of R5.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(true)", "Child viewDidAppear(true)", "Child viewWillDisappear(true)",
          "Child viewDidDisappear(true)",
        ])
      // S30 asks for a warning and does not name it.
      #expect(application.brokenContracts.contains { $0.className == "Child" })
    }
  }
}
