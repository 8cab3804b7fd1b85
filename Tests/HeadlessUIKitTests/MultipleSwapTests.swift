import HeadlessUIKit
import Testing

/// A container whose view can be made again (R17.4).
private final class RemadeContainer: MultipleViewController {
  override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
}

private final class RemadeFirst: HookedController {
  override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
}

private final class RemadeSecond: HookedController {
  override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
}

/// A swap of a `MultipleViewController` that others get in the way of. Each of these was a fault.
@MainActor
@Suite("Regression: the end of a swap asks whether it is still its own")
struct MultipleSwapTests {
  private func lines(_ profile: UIApplication.Profile, _ lines: [String]) -> [String] {
    lines.filter { profile == .latest || !$0.contains("viewIsAppearing") }
  }

  /// A container on screen with two children, and another container beside it.
  private func stage(_ application: UIApplication, prompt: String? = nil) throws
    -> (stage: Stage<Root>, container: MultipleViewController, other: Other)
  {
    let stage = try Stage(application) { Root() }
    let (container, other) = try application.perform {
      let second = ChildB()
      second.navigationItem.prompt = prompt
      let container = MultipleViewController(childViewControllers: [ChildA(), second])
      embed(container, in: stage.root)
      let other = Other()
      embed(other, in: stage.root)
      return (container, other)
    }
    application.trace.removeAll()
    return (stage, container, other)
  }

