import HeadlessUIKit
import Testing

/// Callbacks that change the hierarchy while it is being changed.
@MainActor
struct ReentrantHierarchyTests {
  @Test("Regression: viewWillDisappear may put its view elsewhere; the removal still takes it out")
  func readdedWhileRemoved() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let elsewhere = try application.perform {
        let elsewhere = UIView(frame: .zero)
        stage.root.view.addSubview(elsewhere)
        let child = Child()
        embed(child, in: stage.root)
        return elsewhere
      }
      try application.perform {
        let child = try #require(stage.root.children.first as? Child)
        child.onViewWillDisappear = { [weak elsewhere] in elsewhere?.addSubview($0.view) }
        child.view.removeFromSuperview()
        #expect(child.view.superview == nil)
        #expect(child.view.window == nil)
        #expect(elsewhere.subviews.isEmpty)
      }
      #expect(stage.root.children.first?.appearanceState == .disappeared)
    }
  }

  @Test("Regression: viewWillDisappear may remove its own view; willMove and didMove(toSuperview:) come once")
  func removedWhileRemoved() throws {
    final class CountingView: UIView {
      var moves = 0
      override func didMoveToSuperview() { moves += 1 }
    }
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let child = Child()
        let view = CountingView(frame: .zero)
        child.view = view
        stage.root.view.addSubview(child.view)
        child.onViewWillDisappear = { $0.view.removeFromSuperview() }
        child.view.removeFromSuperview()
        #expect(view.moves == 2)
      }
      #expect(application.lines(of: "Child").filter { $0.contains("Disappear") } == ["Child viewWillDisappear(false)"])
    }
  }

  @Test("Regression: viewWillAppear may add its view itself; it stands in its superview once")
  func addedWhileAdded() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let child = Child()
        stage.root.addChild(child)
        child.onViewWillAppear = { child in child.parent?.view.addSubview(child.view) }
        stage.root.view.addSubview(child.view)
        child.didMove(toParent: stage.root)
        #expect(stage.root.view.subviews.count == 1)
      }
      #expect(
        application.lines(of: "Child").filter { $0.contains("Appear") } == [
          "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  @Test("Regression: viewWillAppear may add its view under another superview; the outer addition wins")
  func addedElsewhereWhileAdded() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let elsewhere = UIView(frame: .zero)
        stage.root.view.addSubview(elsewhere)
        let child = Child()
        stage.root.addChild(child)
        child.onViewWillAppear = { [weak elsewhere] in elsewhere?.addSubview($0.view) }
        stage.root.view.addSubview(child.view)
        #expect(elsewhere.subviews.isEmpty)
        #expect(stage.root.view.subviews.count == 2)
        #expect(child.view.superview === stage.root.view)
      }
    }
  }

  @Test("Regression, R3.14: a view without containment that is added in the parent's viewWillAppear appears with it")
  func uncontainedAddedInViewWillAppear() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      var child: Child?
      try application.perform {
        let parent = Parent()
        let made = Child()
        child = made
        parent.onViewWillAppear = { [weak made] in if let made { $0.view.addSubview(made.view) } }
        embed(parent, in: stage.root)
      }
      #expect(
        application.lines(of: "Child").filter { $0.contains("Appear") } == [
          "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
        ])
      #expect(child?.appearanceState == .appeared)
      child = nil
    }
  }

  @Test("Regression, R3.14: a view that the parent's viewWillAppear takes out does not appear")
  func uncontainedRemovedInViewWillAppear() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let parent = Parent()
        let child = Child()
        parent.view.addSubview(child.view)
        parent.onViewWillAppear = { [weak child] _ in child?.view.removeFromSuperview() }
        embed(parent, in: stage.root)
        #expect(child.appearanceState == .disappeared)
      }
      #expect(application.lines(of: "Child") == ["Child loadView", "Child viewDidLoad", "Child deinit"])
    }
  }

  @Test("Regression, R3.14: a view that is added in the parent's viewWillDisappear leaves with it")
  func uncontainedAddedInViewWillDisappear() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      var child: Child?
      try application.perform {
        let parent = Parent()
        embed(parent, in: stage.root)
      }
      try application.perform {
        let made = Child()
        child = made
        let parent = try #require(stage.root.children.first as? Parent)
        parent.onViewWillDisappear = { [weak made] in if let made { $0.view.addSubview(made.view) } }
        unembed(parent)
      }
      #expect(child?.appearanceState == .disappeared)
      #expect(!application.lines(of: "Child").contains("Child viewDidAppear(false)"))
      child = nil
    }
  }

  @Test("Regression: a superview that leaves the window in viewWillAppear takes the coming view with it")
  func superviewLeavesInViewWillAppear() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      var child: Child?
      try application.perform {
        let box = UIView(frame: .zero)
        stage.root.view.addSubview(box)
        let made = Child()
        child = made
        made.onViewWillAppear = { [weak box] _ in box?.removeFromSuperview() }
        box.addSubview(made.view)
        #expect(made.view.window == nil)
      }
      #expect(child?.appearanceState == .disappeared)
      #expect(
        application.lines(of: "Child").filter { $0.contains("ppear") } == [
          "Child viewWillAppear(false)", "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
      child = nil
    }
  }

  @Test("Regression, R4.2: a child that a sibling adds while the parent appears is told in the same phase")
  func childAddedBySibling() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let parent = Parent()
        let first = First()
        embed(first, in: parent)
        first.onViewWillAppear = { first in
          if let parent = first.parent, parent.children.count == 1 { embed(Second(), in: parent) }
        }
        embed(parent, in: stage.root)
      }
      #expect(
        application.trace.linesWithoutLayout.filter { $0.contains("Appear") } == [
          "Parent viewWillAppear(false)", "First viewWillAppear(false)", "Second viewWillAppear(false)",
          "Parent viewIsAppearing(false)", "First viewIsAppearing(false)", "Second viewIsAppearing(false)",
          "Parent viewDidAppear(false)", "First viewDidAppear(false)", "Second viewDidAppear(false)",
        ])
    }
  }

  @Test("Regression: a subview that didMoveToWindow of its sibling removes is in no window")
  func removedWhileMovingToWindow() throws {
    final class Remover: UIView {
      weak var victim: UIView?
      override func didMoveToWindow() { if window != nil { victim?.removeFromSuperview() } }
    }
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let box = UIView(frame: .zero)
        let remover = Remover(frame: .zero)
        let victim = UIView(frame: .zero)
        remover.victim = victim
        box.addSubview(remover)
        box.addSubview(victim)
        stage.root.view.addSubview(box)
        #expect(victim.superview == nil)
        #expect(victim.window == nil)
      }
    }
  }

  @Test("Regression: a view that leaves in viewIsAppearing is not laid out")
  func removedInViewIsAppearing() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      var child: Child?
      try application.perform {
        let made = Child()
        child = made
        made.onViewIsAppearing = { $0.view.removeFromSuperview() }
        stage.root.view.addSubview(made.view)
      }
      #expect(application.trace.lines.filter { $0.hasPrefix("Child viewWillLayout") } == [])
      #expect(child?.appearanceState == .disappeared)
      child = nil
    }
  }

  @Test("Regression, R1.5: view = nil on screen ends the appearance; the next view begins a new one")
  func viewSetToNilOnScreen() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform { embed(Child(), in: stage.root) }
      application.trace.removeAll()
      let child = try #require(stage.root.children.first as? Child)
      try application.perform { child.view = nil }
      #expect(
        application.trace.linesWithoutLayout == ["Child viewWillDisappear(false)", "Child viewDidDisappear(false)"])
      #expect(child.appearanceState == .disappeared)
      try application.perform { stage.root.view.addSubview(child.view) }
      #expect(child.appearanceState == .appeared)
      #expect(application.lines(of: "Child").suffix(3).first == "Child viewWillAppear(false)")
    }
  }

  @Test("Regression: a view that is replaced in viewWillAppear does not count as shown")
  func viewReplacedInViewWillAppear() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      var child: Child?
      try application.perform {
        let made = Child()
        child = made
        made.onViewWillAppear = { $0.view = UIView(frame: .zero) }
        stage.root.view.addSubview(made.view)
      }
      #expect(child?.appearanceState == .disappeared)
      #expect(!application.lines(of: "Child").contains("Child viewDidAppear(false)"))
      child = nil
    }
  }

  @Test("Regression: the same view for two controllers is reported, and only the later one has it")
  func oneViewTwoControllers() throws {
    try withScene { application in
      try application.perform {
        let first = First()
        let second = Second()
        let view = UIView(frame: .zero)
        first.view = view
        second.view = view
        #expect(view.owningController === second)
        #expect(!first.isViewLoaded)
        #expect(application.brokenContracts.map(\.kind) == [.hierarchyInconsistency])
      }
    }
  }
}
