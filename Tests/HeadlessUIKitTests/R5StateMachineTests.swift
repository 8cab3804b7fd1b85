import HeadlessUIKit
import Testing

/// A visible container that forwards nothing, with one child whose view is inside its view.
///
/// The rows of the table are looked at on profile ios5, which has no `viewIsAppearing`: the table names it in one row
/// only, in brackets.
@MainActor
private struct Table {
  let stage: Stage<Manual>
  let child: Child

  init(_ application: UIApplication) throws {
    let stage = try Stage(application) { Manual() }
    child = try application.perform {
      let child = Child()
      embed(child, in: stage.root)
      return child
    }
    self.stage = stage
    application.trace.removeAll()
  }
}

@MainActor
@Suite("R5: the state machine of begin and end")
struct R5StateMachineTests {
  @Test("R5: disappeared, begin(true): viewWillAppear, appearing")
  func beginTrueFromDisappeared() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        #expect(table.child.appearanceState == .disappeared)
        table.child.beginAppearanceTransition(true, animated: false)
        #expect(table.child.appearanceState == .appearing)
      }
      #expect(application.trace.linesWithoutLayout == ["Child viewWillAppear(false)"])
      #expect(table.child.appearanceState == .appearing)
    }
  }

  @Test("R5: disappeared, begin(true) with viewIsAppearing, where the profile has it")
  func beginTrueWithIsAppearing() throws {
    try withScene(.latest) { application in
      let table = try Table(application)
      try application.perform { table.child.beginAppearanceTransition(true, animated: true) }
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillAppear(true)", "Child viewIsAppearing(true)"])
    }
  }

  @Test("R5: appearing, end: viewDidAppear, appeared")
  func endFromAppearing() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        table.child.beginAppearanceTransition(true, animated: true)
        table.child.endAppearanceTransition()
        #expect(table.child.appearanceState == .appeared)
      }
      #expect(application.trace.linesWithoutLayout == ["Child viewWillAppear(true)", "Child viewDidAppear(true)"])
    }
  }

  @Test("R5: appeared, begin(false): viewWillDisappear, disappearing; end: viewDidDisappear, disappeared")
  func disappears() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        table.child.beginAppearanceTransition(true, animated: false)
        table.child.endAppearanceTransition()
      }
      application.trace.removeAll()
      try application.perform {
        table.child.beginAppearanceTransition(false, animated: true)
        #expect(table.child.appearanceState == .disappearing)
        #expect(application.trace.linesWithoutLayout == ["Child viewWillDisappear(true)"])
        table.child.endAppearanceTransition()
        #expect(table.child.appearanceState == .disappeared)
      }
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillDisappear(true)", "Child viewDidDisappear(true)"])
    }
  }

  @Test("R5: appearing, begin(false): viewWillDisappear, and viewDidAppear is never sent")
  func reversesAppearing() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        table.child.beginAppearanceTransition(true, animated: false)
        table.child.beginAppearanceTransition(false, animated: false)
        #expect(table.child.appearanceState == .disappearing)
        table.child.endAppearanceTransition()
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(false)", "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("R5: disappearing, begin(true): viewWillAppear, and viewDidDisappear is never sent")
  func reversesDisappearing() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        table.child.beginAppearanceTransition(true, animated: false)
        table.child.endAppearanceTransition()
      }
      application.trace.removeAll()
      try application.perform {
        // A cancelled interactive transition: begin in the other direction, then end.
        table.child.beginAppearanceTransition(false, animated: false)
        table.child.beginAppearanceTransition(true, animated: false)
        #expect(table.child.appearanceState == .appearing)
        table.child.endAppearanceTransition()
        #expect(table.child.appearanceState == .appeared)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillDisappear(false)", "Child viewWillAppear(false)", "Child viewDidAppear(false)",
        ])
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R5: begin in the same direction does nothing, in any state")
  func beginInTheSameDirection() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        table.child.beginAppearanceTransition(false, animated: false)
        #expect(table.child.appearanceState == .disappeared)
        #expect(application.trace.linesWithoutLayout == [])

        table.child.beginAppearanceTransition(true, animated: false)
        table.child.beginAppearanceTransition(true, animated: false)
        #expect(table.child.appearanceState == .appearing)
        #expect(application.trace.linesWithoutLayout == ["Child viewWillAppear(false)"])

        table.child.endAppearanceTransition()
        table.child.beginAppearanceTransition(true, animated: false)
        #expect(table.child.appearanceState == .appeared)

        table.child.beginAppearanceTransition(false, animated: false)
        table.child.beginAppearanceTransition(false, animated: false)
        #expect(table.child.appearanceState == .disappearing)
        table.child.endAppearanceTransition()
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(false)", "Child viewDidAppear(false)", "Child viewWillDisappear(false)",
          "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("R5: begin in the same direction begins nothing: an end after it has none to end")
  func beginInTheSameDirectionThenEnd() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        table.child.beginAppearanceTransition(false, animated: false)
        table.child.endAppearanceTransition()
        #expect(application.brokenContracts.map(\.kind) == [.unbalancedAppearanceCall])

        table.child.beginAppearanceTransition(true, animated: false)
        table.child.endAppearanceTransition()
        table.child.beginAppearanceTransition(true, animated: false)
        table.child.endAppearanceTransition()
      }
      #expect(
        application.brokenContracts.map(\.kind) == [.unbalancedAppearanceCall, .unbalancedAppearanceCall])
      #expect(application.trace.linesWithoutLayout == ["Child viewWillAppear(false)", "Child viewDidAppear(false)"])
    }
  }

  @Test("R5: end in a settled state sends nothing and is reported, and nothing is raised")
  func unbalancedEnd() throws {
    try withScene(.ios5) { application in
      let table = try Table(application)
      try application.perform {
        table.child.endAppearanceTransition()
        #expect(table.child.appearanceState == .disappeared)
        #expect(application.trace.linesWithoutLayout == [])
        #expect(application.brokenContracts.map(\.kind) == [.unbalancedAppearanceCall])

        table.child.beginAppearanceTransition(true, animated: false)
        table.child.endAppearanceTransition()
        table.child.endAppearanceTransition()
        #expect(table.child.appearanceState == .appeared)
      }
      #expect(application.trace.linesWithoutLayout == ["Child viewWillAppear(false)", "Child viewDidAppear(false)"])
      #expect(
        application.brokenContracts.map(\.kind) == [.unbalancedAppearanceCall, .unbalancedAppearanceCall])
      #expect(application.brokenContracts.map(\.className) == ["Child", "Child"])
    }
  }

  @Test("R5: end in a settled state is an error in a strict scene")
  func unbalancedEndThrowsWhenStrict() throws {
    try withScene(.ios5, isStrict: true) { application in
      let table = try Table(application)
      let violation = #expect(throws: ContractViolation.self) {
        try application.perform { table.child.endAppearanceTransition() }
      }
      #expect(violation?.issues.map(\.kind) == [.unbalancedAppearanceCall])
    }
  }

  @Test("R5: a child set to appeared shows nothing while its container is off screen, and appears with it")
  func childWaitsForItsContainer() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        parent.loadViewIfNeeded()
        parent.addChild(child)
        child.loadViewIfNeeded()
        application.trace.removeAll()
        child.beginAppearanceTransition(true, animated: false)
        parent.view.addSubview(child.view)
        child.endAppearanceTransition()
      }
      #expect(application.trace.linesWithoutLayout == [])
      _ = try application.perform { show(parent) }
      // Order: R5 (the lower of both states), R4.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(false)", "Child viewWillAppear(false)",
          "Parent viewIsAppearing(false)", "Child viewIsAppearing(false)",
          "Parent viewDidAppear(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("R5: a child added while its parent appears has its viewDidAppear after the parent's")
  func childAddedInViewWillAppear() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      parent.onViewWillAppear = { embed(Child(), in: $0) }
      _ = try application.perform { show(parent) }
      // Whether the child's viewWillAppear comes inside addSubview or right after the parent's method is not said.
      #expect(
        isSubsequence(
          [
            "Parent viewWillAppear(false)", "Child viewWillAppear(false)", "Child viewIsAppearing(false)",
            "Parent viewDidAppear(false)", "Child viewDidAppear(false)",
          ], of: application.trace.linesWithoutLayout))
      #expect(
        application.lines(of: "Child").filter { $0.contains("ppear") } == [
          "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
        ])
      #expect(AppearanceChecker.violations(in: application.trace.events) == [])
    }
  }

  @Test("R5: begin and end on a container reach its children, in both directions and reversed")
  func containersTransitionReachesChildren() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Manual() }
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      let grandchild = try application.perform { Grandchild() }
      try application.perform {
        embed(parent, in: stage.root)
        embed(child, in: parent)
        embed(grandchild, in: child)
      }
      application.trace.removeAll()
      try application.perform {
        parent.beginAppearanceTransition(true, animated: true)
        parent.beginAppearanceTransition(false, animated: true)
        parent.endAppearanceTransition()
      }
      try application.perform {
        parent.beginAppearanceTransition(true, animated: true)
        parent.endAppearanceTransition()
      }
      // Order: the table of R5 for each controller, R4.2 between them.
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(true)", "Child viewWillAppear(true)", "Grandchild viewWillAppear(true)",
          "Parent viewWillDisappear(true)", "Child viewWillDisappear(true)", "Grandchild viewWillDisappear(true)",
          "Parent viewDidDisappear(true)", "Child viewDidDisappear(true)", "Grandchild viewDidDisappear(true)",
          "Parent viewWillAppear(true)", "Child viewWillAppear(true)", "Grandchild viewWillAppear(true)",
          "Parent viewDidAppear(true)", "Child viewDidAppear(true)", "Grandchild viewDidAppear(true)",
        ])
      #expect(grandchild.appearanceState == .appeared)
    }
  }

  @Test("R5: a child added to a container in a window that has not appeared shows nothing")
  func childOfADisappearedContainerInAWindow() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Manual() }
      let parent = try application.perform { Parent() }
      let child = try application.perform { Child() }
      try application.perform { embed(parent, in: stage.root) }
      application.trace.removeAll()
      try application.perform { embed(child, in: parent) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: Parent)", "Child loadView", "Child viewDidLoad",
          "Child didMove(toParent: Parent)",
        ])
      #expect(child.appearanceState == .disappeared)
    }
  }
}
