import HeadlessUIKit
import Testing

/// Adds its child in `viewDidLoad` (R3.10).
private final class Host: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    embed(Child(), in: self)
  }
}

/// Does not call `super` in the two methods that are empty by default (R3.6).
private final class Silent: UIViewController {
  override func willMove(toParent parent: UIViewController?) {}
  override func didMove(toParent parent: UIViewController?) {}
}

/// Overrides the two methods in which `super` is demanded, and calls it (R3.6).
private final class Careful: UIViewController {
  var added = 0
  var removed = 0

  override func addChild(_ childController: UIViewController) {
    super.addChild(childController)
    added += 1
  }

  override func removeFromParent() {
    super.removeFromParent()
    removed += 1
  }
}

@MainActor
@Suite("R3: containment primitives")
struct R3ContainmentTests {
  @Test("R3.1: addChild sends willMove, then updates parent and children, and nothing else")
  func addChild() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onWillMove = { child, parent in
        log.note("parent: \(child.parent != nil), children: \(parent?.children.count ?? -1)")
      }
      try application.perform {
        parent.addChild(child)
        #expect(child.parent === parent)
        #expect(parent.children.map(\.id) == [child.id])
      }
      #expect(log.lines == ["parent: false, children: 0"])
      // No didMove, not even a turn later; no loading.
      #expect(application.trace.lines == ["Child willMove(toParent: Parent)"])
      #expect(!child.isViewLoaded)
      #expect(!parent.isViewLoaded)
    }
  }

  @Test("R3.1: a child of somebody else is removed from there first, through removeFromParent")
  func addChildOfAnotherParent() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let other = try application.perform { Other() }
      let child = try application.perform { Child() }
      let log = Log()
      try application.perform {
        parent.addChild(child)
        child.didMove(toParent: parent)
      }
      application.trace.removeAll()
      child.onDidMove = { child, _ in log.note("didMove, parent: \(child.parent != nil)") }
      child.onWillMove = { child, _ in log.note("willMove, parent: \(child.parent != nil)") }
      try application.perform { other.addChild(child) }
      // Order: section 5, "implicit move between parents".
      #expect(application.trace.lines == ["Child didMove(toParent: nil)", "Child willMove(toParent: Other)"])
      #expect(log.lines == ["didMove, parent: false", "willMove, parent: false"])
      #expect(parent.children.isEmpty)
      #expect(other.children.map(\.id) == [child.id])
      #expect(child.parent === other)
    }
  }

  @Test("R3.2: didMove(toParent:) is the container's to call")
  func didMoveIsCalledByContainer() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform { parent.addChild(child) }
      try application.perform { child.didMove(toParent: parent) }
      #expect(
        application.trace.lines == ["Child willMove(toParent: Parent)", "Child didMove(toParent: Parent)"])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("R3.3, R3.4: removeFromParent sends didMove(nil) by itself, and no willMove(nil)")
  func removeFromParent() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      let log = Log()
      try application.perform { parent.addChild(child) }
      application.trace.removeAll()
      child.onDidMove = { child, newParent in
        log.note("parent: \(child.parent != nil), argument: \(newParent != nil)")
      }
      try application.perform { child.removeFromParent() }
      #expect(application.trace.lines == ["Child didMove(toParent: nil)"])
      // The list and the parent are cleared before the call.
      #expect(log.lines == ["parent: false, argument: false"])
      #expect(parent.children.isEmpty)
      #expect(child.parent == nil)
    }
  }

  @Test("R3.3: willMove(nil) is the container's to call, and changes nothing")
  func willMoveNilIsCalledByContainer() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform { parent.addChild(child) }
      try application.perform {
        child.willMove(toParent: nil)
        #expect(child.parent === parent)
        #expect(parent.children.count == 1)
        child.removeFromParent()
      }
      #expect(
        application.trace.lines == [
          "Child willMove(toParent: Parent)", "Child willMove(toParent: nil)", "Child didMove(toParent: nil)",
        ])
    }
  }

  @Test("R3.4: removeFromParent does not touch the view")
  func removeFromParentLeavesView() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        embed(child, in: parent)
        child.removeFromParent()
        #expect(child.view.superview === parent.view)
      }
    }
  }

  @Test("R3.4: removeFromParent without a parent does nothing")
  func removeFromNoParent() throws {
    try withScene { application in
      let child = try application.perform { Child() }
      try application.perform { child.removeFromParent() }
      #expect(child.parent == nil)
      #expect(application.issues.isEmpty)
    }
  }

  @Test("R3.5: adding a child again moves it to the end and leaves one entry")
  func addChildAgain() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let first = try application.perform { First() }
      let second = try application.perform { Second() }
      try application.perform {
        parent.addChild(first)
        parent.addChild(second)
        parent.addChild(first)
      }
      // Which move events that sends is not settled (R3.5 and section 5 differ), so they are not looked at.
      #expect(parent.children.map(\.id) == [second.id, first.id])
      #expect(first.parent === parent)
    }
  }

  @Test("R3.6: willMove and didMove are empty by default: containment does not need their super")
  func silentChild() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let silent = try application.perform { Silent() }
      try application.perform {
        parent.addChild(silent)
        #expect(silent.parent === parent)
        silent.removeFromParent()
        #expect(silent.parent == nil)
        #expect(parent.children.isEmpty)
      }
      #expect(
        application.trace.lines == ["Silent willMove(toParent: Parent)", "Silent didMove(toParent: nil)"])
    }
  }

  @Test("R3.6: overrides of addChild and removeFromParent that call super are used")
  func overridesAreUsed() throws {
    try withScene { application in
      let careful = try application.perform { Careful() }
      let child = try application.perform { Careful() }
      let other = try application.perform { Other() }
      try application.perform {
        careful.addChild(child)
        #expect(careful.added == 1)
        #expect(careful.children.count == 1)
        // R3.1: the implicit removal goes through the controller's removeFromParent.
        other.addChild(child)
        #expect(child.removed == 1)
        #expect(careful.children.isEmpty)
      }
    }
  }

  @Test("R3.7: didMove(P) without addChild leaves parent nil, and is reported")
  func didMoveWithoutAddChild() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform { child.didMove(toParent: stage.root) }
      #expect(child.parent == nil)
      #expect(stage.root.children.isEmpty)
      #expect(application.brokenContracts.map(\.kind) == [.notAChild])
      #expect(application.brokenContracts.map(\.className) == ["Child"])
    }
  }

  @Test("R3.9: standard addition to a visible parent")
  func standardAddition() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onViewWillAppear = { log.note("viewWillAppear, window: \($0.view.window != nil)") }
      child.onViewIsAppearing = { log.note("viewIsAppearing, window: \($0.view.window != nil)") }
      try application.perform {
        embed(child, in: stage.root)
        #expect(!application.trace.lines.contains("Child viewDidAppear(false)"))
      }
      // Order: R3.9; didMove before viewDidAppear (section 5).
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: Parent)", "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)",
          "Child viewIsAppearing(false)", "Child didMove(toParent: Parent)", "Child viewDidAppear(false)",
        ])
      #expect(
        isSubsequence(
          [
            "Child viewIsAppearing(false)", "Child viewWillLayoutSubviews", "Child viewDidLayoutSubviews",
            "Child didMove(toParent: Parent)",
          ], of: application.trace.lines))
      #expect(log.lines == ["viewWillAppear, window: false", "viewIsAppearing, window: true"])
    }
  }

  @Test("R3.10: standard addition in the parent's viewDidLoad")
  func additionInViewDidLoad() throws {
    try withScene { application in
      let host = try application.perform {
        let host = Host()
        show(host)
        return host
      }
      // Order: R3.10; parent first by R4.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "Host loadView", "Host viewDidLoad",
          "Child willMove(toParent: Host)", "Child loadView", "Child viewDidLoad", "Child didMove(toParent: Host)",
          "Host viewWillAppear(false)", "Child viewWillAppear(false)",
          "Host viewIsAppearing(false)", "Child viewIsAppearing(false)",
          "Host viewDidAppear(false)", "Child viewDidAppear(false)",
        ])
      #expect(
        isSubsequence(
          [
            "Child viewIsAppearing(false)",
            "Host viewWillLayoutSubviews", "Host viewDidLayoutSubviews",
            "Child viewWillLayoutSubviews", "Child viewDidLayoutSubviews",
            "Host viewDidAppear(false)",
          ], of: application.trace.lines))
      #expect(host.children.count == 1)
    }
  }

  @Test("R3.11: standard removal from a visible parent, with the child held by nobody else")
  func standardRemoval() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      try application.perform { embed(Child(), in: stage.root) }
      application.trace.removeAll()
      try application.perform {
        let child = try #require(stage.root.children.first)
        unembed(child)
        #expect(
          application.trace.linesWithoutLayout == [
            "Child willMove(toParent: nil)", "Child viewWillDisappear(false)", "Child didMove(toParent: nil)",
          ])
        #expect(child.view.window == nil)
      }
      // Order: R3.11; viewDidDisappear one turn later (section 5), the contained child lives until it was told.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: nil)", "Child viewWillDisappear(false)", "Child didMove(toParent: nil)",
          "Child viewDidDisappear(false)", "Child deinit",
        ])
      #expect(application.liveControllerCount == 1)
    }
  }

  @Test("R3.11: the window has gone in viewDidDisappear, and is there in viewWillDisappear")
  func standardRemovalAndWindow() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      let log = Log()
      child.onViewWillDisappear = { log.note("viewWillDisappear: \($0.view.window != nil)") }
      child.onDidMove = { child, parent in
        log.note("didMove to \(parent == nil ? "nobody" : "parent"): \(child.view.window != nil)")
      }
      child.onViewDidDisappear = { log.note("viewDidDisappear: \($0.view.window != nil)") }
      try application.perform { embed(child, in: stage.root) }
      try application.perform { unembed(child) }
      #expect(
        log.lines == [
          "didMove to parent: true", "viewWillDisappear: true", "didMove to nobody: false",
          "viewDidDisappear: false",
        ])
    }
  }

  @Test("R3.12: removeFromParent alone leaves the view on screen, without viewWillDisappear")
  func removalFromParentOnly() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform { embed(child, in: stage.root) }
      application.trace.removeAll()
      try application.perform { child.removeFromParent() }
      #expect(application.trace.linesWithoutLayout == ["Child didMove(toParent: nil)"])
      #expect(child.view.window === stage.window)
      #expect(child.appearanceState == .appeared)
    }
  }

  @Test("R3.12: removeFromSuperview alone: the child disappears, stays a child and still gets memory warnings")
  func removalFromSuperviewOnly() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform { embed(child, in: stage.root) }
      application.trace.removeAll()
      try application.perform { child.view.removeFromSuperview() }
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillDisappear(false)", "Child viewDidDisappear(false)"])
      #expect(stage.root.children.map(\.id) == [child.id])
      #expect(child.parent === stage.root)
      application.trace.removeAll()
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(application.lines(of: "Child") == ["Child didReceiveMemoryWarning"])
    }
  }

  @Test("R3.13: parent off screen: move and load callbacks only; when it appears, its children are forwarded to")
  func parentOffScreen() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        parent.loadViewIfNeeded()
        embed(child, in: parent)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent loadView", "Parent viewDidLoad", "Child willMove(toParent: Parent)", "Child loadView",
          "Child viewDidLoad", "Child didMove(toParent: Parent)",
        ])
      application.trace.removeAll()
      _ = try application.perform { show(parent) }
      // Order: R3.13, R4.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(false)", "Child viewWillAppear(false)",
          "Parent viewIsAppearing(false)", "Child viewIsAppearing(false)",
          "Parent viewDidAppear(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("R3.13: a child added and removed while its parent is off screen sees only move callbacks")
  func addedAndRemovedOffScreen() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        parent.loadViewIfNeeded()
        child.loadViewIfNeeded()
      }
      application.trace.removeAll()
      try application.perform { embed(child, in: parent) }
      try application.perform { unembed(child) }
      _ = try application.perform { show(parent) }
      #expect(
        application.lines(of: "Child") == [
          "Child willMove(toParent: Parent)", "Child didMove(toParent: Parent)", "Child willMove(toParent: nil)",
          "Child didMove(toParent: nil)",
        ])
    }
  }

  @Test("R3.13: a child whose view was taken out while its parent is off screen does not appear with it")
  func takenOutOffScreen() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        parent.loadViewIfNeeded()
        embed(child, in: parent)
        child.view.removeFromSuperview()
      }
      let window = try application.perform { show(parent) }
      #expect(child.appearanceState == .disappeared)
      // Also when both were on screen before.
      try application.perform { parent.view.addSubview(child.view) }
      #expect(child.appearanceState == .appeared)
      try application.perform { window.isHidden = true }
      try application.perform { child.view.removeFromSuperview() }
      application.trace.removeAll()
      try application.perform { window.isHidden = false }
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(false)", "Parent viewIsAppearing(false)", "Parent viewDidAppear(false)",
        ])
    }
  }

  @Test("R3.14: a view without containment drives its controller's appearance; there is no parent")
  func viewWithoutContainment() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform { stage.root.view.addSubview(child.view) }
      #expect(child.parent == nil)
      #expect(stage.root.children.isEmpty)
      try application.perform { child.view.removeFromSuperview() }
      // Order: R3.14 with R2.1, R2.4.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)", "Child viewIsAppearing(false)",
          "Child viewDidAppear(false)", "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R3.14: an uncontained view inside a controller's view appears with it, after it")
  func uncontainedViewAppearsWithItsSurroundings() throws {
    try withScene { application in
      let root = try application.perform { Root() }
      let child = try application.perform { Child() }
      try application.perform {
        root.view.addSubview(child.view)
        #expect(application.lines(of: "Child") == ["Child loadView", "Child viewDidLoad"])
      }
      application.trace.removeAll()
      _ = try application.perform { show(root) }
      // The view rule walks downwards, and viewIsAppearing follows the whole viewWillAppear phase (API notes), so that
      // the outer controller is first in each phase.
      #expect(
        application.trace.linesWithoutLayout == [
          "Root viewWillAppear(false)", "Child viewWillAppear(false)",
          "Root viewIsAppearing(false)", "Child viewIsAppearing(false)",
          "Root viewDidAppear(false)", "Child viewDidAppear(false)",
        ])
    }
  }
}
