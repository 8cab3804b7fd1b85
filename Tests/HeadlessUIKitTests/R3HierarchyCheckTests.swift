import HeadlessUIKit
import Testing

@MainActor
@Suite("R3.15: the hierarchy check")
struct R3HierarchyCheckTests {
  @Test("R3.15: a child's view under another controller than its parent is reported when it enters a window")
  func foreignViewEntersWindow() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let other = try application.perform { Other() }
      let child = try application.perform { Child() }
      try application.perform {
        other.addChild(child)
        stage.root.view.addSubview(child.view)
      }
      let issue = try #require(application.brokenContracts.first)
      #expect(application.brokenContracts.count == 1)
      #expect(issue.kind == .hierarchyInconsistency)
      #expect(issue.className == "Child")
      // S36: the message names the expected and the actual parent.
      #expect(issue.message.contains("Parent"))
      #expect(issue.message.contains("Other"))
    }
  }

  @Test("R3.15: outside of a window nothing is checked")
  func foreignViewOutsideWindow() throws {
    try withScene { application in
      let parent = try application.perform { Parent() }
      let other = try application.perform { Other() }
      let child = try application.perform { Child() }
      try application.perform {
        other.addChild(child)
        parent.view.addSubview(child.view)
      }
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R3.15: a controller without a parent is tolerated, and so is a child deep in its parent's view")
  func toleratedPlacements() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let free = try application.perform { Other() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.view.addSubview(free.view)
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        stage.root.view.addSubview(box)
        stage.root.addChild(child)
        box.addSubview(child.view)
        child.didMove(toParent: stage.root)
      }
      #expect(application.brokenContracts.isEmpty)
    }
  }

  @Test("R3.15: addChild makes the mirrored check")
  func addChildOfAForeignView() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let other = try application.perform { Other() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.view.addSubview(child.view)
        other.addChild(child)
      }
      #expect(application.brokenContracts.map(\.kind) == [.hierarchyInconsistency])
      #expect(application.brokenContracts.map(\.className) == ["Child"])
    }
  }

  @Test("R3.15: addChild of a view that is already inside the new parent's view is fine")
  func addChildOfAnOwnView() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.view.addSubview(child.view)
        stage.root.addChild(child)
        child.didMove(toParent: stage.root)
      }
      #expect(application.brokenContracts.isEmpty)
      #expect(child.appearanceState == .appeared)
    }
  }

  @Test("R3.15: a strict scene throws")
  func strictSceneThrows() throws {
    try withScene(isStrict: true) { application in
      let stage = try Stage(application) { Parent() }
      let other = try application.perform { Other() }
      let child = try application.perform { Child() }
      let violation = #expect(throws: ContractViolation.self) {
        try application.perform {
          other.addChild(child)
          stage.root.view.addSubview(child.view)
        }
      }
      #expect(violation?.issues.map(\.kind) == [.hierarchyInconsistency])
    }
  }
}
