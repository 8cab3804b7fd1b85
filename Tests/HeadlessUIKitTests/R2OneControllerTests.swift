import HeadlessUIKit
import Testing

/// A view that notes when it lays out its subviews.
private final class NotingView: UIView {
  var log: Log?
  var name = ""

  override func layoutSubviews() {
    super.layoutSubviews()
    log?.note(name)
  }
}

private final class LaidOut: HookedController {
  var log: Log?
  let inner = NotingView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))

  override func loadView() {
    let root = NotingView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    root.name = "root layoutSubviews"
    inner.name = "inner layoutSubviews"
    root.addSubview(inner)
    view = root
  }
}

@MainActor
@Suite("R2: one controller coming on screen and going off screen")
struct R2OneControllerTests {
  @Test("R2.1: load, viewWillAppear, viewIsAppearing, viewDidAppear")
  func comesOnScreen() throws {
    try withScene { application in
      let root = try application.perform {
        let root = Root()
        show(root)
        return root
      }
      // Order: R2.1.
      #expect(
        application.trace.linesWithoutLayout == [
          "Root loadView", "Root viewDidLoad", "Root viewWillAppear(false)", "Root viewIsAppearing(false)",
          "Root viewDidAppear(false)",
        ])
      #expect(root.appearanceState == .appeared)
    }
  }

  @Test("R2.1: layout comes after viewIsAppearing and before viewDidAppear")
  func layoutComesBetween() throws {
    try withScene { application in
      let root = try application.perform {
        let root = Root()
        show(root)
        return root
      }
      let lines = application.trace.lines
      #expect(
        isSubsequence(
          [
            "Root viewIsAppearing(false)", "Root viewWillLayoutSubviews", "Root viewDidLayoutSubviews",
            "Root viewDidAppear(false)",
          ], of: lines))
      let appearing = try #require(lines.firstIndex(of: "Root viewIsAppearing(false)"))
      #expect(!lines[..<appearing].contains("Root viewWillLayoutSubviews"))
      #expect(root.view.window != nil)
    }
  }

  @Test("R2.1: profile ios5 has no viewIsAppearing")
  func olderProfileHasNoIsAppearing() throws {
    try withScene(.ios5) { application in
      let root = try application.perform {
        let root = Root()
        show(root)
        return root
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Root loadView", "Root viewDidLoad", "Root viewWillAppear(false)", "Root viewDidAppear(false)",
        ])
      #expect(root.appearanceState == .appeared)
    }
  }

  @Test("R2.2: viewIsAppearing comes once, with the window and the final frame")
  func isAppearingSeesFinalGeometry() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform {
        let child = Child()
        let log = Log()
        let frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        child.onViewIsAppearing = { controller in
          log.note("window: \(controller.view.window != nil), frame: \(controller.view.frame == frame)")
        }
        child.view.frame = frame
        stage.root.view.addSubview(child.view)
        #expect(log.lines == ["window: true, frame: true"])
        return child
      }
      #expect(application.lines(of: "Child").filter { $0 == "Child viewIsAppearing(false)" }.count == 1)
      #expect(child.appearanceState == .appeared)
    }
  }

  @Test("R2.2: every appearance has its own viewIsAppearing, in the transaction of its viewWillAppear")
  func isAppearingOncePerAppearance() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.view.addSubview(child.view)
        #expect(application.trace.linesWithoutLayout.last == "Child viewIsAppearing(false)")
      }
      try application.perform { child.view.removeFromSuperview() }
      try application.perform {
        stage.root.view.addSubview(child.view)
        #expect(application.trace.linesWithoutLayout.last == "Child viewIsAppearing(false)")
      }
      // Order: R2.1, R2.4, R2.5.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child loadView", "Child viewDidLoad",
          "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
          "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
          "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("R2.2: an appearance that is reversed before its viewIsAppearing never sends it")
  func reversedBeforeIsAppearing() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.addChild(child)
        child.loadViewIfNeeded()
        application.trace.removeAll()
        // Its view is in no window, so viewIsAppearing is still to come when the appearance is reversed.
        child.beginAppearanceTransition(true, animated: false)
        child.beginAppearanceTransition(false, animated: false)
        child.endAppearanceTransition()
        stage.root.view.addSubview(child.view)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(false)", "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("R2.3: layout comes without any appearance when the view asks for it")
  func layoutIsIndependentOfAppearance() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform { stage.root.view.setNeedsLayout() }
      #expect(application.trace.linesWithoutLayout == [])
      #expect(
        isSubsequence(["Root viewWillLayoutSubviews", "Root viewDidLayoutSubviews"], of: application.trace.lines))
    }
  }

  @Test("R2.3: controller, root view, controller, then the views below that still need it")
  func innerOrderOfOneLayoutPass() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { LaidOut() }
      try application.perform {
        let controller = stage.root
        controller.onViewWillLayoutSubviews = { _ in log.note("viewWillLayoutSubviews") }
        controller.onViewDidLayoutSubviews = { _ in log.note("viewDidLayoutSubviews") }
        (controller.view as? NotingView)?.log = log
        controller.inner.log = log
        controller.inner.setNeedsLayout()
        controller.view.setNeedsLayout()
        controller.view.layoutIfNeeded()
      }
      #expect(
        isSubsequence(
          ["viewWillLayoutSubviews", "root layoutSubviews", "viewDidLayoutSubviews", "inner layoutSubviews"],
          of: log.lines))
      #expect(log.lines.first == "viewWillLayoutSubviews")
    }
  }

  @Test("R2.3: a contained child is laid out after its parent")
  func childIsLaidOutAfterParent() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform { embed(child, in: stage.root) }
      application.trace.removeAll()
      try application.perform {
        child.view.setNeedsLayout()
        stage.root.view.setNeedsLayout()
        stage.root.view.layoutIfNeeded()
      }
      #expect(
        isSubsequence(
          [
            "Parent viewWillLayoutSubviews", "Parent viewDidLayoutSubviews", "Child viewWillLayoutSubviews",
            "Child viewDidLayoutSubviews",
          ], of: application.trace.lines))
      #expect(application.trace.lines.first == "Parent viewWillLayoutSubviews")
    }
  }

  @Test("R2.4: viewWillDisappear with the window, viewDidDisappear without it, and no layout of what left")
  func goesOffScreen() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onViewWillDisappear = { log.note("will: \($0.view.window != nil)") }
      child.onViewDidDisappear = { log.note("did: \($0.view.window != nil)") }
      try application.perform { stage.root.view.addSubview(child.view) }
      application.trace.removeAll()
      try application.perform { child.view.removeFromSuperview() }
      // Order: R2.4.
      #expect(
        application.trace.lines.filter { $0.hasPrefix("Child ") } == [
          "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillDisappear(false)", "Child viewDidDisappear(false)"])
      #expect(log.lines == ["will: true", "did: false"])
      #expect(child.appearanceState == .disappeared)
    }
  }

  @Test("R2.4: a view that asks for layout and leaves in the same turn is not laid out")
  func noLayoutAfterLeaving() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform { stage.root.view.addSubview(child.view) }
      application.trace.removeAll()
      try application.perform {
        child.view.setNeedsLayout()
        child.view.removeFromSuperview()
      }
      #expect(
        application.trace.lines.filter { $0.hasPrefix("Child ") } == [
          "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("R2.5: viewWillAppear comes inside addSubview, viewDidAppear one turn later")
  func didAppearIsLate() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.view.addSubview(child.view)
        #expect(
          application.trace.linesWithoutLayout == [
            "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)", "Child viewIsAppearing(false)",
          ])
        #expect(child.appearanceState == .appearing)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)", "Child viewIsAppearing(false)",
          "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("R2.5: viewWillDisappear comes inside removeFromSuperview, viewDidDisappear one turn later")
  func didDisappearIsLate() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform { stage.root.view.addSubview(child.view) }
      application.trace.removeAll()
      try application.perform {
        child.view.removeFromSuperview()
        #expect(application.trace.linesWithoutLayout == ["Child viewWillDisappear(false)"])
        #expect(child.appearanceState == .disappearing)
      }
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillDisappear(false)", "Child viewDidDisappear(false)"])
    }
  }

  @Test("R2.6: adding and removing views is never animated; a transition passes on its own flag")
  func animatedArgument() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Manual() }
      let child = try application.perform { Child() }
      let free = try application.perform { Other() }
      try application.perform {
        stage.root.addChild(child)
        stage.root.view.addSubview(child.view)
      }
      application.trace.removeAll()
      try application.perform {
        child.beginAppearanceTransition(true, animated: true)
        child.endAppearanceTransition()
        child.beginAppearanceTransition(false, animated: true)
        child.endAppearanceTransition()
      }
      try application.perform { stage.window.addSubview(free.view) }
      try application.perform { free.view.removeFromSuperview() }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(true)", "Child viewDidAppear(true)",
          "Child viewWillDisappear(true)", "Child viewDidDisappear(true)",
          "Other loadView", "Other viewDidLoad",
          "Other viewWillAppear(false)", "Other viewDidAppear(false)",
          "Other viewWillDisappear(false)", "Other viewDidDisappear(false)",
        ])
    }
  }

  @Test("R2.7: added and removed in one turn: the appearance is reversed, viewDidAppear never comes")
  func addedAndRemovedInOneTurn() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.view.addSubview(child.view)
        child.view.removeFromSuperview()
      }
      // Order: R2.7 and the row "appearing, begin(false)" of R5.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)", "Child viewWillDisappear(false)",
          "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("R2.7: removed and added again in one turn: viewDidDisappear never comes")
  func removedAndAddedInOneTurn() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform { stage.root.view.addSubview(child.view) }
      application.trace.removeAll()
      try application.perform {
        child.view.removeFromSuperview()
        stage.root.view.addSubview(child.view)
      }
      // Order: R2.7 and the row "disappearing, begin(true)" of R5.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillDisappear(false)", "Child viewWillAppear(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("R2.7: the end that a reversed appearance had coming does not end what came instead")
  func reversedEndIsDropped() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      let log = Log()
      try application.perform {
        child.loadViewIfNeeded()
        application.trace.removeAll()
        // In the turn of the viewDidAppear, before it and after it.
        application.enqueueTurn { child.view.removeFromSuperview() }
        stage.root.view.addSubview(child.view)
        application.enqueueTurn { log.note(child.appearanceState.rawValue) }
      }
      #expect(log.lines == ["disappearing"])
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(false)", "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("R2.7: a plain view between has no influence: the whole subtree comes and goes")
  func viewInsidePlainView() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        box.addSubview(child.view)
        #expect(application.trace.linesWithoutLayout == ["Child loadView", "Child viewDidLoad"])
        stage.root.view.addSubview(box)
      }
      try application.perform { child.view.superview?.removeFromSuperview() }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)", "Child viewDidAppear(false)",
          "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
    }
  }
}
