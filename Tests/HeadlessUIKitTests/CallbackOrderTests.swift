import HeadlessUIKit
import Testing

/// A callback that causes the next step of its own controller, or changes who is to be told. Random operations in callbacks
/// have found these; each was a fault.
@MainActor
@Suite("Regression: children hear of a step before their parent goes on")
struct CallbackOrderTests {
  private func lines(_ profile: UIApplication.Profile, _ lines: [String]) -> [String] {
    lines.filter { profile == .latest || !$0.contains("viewIsAppearing") }
  }

  @Test(
    "R3.10: a swap that its child ends in its own viewWillAppear tells the grandchild first",
    arguments: UIApplication.Profile.allCases)
  func swapEndedInViewWillAppear(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { MultipleViewController(childViewControllers: []) }
      let (outer, other) = try application.perform {
        let (outer, inner, other) = (First(), Child(), Second())
        embed(inner, in: outer)
        outer.onViewWillAppear = { [unowned root = stage.root] controller in
          controller.onViewWillAppear = nil
          root.viewControllers = [other]
        }
        return (outer, other)
      }
      application.trace.removeAll()
      try application.perform { try stage.root.insertViewController(outer, at: 0) }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "First willMove(toParent: MultipleViewController)", "First didMove(toParent: MultipleViewController)",
              "First viewWillAppear(false)", "Child viewWillAppear(false)", "First viewIsAppearing(false)",
              "Child viewIsAppearing(false)", "First viewDidAppear(false)", "Child viewDidAppear(false)",
              "First willMove(toParent: nil)", "Second willMove(toParent: MultipleViewController)",
              "Second didMove(toParent: MultipleViewController)", "Second loadView", "Second viewDidLoad",
              "Second viewWillAppear(false)", "First viewWillDisappear(false)", "Child viewWillDisappear(false)",
              "Second viewIsAppearing(false)", "First didMove(toParent: nil)", "First viewDidDisappear(false)",
              "Child viewDidDisappear(false)", "Second viewDidAppear(false)",
            ]))
      #expect(outer.appearanceState == .disappeared && outer.parent == nil)
      #expect(other.appearanceState == .appeared)
      #expect(application.issues == [])
    }
  }

  @Test(
    "R4.2, R5: a controller that takes itself out in its viewWillDisappear tells its child first",
    arguments: UIApplication.Profile.allCases)
  func takenOutInViewWillDisappear(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let (middle, first) = try application.perform {
        let (middle, first, child) = (Other(), First(), Child())
        embed(child, in: first)
        embed(first, in: middle)
        embed(middle, in: stage.root)
        first.onViewWillDisappear = { controller in unembed(controller) }
        return (middle, first)
      }
      application.trace.removeAll()
      try application.perform { unembed(middle) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Other willMove(toParent: nil)", "Other viewWillDisappear(false)", "First viewWillDisappear(false)",
          "First willMove(toParent: nil)", "First didMove(toParent: nil)", "Child viewWillDisappear(false)",
          "Other didMove(toParent: nil)", "First viewDidDisappear(false)", "Child viewDidDisappear(false)",
          "Other viewDidDisappear(false)",
        ])
      #expect(first.appearanceState == .disappeared)
      #expect(application.issues == [])
    }
  }

  @Test(
    "R4.2, R5: a controller that becomes a window's root in its viewWillDisappear turns back with its child",
    arguments: UIApplication.Profile.allCases)
  func becomesRootInViewWillDisappear(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let (child, parent, grandparent) = try application.perform {
        let (child, parent, grandparent) = (Child(), Parent(), Other())
        embed(child, in: stage.root)
        embed(parent, in: grandparent)
        embed(grandparent, in: stage.root)
        parent.onViewWillDisappear = { [unowned window = stage.window] parent in
          parent.onViewWillDisappear = nil
          unembed(parent)
          window.rootViewController = parent
        }
        return (child, parent, grandparent)
      }
      application.trace.removeAll()
      try application.perform {
        child.view.removeFromSuperview()
        embed(child, in: parent)
        unembed(grandparent)
      }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Child viewWillDisappear(false)", "Child didMove(toParent: nil)", "Child willMove(toParent: Parent)",
              "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child didMove(toParent: Parent)",
              "Other willMove(toParent: nil)", "Other viewWillDisappear(false)", "Parent viewWillDisappear(false)",
              "Parent willMove(toParent: nil)", "Parent didMove(toParent: nil)", "Root viewWillDisappear(false)",
              "Parent viewWillAppear(false)", "Parent viewIsAppearing(false)", "Other didMove(toParent: nil)",
              "Root viewDidDisappear(false)", "Parent viewDidAppear(false)", "Child viewDidAppear(false)",
              "Other viewDidDisappear(false)",
            ]))
      #expect(parent.appearanceState == .appeared && child.appearanceState == .appeared)
    }
  }

  @Test(
    "R3.10, R4.2: a child that comes in the viewWillAppear of somebody else's view is told before its parent goes on",
    arguments: UIApplication.Profile.allCases)
  func comesInAStrangersCallback(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let (root, middle) = try application.perform {
        let (root, middle, stranger) = (Root(), Other(), Second())
        embed(middle, in: root)
        middle.view.addSubview(stranger.view)
        stranger.onViewWillAppear = { [unowned middle] _ in embed(Child(), in: middle) }
        // Nobody else holds a controller without a parent.
        middle.onViewDidDisappear = { _ in _ = stranger }
        return (root, middle)
      }
      application.trace.removeAll()
      _ = try application.perform { show(root) }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Root viewWillAppear(false)", "Other viewWillAppear(false)", "Second viewWillAppear(false)",
              "Child willMove(toParent: Other)", "Child loadView", "Child viewDidLoad",
              "Child didMove(toParent: Other)", "Child viewWillAppear(false)", "Root viewIsAppearing(false)",
              "Other viewIsAppearing(false)",
              "Child viewIsAppearing(false)", "Second viewIsAppearing(false)", "Root viewDidAppear(false)",
              "Other viewDidAppear(false)", "Child viewDidAppear(false)", "Second viewDidAppear(false)",
            ]))
      #expect(middle.children.map(\.appearanceState) == [.appeared])
      #expect(application.issues == [])
    }
  }

  @Test("R4.2: a child that comes back in its own viewWillAppear is told again before its parent goes on")
  func comesBackInItsViewWillAppear() throws {
    try withScene { application in
      let root = try application.perform {
        let (root, child) = (Root(), Child())
        embed(child, in: root)
        child.onViewWillAppear = { [unowned root] child in
          child.onViewWillAppear = nil
          unembed(child)
          embed(child, in: root)
        }
        return root
      }
      application.trace.removeAll()
      _ = try application.perform { show(root) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Root viewWillAppear(false)", "Child viewWillAppear(false)", "Child willMove(toParent: nil)",
          "Child viewWillDisappear(false)", "Child viewDidDisappear(false)", "Child didMove(toParent: nil)",
          "Child willMove(toParent: Root)", "Child didMove(toParent: Root)", "Child viewWillAppear(false)",
          "Root viewIsAppearing(false)", "Child viewIsAppearing(false)", "Root viewDidAppear(false)",
          "Child viewDidAppear(false)",
        ])
      #expect(application.issues == [])
    }
  }

  @Test("R4.2: so is one whose parent is told by hand, on no screen")
  func comesBackWhileItsParentIsToldByHand() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let (parent, child) = (Parent(), Child())
        embed(child, in: parent)
        child.onViewWillAppear = { [unowned parent] child in
          child.onViewWillAppear = nil
          unembed(child)
          embed(child, in: parent)
        }
        stage.root.addChild(parent)
        application.trace.removeAll()
        parent.beginAppearanceTransition(true, animated: false)
        parent.endAppearanceTransition()
        parent.didMove(toParent: stage.root)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillAppear(false)", "Child viewWillAppear(false)", "Child willMove(toParent: nil)",
          "Child viewWillDisappear(false)", "Child viewDidDisappear(false)", "Child didMove(toParent: nil)",
          "Child willMove(toParent: Parent)", "Child didMove(toParent: Parent)", "Child viewWillAppear(false)",
          "Parent viewIsAppearing(false)", "Parent viewDidAppear(false)", "Child viewIsAppearing(false)",
          "Child viewDidAppear(false)", "Parent didMove(toParent: Root)",
        ])
    }
  }

  // MARK: What a callback has changed

  @Test("R3.2: a container that takes the child in its didMove(toParent: nil) tells it that it has come")
  func takenInWhenItHasLeft() throws {
    try withScene { application in
      let container = try application.perform {
        let (parent, child) = (Other(), Child())
        let container = MultipleViewController(childViewControllers: [])
        embed(child, in: parent)
        child.onDidMove = { [unowned container] child, parent in
          if parent == nil { container.addViewController(child) }
        }
        application.trace.removeAll()
        unembed(child)
        #expect(child.parent === container)
        return container
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: nil)", "Child didMove(toParent: nil)",
          "Child willMove(toParent: MultipleViewController)", "Child didMove(toParent: MultipleViewController)",
          "Other deinit",
        ])
      withExtendedLifetime(container) {}
    }
  }

  @Test("R3.3: willMove(toParent: nil) out of willMove(toParent:) is told, and a repeated super call is not")
  func letGoWhenItIsToCome() throws {
    try withScene { application in
      try application.perform {
        let (parent, child) = (Other(), Child())
        child.onWillMove = { child, parent in
          guard parent != nil else { return }
          child.willMove(toParent: nil)
        }
        parent.addChild(child)
        child.didMove(toParent: parent)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: Other)", "Child willMove(toParent: nil)", "Child didMove(toParent: Other)",
          "Other deinit", "Child deinit",
        ])
    }
  }

  @Test("R3.15: a controller that gets another parent in its viewWillAppear stays with that one")
  func otherParentInViewWillAppear() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (other, child) = try application.perform {
        let (other, child) = (Other(), Child())
        child.onViewWillAppear = { child in
          child.onViewWillAppear = nil
          unembed(child)
          embed(child, in: other)
        }
        embed(child, in: stage.root)
        return (other, child)
      }
      #expect(child.parent === other)
      #expect(child.view.superview === other.view)
      #expect(child.appearanceState == .disappeared)
    }
  }

  @Test("R3.15: one that gets another parent in its viewWillAppear, and no place, stands nowhere")
  func otherParentWithoutAView() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (other, child) = try application.perform {
        let (other, child) = (Other(), Child())
        child.onViewWillAppear = { child in
          child.onViewWillAppear = nil
          unembed(child)
          other.addChild(child)
        }
        embed(child, in: stage.root)
        return (other, child)
      }
      #expect(child.parent === other)
      #expect(child.view.superview == nil)
      #expect(child.appearanceState == .disappeared)
    }
  }

  @Test("R19.3: the old root's view stays where its viewWillDisappear has put it")
  func oldRootIsRescued() throws {
    try withScene { application in
      let stage = try Stage(application) { First() }
      let container = try application.perform {
        let container = MultipleViewController(childViewControllers: [])
        container.loadViewIfNeeded()
        stage.root.onViewWillDisappear = { [unowned container] root in
          root.onViewWillDisappear = nil
          container.addViewController(root)
        }
        stage.window.rootViewController = Second()
        return container
      }
      #expect(stage.root.parent === container)
      #expect(stage.root.view.superview === container.view)
      #expect(stage.root.appearanceState == .disappeared)
      #expect(application.issues == [])
    }
  }

  @Test("R15: a container that becomes corrected while a child is being added has a segment for it")
  func correctedWhileAdding() throws {
    try withScene { application in
      let container = try application.perform {
        let container = MultipleViewController(childViewControllers: [])
        container.mode = .faithful
        let child = Child()
        child.onWillMove = { [unowned container] _, parent in if parent != nil { container.mode = .corrected } }
        container.addViewController(child)
        return container
      }
      #expect(container.segmentedControl.numberOfSegments == container.viewControllers.count)
      #expect(container.viewControllers.count == 1)
      #expect(container.selectedIndex == 0)
    }
  }

  @Test("R2.1, R17.4: a view that viewDidLoad has thrown away is loaded again before viewWillAppear")
  func unloadedInViewDidLoad() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let child = Remakeable()
        child.onViewDidLoad = { [unowned application] child in
          child.onViewDidLoad = nil
          application.simulateMemoryWarning()
        }
        stage.root.addChild(child)
        application.trace.removeAll()
        child.beginAppearanceTransition(true, animated: false)
        stage.root.view.addSubview(child.view)
        child.endAppearanceTransition()
        child.didMove(toParent: stage.root)
      }
      #expect(
        application.trace.linesWithoutLayout.filter { !$0.contains("didReceiveMemoryWarning") } == [
          "Remakeable loadView", "Remakeable viewDidLoad", "Remakeable viewWillUnload",
          "Remakeable viewDidUnload", "Remakeable loadView", "Remakeable viewDidLoad",
          "Remakeable viewWillAppear(false)", "Remakeable viewDidAppear(false)",
          "Remakeable didMove(toParent: Root)",
        ])
      #expect(application.issues == [])
    }
  }

  @Test("R2.7: a child whose swap was followed by one that a callback has begun hears viewDidDisappear")
  func swapInsideOfASwap() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (container, old, new) = try application.perform {
        let (container, old, new) = (MultipleViewController(childViewControllers: []), First(), Second())
        embed(container, in: stage.root)
        container.addViewController(old)
        new.onWillMove = { [unowned container] new, _ in
          new.onWillMove = nil
          do { try container.removeViewController(at: 1) } catch { Issue.record(error) }
          old.view.removeFromSuperview()
        }
        try container.insertViewController(new, at: 0)
        return (container, old, new)
      }
      #expect(old.appearanceState == .disappeared)
      #expect(new.appearanceState == .appeared)
      #expect(container.viewControllers.map(\.id) == [new.id])
      let ofOld = application.trace.linesWithoutLayout.filter { $0.hasPrefix("First view") }
      #expect(
        ofOld == [
          "First viewDidLoad", "First viewWillAppear(false)", "First viewIsAppearing(false)",
          "First viewWillDisappear(false)", "First viewDidDisappear(false)",
        ])
    }
  }

  @Test("R3.15: in mode faithful a child that its viewDidLoad gives to another container stands there alone")
  func faithfulChildGoesWhenLoaded() throws {
    try withScene { application in
      let (faithful, other, child) = try application.perform {
        let (faithful, other) = (
          MultipleViewController(childViewControllers: []), MultipleViewController(childViewControllers: [])
        )
        let child = Child()
        other.loadViewIfNeeded()
        faithful.mode = .faithful
        faithful.addViewController(child)
        child.onViewDidLoad = { [unowned faithful, unowned other] child in
          do { try faithful.removeViewController(at: 0) } catch { Issue.record(error) }
          other.addViewController(child)
        }
        faithful.loadViewIfNeeded()
        return (faithful, other, child)
      }
      #expect(child.parent === other)
      #expect(child.view.superview === other.view)
      #expect(faithful.view.subviews.isEmpty)
    }
  }

  @Test("R2.7: in mode faithful a child that was selected while its container goes, and is taken out, hears nothing")
  func faithfulChildOfALeavingContainer() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform {
        let (container, child, grandchild) = (FaithfulContainer(), Child(), Grandchild())
        container.mode = .faithful
        container.viewControllers = [First(), child]
        embed(grandchild, in: child)
        embed(container, in: stage.root)
        container.onViewWillDisappear = { container in
          do { try container.select(1) } catch { Issue.record(error) }
        }
        grandchild.onViewDidLayoutSubviews = { [unowned container, unowned child] _ in
          guard let index = container.viewControllers.firstIndex(where: { $0 === child }) else { return }
          do { try container.removeViewController(at: index) } catch { Issue.record(error) }
        }
        return child
      }
      application.trace.removeAll()
      try application.perform { stage.window.rootViewController = Other() }
      let seen = application.trace.linesWithoutLayout.filter { $0.hasPrefix("Child view") && $0.contains("ppear") }
      #expect(seen == [])
      #expect(child.parent == nil && child.appearanceState == .disappeared)
    }
  }

  @Test("R4.1: a child whose view was thrown away does not come back with a parent that comes back in viewDidDisappear")
  func comesBackWithoutTheChildsView() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Remakeable() }
      let child = try application.perform {
        let (child, other) = (RemakeableChild(), Second())
        embed(child, in: stage.root)
        other.onViewWillAppear = { [unowned application] other in
          other.onViewWillAppear = nil
          application.simulateMemoryWarning()
        }
        stage.root.onViewDidDisappear = { [unowned window = stage.window] root in
          root.onViewDidDisappear = nil
          window.rootViewController = nil
          window.rootViewController = root
        }
        stage.window.rootViewController = other
        return child
      }
      #expect(stage.root.appearanceState == .appeared)
      #expect(child.appearanceState == .disappeared)
      #expect(!child.isViewLoaded)
    }
  }
}

private final class FaithfulContainer: MultipleViewController {
  var onViewWillDisappear: ((FaithfulContainer) -> Void)?

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    onViewWillDisappear?(self)
  }
}

private final class RemakeableChild: UIViewController {
  override func loadView() { view = UIView(frame: .zero) }
}