  @Test(
    "a child that is removed and embedded elsewhere in one turn appears there",
    arguments: UIApplication.Profile.allCases)
  func embeddedElsewhere(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let (_, container, other) = try stage(application)
      try application.perform { embed(try container.removeViewController(at: 0), in: other) }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "ChildA willMove(toParent: nil)", "ChildB loadView", "ChildB viewDidLoad", "ChildB viewWillAppear(false)",
              "ChildA viewWillDisappear(false)", "ChildB viewIsAppearing(false)", "ChildA didMove(toParent: nil)",
              "ChildA willMove(toParent: Other)", "ChildA viewWillAppear(false)", "ChildA viewIsAppearing(false)",
              "ChildA didMove(toParent: Other)", "ChildB viewDidAppear(false)", "ChildA viewDidAppear(false)",
            ]))
      #expect(other.children.first?.appearanceState == .appeared)
      #expect(application.issues == [])
    }
  }

  @Test("while a prompt's animation runs: a removed child that becomes the root of another window appears there")
  func rootOfAnotherWindow() throws {
    try withScene { application in
      let (_, container, _) = try stage(application, prompt: "Prompt")
      let first = try application.perform { try container.removeViewController(at: 0) }
      #expect(first.appearanceState == .disappearing)
      application.trace.removeAll()
      let window = try application.perform { show(first) }
      try advance(application, by: 1)
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildA viewWillAppear(false)", "ChildA viewIsAppearing(false)", "ChildA viewDidAppear(false)",
          "ChildB viewDidAppear(true)",
        ])
      #expect(first.appearanceState == .appeared)
      #expect(first.view.superview === window)
      try application.perform { window.rootViewController = nil }
      #expect(first.appearanceState == .disappeared)
    }
  }

  @Test("while a prompt's animation runs: a removed child whose view is only put elsewhere appears there")
  func viewPutElsewhere() throws {
    try withScene { application in
      let (_, container, other) = try stage(application, prompt: "Prompt")
      let first = try application.perform { try container.removeViewController(at: 0) }
      application.trace.removeAll()
      try application.perform { other.view.addSubview(first.view) }
      try advance(application, by: 1)
      #expect(
        application.lines(of: "ChildA") == [
          "ChildA viewWillAppear(false)", "ChildA viewIsAppearing(false)", "ChildA viewDidAppear(false)",
        ])
      #expect(first.view.superview === other.view)
      try application.perform { first.view.removeFromSuperview() }
    }
  }

  @Test(
    "in a strict scene a child goes into a second container of the kind: nothing is reported",
    arguments: [nil, "Prompt"])
  func intoASecondContainer(prompt: String?) throws {
    try withScene(isStrict: true) { application in
      let (stage, container, _) = try stage(application, prompt: prompt)
      let second = try application.perform {
        let second = MultipleViewController(childViewControllers: [])
        embed(second, in: stage.root)
        second.addViewController(try container.removeViewController(at: 0))
        return second
      }
      try advance(application, by: 1)
      #expect(second.selectedViewController?.className == "ChildA")
      #expect(second.selectedViewController?.appearanceState == .appeared)
      #expect(container.selectedViewController?.appearanceState == .appeared)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
    }
  }

  @Test("a child that a callback of the swap takes elsewhere is not told by the swap", arguments: [0, 1])
  func takenInACallback(index: Int) throws {
    try withScene { application in
      let (_, container, other) = try stage(application)
      let taken = container.viewControllers[index]
      (container.viewControllers[1] as? HookedController)?.onViewWillAppear = { [weak taken, weak other] child in
        child.onViewWillAppear = nil
        if let taken, let other { embed(taken, in: other) }
      }
      try application.perform { try container.select(1) }
      #expect(taken.parent === other)
      #expect(taken.appearanceState == .appeared)
      #expect(container.selectedViewController?.appearanceState == .appeared)
      #expect(container.viewControllers.count == 1)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(application.issues == [])
    }
  }

  @Test(
    "contentView that is set while a swap runs: one child's view stands, in the new place", arguments: [nil, "Prompt"])
  func contentViewDuringASwap(prompt: String?) throws {
    try withScene { application in
      let (_, container, _) = try stage(application, prompt: prompt)
      try application.perform {
        try container.select(1)
        let box = UIView(frame: container.view.bounds)
        container.view.addSubview(box)
        container.contentView = box
      }
      try advance(application, by: 1)
      let (first, second) = (container.viewControllers[0], container.viewControllers[1])
      #expect(first.view.superview == nil)
      #expect(second.view.superview === container.contentView)
      #expect(first.appearanceState == .disappeared)
      #expect(second.appearanceState == .appeared)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
    }
  }

  @Test("R17.4: the end of a swap, or of a transition, loads no view that a memory warning has thrown away")
  func endLoadsNothing() throws {
    try withScene(.ios5) { application in
      let container = try application.perform {
        // Made first, so that it is the first to be told.
        let container = RemadeContainer(childViewControllers: [])
        let second = RemadeSecond()
        second.navigationItem.prompt = "Prompt"
        container.viewControllers = [RemadeFirst(), second]
        return container
      }
      let window = try application.perform { show(container) }
      try application.perform { try container.select(1) }
      try application.perform { window.rootViewController = nil }
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(!container.isViewLoaded)
      #expect(!container.viewControllers[1].isViewLoaded)
      application.trace.removeAll()
      try advance(application, by: 1)
      #expect(application.trace.lines.filter { $0.contains("oad") } == [])
      #expect(!container.isViewLoaded)
      try application.perform { window.rootViewController = container }
      #expect(container.viewControllers[1].appearanceState == .appeared)
      #expect(container.viewControllers[0].appearanceState == .disappeared)
    }
    try withScene(.ios5) { application in
      let (root, first, second) = try application.perform { (Remakeable(), RemadeFirst(), RemadeSecond()) }
      let window = try application.perform {
        embed(first, in: root)
        root.addChild(second)
        return show(root)
      }
      try application.perform { root.transition(from: first, to: second, duration: 0.5) }
      try application.perform { window.rootViewController = nil }
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(!root.isViewLoaded)
      application.trace.removeAll()
      try advance(application, by: 1)
      #expect(application.trace.lines.filter { $0.contains("oad") } == [])
      #expect(!root.isViewLoaded)
    }
  }

  @Test(
    "set to corrected after selections inside callbacks, a faithful container shows one child, and that has appeared",
    arguments: [0, 1, 2, 3], [0, 1, 2])
  func corrected(moment: Int, index: Int) throws {
    try withScene { application in
      let container = try application.perform {
        let container = MultipleViewController(nibName: nil, bundle: nil)
        container.mode = .faithful
        let (first, second) = (ChildA(), ChildB())
        let hook: HookedController.Hook = { [weak container, weak first, weak second] _ in
          first?.onViewWillDisappear = nil
          first?.onViewDidDisappear = nil
          second?.onViewWillAppear = nil
          second?.onViewDidAppear = nil
          try? container?.select(index)
        }
        switch moment {
        case 0: second.onViewWillAppear = hook
        case 1: second.onViewDidAppear = hook
        case 2: first.onViewWillDisappear = hook
        default: first.onViewDidDisappear = hook
        }
        for child in [first, second, ChildC()] { container.addViewController(child) }
        show(container)
        return container
      }
      try application.perform { try container.select(1) }
      try application.perform { container.mode = .corrected }
      let standing = container.viewControllers.filter { $0.viewIfLoaded?.superview != nil }
      #expect(standing.map(\.className) == [container.selectedViewController?.className])
      for child in container.viewControllers {
        let state: AppearanceState = child === container.selectedViewController ? .appeared : .disappeared
        #expect(child.appearanceState == state)
      }
      #expect(AppearanceChecker.violations(in: application.trace.events) == [])
      try application.perform { application.windows.first?.rootViewController = nil }
    }
  }

  @Test("R7.1: an index that no child has is reported, not a trap")
  func indexOutOfRange() throws {
    try withScene { application in
      let (_, container, _) = try stage(application)
      try application.perform { container.selectedIndex = 7 }
      #expect(container.selectedIndex == 0)
      try application.perform {
        #expect(MultipleViewController(childViewControllers: [ChildC()], initialIndex: 3).selectedIndex == 0)
        _ = MultiviewController(views: MultiviewController.Registry(), initialView: 3)
      }
      #expect(application.issues.map(\.kind) == [.indexOutOfRange, .indexOutOfRange, .indexOutOfRange])
    }
  }
}
