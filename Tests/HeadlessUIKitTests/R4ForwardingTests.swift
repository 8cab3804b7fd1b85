import HeadlessUIKit
import Testing

/// A container whose overrides do not call `super` (R4.3).
private final class Quiet: UIViewController {
  override func viewWillAppear(_ animated: Bool) {}
  override func viewIsAppearing(_ animated: Bool) {}
  override func viewDidAppear(_ animated: Bool) {}
  override func viewWillDisappear(_ animated: Bool) {}
  override func viewDidDisappear(_ animated: Bool) {}
}

@MainActor
@Suite("R4: appearance forwarding")
struct R4ForwardingTests {
  @Test("R4.1, R4.5: forwarding is on by default, in every era", arguments: UIApplication.Profile.allCases)
  func defaultIsOn(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      try application.perform {
        let parent = Parent()
        #expect(parent.shouldAutomaticallyForwardAppearanceMethods)
      }
    }
  }

  @Test("R4.1: only children whose view is loaded and inside the parent's view are forwarded to")
  func whoIsForwardedTo() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let inside = try application.perform { First() }
      let outside = try application.perform { Second() }
      let unloaded = try application.perform { Third() }
      try application.perform {
        parent.loadViewIfNeeded()
        embed(inside, in: parent)
        parent.addChild(outside)
        outside.loadViewIfNeeded()
        parent.addChild(unloaded)
      }
      application.trace.removeAll()
      _ = try application.perform { show(parent) }
      // Order: R3.10, R4.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(false)", "First viewWillAppear(false)",
          "Parent viewIsAppearing(false)", "First viewIsAppearing(false)",
          "Parent viewDidAppear(false)", "First viewDidAppear(false)",
        ])
      #expect(!unloaded.isViewLoaded)
      #expect(outside.appearanceState == .disappeared)
    }
  }

  @Test("R4.2: parent first, then the children in the order of the array, not of the views")
  func orderOfChildren() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let parent = try application.perform { Parent() }
      let first = try application.perform { First() }
      let second = try application.perform { Second() }
      try application.perform {
        parent.loadViewIfNeeded()
        parent.addChild(first)
        parent.addChild(second)
        parent.view.addSubview(second.view)
        parent.view.addSubview(first.view)
      }
      application.trace.removeAll()
      try application.perform { embed(parent, in: stage.root) }
      try application.perform { unembed(parent) }
      // Order: R4.2 for all four callbacks, R3.9 and R3.11 for the moves.
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent willMove(toParent: Root)",
          "Parent viewWillAppear(false)", "First viewWillAppear(false)", "Second viewWillAppear(false)",
          "Parent viewIsAppearing(false)", "First viewIsAppearing(false)", "Second viewIsAppearing(false)",
          "Parent didMove(toParent: Root)",
          "Parent viewDidAppear(false)", "First viewDidAppear(false)", "Second viewDidAppear(false)",
          "Parent willMove(toParent: nil)",
          "Parent viewWillDisappear(false)", "First viewWillDisappear(false)", "Second viewWillDisappear(false)",
          "Parent didMove(toParent: nil)",
          "Parent viewDidDisappear(false)", "First viewDidDisappear(false)", "Second viewDidDisappear(false)",
        ])
    }
  }

  @Test("R4.2: a child's own children come before its next sibling")
  func orderOfGrandchildren() throws {
    try withScene(.ios5) { application in
      let parent = try application.perform { Parent() }
      let first = try application.perform { First() }
      let second = try application.perform { Second() }
      let grandchild = try application.perform { Grandchild() }
      try application.perform {
        parent.loadViewIfNeeded()
        embed(first, in: parent)
        embed(second, in: parent)
        embed(grandchild, in: first)
      }
      application.trace.removeAll()
      _ = try application.perform { show(parent) }
      // Order: R4.2 applied at every level: a controller's own method, then its children.
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(false)", "First viewWillAppear(false)", "Grandchild viewWillAppear(false)",
          "Second viewWillAppear(false)",
          "Parent viewDidAppear(false)", "First viewDidAppear(false)", "Grandchild viewDidAppear(false)",
          "Second viewDidAppear(false)",
        ])
    }
  }

  @Test("R4.3: forwarding does not depend on the parent's overrides calling super")
  func overridesWithoutSuper() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let quiet = try application.perform { Quiet() }
      let child = try application.perform { Child() }
      try application.perform {
        quiet.loadViewIfNeeded()
        embed(child, in: quiet)
      }
      application.trace.removeAll()
      try application.perform { stage.root.view.addSubview(quiet.view) }
      try application.perform { quiet.view.removeFromSuperview() }
      // Order: R4.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "Quiet viewWillAppear(false)", "Child viewWillAppear(false)",
          "Quiet viewIsAppearing(false)", "Child viewIsAppearing(false)",
          "Quiet viewDidAppear(false)", "Child viewDidAppear(false)",
          "Quiet viewWillDisappear(false)", "Child viewWillDisappear(false)",
          "Quiet viewDidDisappear(false)", "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("R4.4: with forwarding off, neither the parent's appearance nor addSubview reaches the child")
  func forwardingOff() throws {
    try withScene { application in
      let manual = try application.perform { Manual() }
      let child = try application.perform { Child() }
      let late = try application.perform { Other() }
      try application.perform {
        manual.loadViewIfNeeded()
        embed(child, in: manual)
      }
      application.trace.removeAll()
      _ = try application.perform { show(manual) }
      try application.perform { embed(late, in: manual) }
      try application.perform { unembed(late) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Manual viewWillAppear(false)", "Manual viewIsAppearing(false)", "Manual viewDidAppear(false)",
          "Other willMove(toParent: Manual)", "Other loadView", "Other viewDidLoad",
          "Other didMove(toParent: Manual)",
          "Other willMove(toParent: nil)", "Other didMove(toParent: nil)",
        ])
      #expect(child.appearanceState == .disappeared)
    }
  }

  @Test("R4.4: with forwarding off, begin and end drive the child, at once")
  func forwardingByHand() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.addChild(child)
        child.loadViewIfNeeded()
        child.beginAppearanceTransition(true, animated: true)
        stage.root.view.addSubview(child.view)
        child.endAppearanceTransition()
        #expect(application.trace.linesWithoutLayout.last == "Child viewDidAppear(true)")
        child.didMove(toParent: stage.root)
      }
      try application.perform {
        child.willMove(toParent: nil)
        child.beginAppearanceTransition(false, animated: false)
        child.view.removeFromSuperview()
        child.endAppearanceTransition()
        #expect(application.trace.linesWithoutLayout.last == "Child viewDidDisappear(false)")
        child.removeFromParent()
      }
      // Order: R4.4 and the table of R5.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: Manual)", "Child loadView", "Child viewDidLoad",
          "Child viewWillAppear(true)", "Child viewIsAppearing(true)", "Child viewDidAppear(true)",
          "Child didMove(toParent: Manual)", "Child willMove(toParent: nil)",
          "Child viewWillDisappear(false)", "Child viewDidDisappear(false)", "Child didMove(toParent: nil)",
        ])
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R4.4: calling a child's viewWillAppear by hand is reported")
  func directCallIsReported() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      let child = try application.perform { Child() }
      try application.perform {
        embed(child, in: stage.root)
        child.viewWillAppear(false)
      }
      #expect(application.brokenContracts.map(\.kind) == [.directAppearanceCall])
      #expect(application.brokenContracts.map(\.className) == ["Child"])
    }
  }

  @Test("R4.4: a strict scene throws for a direct call")
  func directCallThrowsWhenStrict() throws {
    try withScene(isStrict: true) { application in
      let stage = try Stage(application) { Manual() }
      let child = try application.perform { Child() }
      let violation = #expect(throws: ContractViolation.self) {
        try application.perform {
          embed(child, in: stage.root)
          child.viewDidAppear(false)
        }
      }
      #expect(violation?.issues.map(\.kind) == [.directAppearanceCall])
    }
  }

  @Test("R4.6: with forwarding on, begin suppresses the automatic callbacks of the addition until end")
  func beginSuppressesAddition() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.addChild(child)
        child.loadViewIfNeeded()
        child.beginAppearanceTransition(true, animated: false)
        stage.root.view.addSubview(child.view)
        child.endAppearanceTransition()
        child.didMove(toParent: stage.root)
      }
      // Order: R4.6 (MTMultiple does this); exactly one of each.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: Parent)", "Child loadView", "Child viewDidLoad",
          "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
          "Child didMove(toParent: Parent)",
        ])
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R4.6: with forwarding on, begin suppresses the automatic callbacks of the removal until end")
  func beginSuppressesRemoval() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform { embed(child, in: stage.root) }
      application.trace.removeAll()
      try application.perform {
        child.beginAppearanceTransition(false, animated: true)
        child.view.removeFromSuperview()
        child.endAppearanceTransition()
      }
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillDisappear(true)", "Child viewDidDisappear(true)"])
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R4.6: what begin suppresses it suppresses in later turns, too; after end the view is followed again")
  func suppressesUntilEnd() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.addChild(child)
        child.loadViewIfNeeded()
        application.trace.removeAll()
        child.beginAppearanceTransition(true, animated: true)
        stage.root.view.addSubview(child.view)
      }
      #expect(child.appearanceState == .appearing)
      try application.perform { child.endAppearanceTransition() }
      try application.perform { child.view.removeFromSuperview() }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(true)", "Child viewDidAppear(true)", "Child viewWillDisappear(false)",
          "Child viewDidDisappear(false)",
        ])
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R4.6: a begin after an addition keeps the addition's viewDidAppear back until end")
  func beginAfterAddition() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        embed(child, in: stage.root)
        child.beginAppearanceTransition(true, animated: false)
      }
      #expect(child.appearanceState == .appearing)
      try application.perform { child.endAppearanceTransition() }
      #expect(child.appearanceState == .appeared)
      #expect(
        application.lines(of: "Child").filter { $0.contains("ppear") } == [
          "Child viewWillAppear(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("R4.6: a swap in MTMultiple's order: the new child has appeared before the old one starts to go")
  func swapInTheOrderOfMTMultiple() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let old = try application.perform { First() }
      let new = try application.perform { Second() }
      try application.perform {
        stage.root.addChild(old)
        stage.root.addChild(new)
        stage.root.view.addSubview(old.view)
      }
      application.trace.removeAll()
      try application.perform {
        new.loadViewIfNeeded()
        new.beginAppearanceTransition(true, animated: false)
        stage.root.view.addSubview(new.view)
        new.endAppearanceTransition()
        old.beginAppearanceTransition(false, animated: false)
        old.view.removeFromSuperview()
        old.endAppearanceTransition()
      }
      // Order: section 1.2, item 8 of the rule book.
      #expect(
        application.trace.linesWithoutLayout == [
          "Second loadView", "Second viewDidLoad",
          "Second viewWillAppear(false)", "Second viewIsAppearing(false)", "Second viewDidAppear(false)",
          "First viewWillDisappear(false)", "First viewDidDisappear(false)",
        ])
    }
  }
}
