import HeadlessUIKit
import Testing

/// Several rules at once: what happens when one thing comes in the middle of another.
@MainActor
@Suite("Rule book: combinations")
struct RuleBookCombinationTests {
  /// What holds for a container that has settled, whatever happened before.
  private func expectSettled(
    _ pages: RuleBookPages, isOnScreen: Bool = true, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let comment = Comment(rawValue: what)
    #expect(pages.children.count == pages.viewControllers.count, comment, sourceLocation: sourceLocation)
    #expect(
      pages.segmentedControl.numberOfSegments == pages.viewControllers.count, comment, sourceLocation: sourceLocation)
    #expect(
      pages.segmentedControl.selectedSegmentIndex == pages.selectedIndex, comment, sourceLocation: sourceLocation)
    for (index, child) in pages.viewControllers.enumerated() {
      let isSelected = index == pages.selectedIndex
      let state = isSelected && isOnScreen ? AppearanceState.appeared : .disappeared
      #expect(child.appearanceState == state, comment, sourceLocation: sourceLocation)
      #expect(child.parent === pages, comment, sourceLocation: sourceLocation)
      let isInside = child.viewIfLoaded?.isDescendant(of: pages.view) ?? false
      #expect(isInside == isSelected, comment, sourceLocation: sourceLocation)
    }
    if pages.viewControllers.isEmpty {
      #expect(pages.selectedIndex == UISegmentedControl.noSegment, comment, sourceLocation: sourceLocation)
    }
  }

  private func hooked(_ pages: RuleBookPages, _ index: Int) throws -> HookedController {
    try #require(pages.viewControllers[index] as? HookedController)
  }

  @Test("R2.7, R5: a child that selects another one in its viewWillAppear leaves only legal pairs")
  func selectInWillAppear() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second(), Third()]) }
      _ = try application.perform { show(pages) }
      try hooked(pages, 1).onViewWillAppear = { try? ($0.parent as? RuleBookPages)?.select(2) }
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(pages.selectedIndex == 2)
      expectSettled(pages)
    }
  }

  @Test("R2.7, R5: the same in the old child's viewWillDisappear and viewDidDisappear, and in the delegate")
  func selectInOtherCallbacks() throws {
    try withScene { application in
      let pages = try application.perform { makePages([First(), Second(), Third()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try hooked(pages, 0).onViewWillDisappear = { try? ($0.parent as? RuleBookPages)?.select(2) }
      try application.perform { try pages.select(1) }
      #expect(pages.selectedIndex == 2)
      expectSettled(pages)
      try hooked(pages, 0).onViewWillDisappear = nil
      try hooked(pages, 2).onViewDidDisappear = { try? ($0.parent as? RuleBookPages)?.select(0) }
      try application.perform { try pages.select(1) }
      #expect(pages.selectedIndex == 0)
      expectSettled(pages)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
    }
  }

  @Test("R3.11, R5: the container is removed in the turn in which another child was selected")
  func removedInSwap() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let pages = try application.perform { makePages([First(), Second()]) }
      try application.perform { embed(pages, in: stage.root) }
      application.trace.removeAll()
      try application.perform {
        try pages.select(1)
        unembed(pages)
      }
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(pages.appearanceState == .disappeared)
      expectSettled(pages, isOnScreen: false)
    }
  }

  @Test("R3.1, R3.11: another parent takes the selected child with its view; the container selects another one")
  func selectedIsTaken() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let pages = try application.perform { makePages([First(), Second()]) }
      let first = pages.viewControllers[0]
      try application.perform { embed(pages, in: stage.root) }
      application.trace.removeAll()
      try application.perform { embed(first, in: stage.root) }
      #expect(first.parent === stage.root)
      #expect(first.view.superview === stage.root.view)
      #expect(first.appearanceState == .appeared)
      // R3.9: it is on screen at the end, so its last callbacks are those of an appearance.
      #expect(
        application.lines(of: "First").filter { $0.contains(" view") }.suffix(3) == [
          "First viewWillAppear(false)", "First viewIsAppearing(false)", "First viewDidAppear(false)",
        ])
      #expect(pages.viewControllers.map(\.className) == ["Second"])
      expectSettled(pages)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(application.brokenContracts == [])
    }
  }

  @Test("1.3, R3.11: replacing the selected child", arguments: UIApplication.Profile.allCases)
  func replaceSelected(profile: UIApplication.Profile) throws {
    try withScene(profile, isStrict: true) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      try application.perform { _ = try pages.replaceViewController(at: 0, with: Third()) }
      #expect(pages.viewControllers.map(\.className) == ["Third", "Second"])
      expectSettled(pages)
      #expect(pages.selectedIndex == 0)
      #expect(!pages.viewControllers[1].isViewLoaded)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(application.lines(of: "First").last == "First deinit")
    }
  }

  @Test("R13.10, R5: a swap that a prompt makes longer is reversed before its end")
  func promptReversed() throws {
    try withScene { application in
      let pages = try application.perform {
        let second = Second()
        second.navigationItem.prompt = "prompt"
        return makePages([First(), second])
      }
      let nav = try application.perform { RuleBookNav(rootViewController: pages) }
      _ = try application.perform { show(nav) }
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      try application.perform { try pages.select(0) }
      try advance(application, by: 1)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(nav.navigationBar.frame.height == 44)
      #expect(pages.view.frame.height == 436)
      expectSettled(pages)
    }
  }

  @Test("R13.10, R19.4: the window is hidden in the middle of a swap that a prompt makes longer")
  func promptAndHiddenWindow() throws {
    try withScene { application in
      let pages = try application.perform {
        let second = Second()
        second.navigationItem.prompt = "prompt"
        return makePages([First(), second])
      }
      let window = try application.perform { show(RuleBookNav(rootViewController: pages)) }
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      try application.perform { window.isHidden = true }
      try advance(application, by: 1)
      expectSettled(pages, isOnScreen: false)
      try application.perform { window.isHidden = false }
      try advance(application, by: 1)
      expectSettled(pages)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
    }
  }

  @Test("S18, R3.9: a faithful container that comes into a visible parent does not let its child appear first")
  func faithfulInVisibleParent() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let pages = try application.perform { makePages([First(), Second()], mode: .faithful) }
      application.trace.removeAll()
      try application.perform { embed(pages, in: stage.root) }
      let lines = application.trace.linesWithoutLayout
      #expect(isSubsequence(["RuleBookPages viewWillAppear(false)", "First viewWillAppear(false)"], of: lines))
      #expect(lines.filter { $0 == "First viewWillAppear(false)" }.count == 1)
      #expect(lines.filter { $0 == "First viewDidAppear(false)" }.count == 1)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
    }
  }

  @Test("R3.13, R5: off screen a faithful container swaps without appearance callbacks")
  func faithfulOffScreen() throws {
    try withScene { application in
      let pages = try application.perform {
        let pages = makePages([First(), Second()], mode: .faithful)
        pages.loadViewIfNeeded()
        return pages
      }
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      #expect(application.trace.linesWithoutLayout == ["Second loadView", "Second viewDidLoad"])
      _ = try application.perform { show(pages) }
      #expect(
        application.trace.linesWithoutLayout.dropFirst(2) == [
          "RuleBookPages viewWillAppear(false)", "Second viewWillAppear(false)",
          "RuleBookPages viewIsAppearing(false)", "Second viewIsAppearing(false)",
          "RuleBookPages viewDidAppear(false)", "Second viewDidAppear(false)",
        ])
    }
  }

  @Test("R7, R2.7: a transition is reversed by the next one before its end")
  func transitionReversed() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (first, second) = try application.perform { (First(), Second()) }
      let root = stage.root
      try application.perform {
        embed(first, in: root)
        root.addChild(second)
      }
      application.trace.removeAll()
      try application.perform { root.transition(from: first, to: second, duration: 1) }
      try advance(application, by: 0.5)
      try application.perform { root.transition(from: second, to: first, duration: 1) }
      try advance(application, by: 2)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect(first.appearanceState == .appeared)
      #expect(second.appearanceState == .disappeared)
      #expect(first.view.superview === root.view)
      #expect(second.view.superview == nil)
    }
  }

  @Test("R7, R3.11: the receiver is taken off screen in the middle of a transition")
  func transitionInterrupted() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (parent, first, second) = try application.perform { (Parent(), First(), Second()) }
      try application.perform {
        embed(parent, in: stage.root)
        embed(first, in: parent)
        parent.addChild(second)
      }
      let log = Log()
      application.trace.removeAll()
      try application.perform {
        parent.transition(from: first, to: second, duration: 1, completion: { _ in log.note("completion") })
      }
      try application.perform { unembed(parent) }
      try advance(application, by: 2)
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      #expect([parent, first, second].map(\.appearanceState) == [.disappeared, .disappeared, .disappeared])
      #expect(log.lines == ["completion"])
      #expect(first.view.superview == nil)
      #expect(second.view.superview === parent.view)
    }
  }

  @Test("R17.4, R7, profile ios5: in the middle of a transition the old view still has a superview, and is kept")
  func warningInTransition() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let (old, new) = try application.perform { (Remakeable(), Second()) }
      try application.perform {
        embed(old, in: stage.root)
        stage.root.addChild(new)
        stage.root.transition(from: old, to: new, duration: 1)
      }
      _ = try application.perform { application.simulateMemoryWarning() }
      #expect(old.isViewLoaded)
      try advance(application, by: 2)
      _ = try application.perform { application.simulateMemoryWarning() }
      #expect(!old.isViewLoaded)
      #expect(new.isViewLoaded)
    }
  }

  @Test("R18, R5: the interface turns in the turn of a swap", arguments: UIApplication.Profile.allCases)
  func turnInSwap(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { TurningRoot() }
      let pages = try application.perform { makePages([TurningChild(), TurningSibling()]) }
      try application.perform { fill(stage.root, with: pages) }
      application.trace.removeAll()
      try application.perform {
        try pages.select(1)
        #expect(application.rotate(to: .landscapeLeft).rotated)
      }
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      expectSettled(pages)
      #expect(pages.view.bounds.size == CGSize(width: 480, height: 320))
    }
  }

  @Test(
    "R2.7, R5, R3, 1.3: whatever is done to a segmented container in a bar, its children get legal pairs",
    arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let profile: UIApplication.Profile = seed.isMultiple(of: 2) ? .latest : .ios5
    try withScene(profile) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      let window = try application.perform { show(RuleBookNav(rootViewController: pages)) }
      var history: [String] = []
      for _ in 0..<60 {
        try application.perform {
          for _ in 0..<Int.random(in: 1...3, using: &generator) {
            history.append(try step(pages, window, &generator))
          }
        }
        if Bool.random(using: &generator) {
          try advance(application, by: 1)
          expectSettled(pages, isOnScreen: !window.isHidden, history.suffix(6).joined(separator: ", "))
        }
      }
      #expect(AppearanceChecker.violations(in: application.trace.events) == [])
      #expect(application.brokenContracts == [])
    }
  }

  /// Does one thing at random, and says which.
  private func step(_ pages: RuleBookPages, _ window: UIWindow, _ generator: inout SplitMix64) throws -> String {
    let count = pages.viewControllers.count
    let index = count == 0 ? 0 : Int.random(in: 0..<count, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...3 where count > 0:
      try pages.select(index)
      return "select \(index)"
    case 4:
      let child = [First(), Second(), Third()][Int.random(in: 0..<3, using: &generator)]
      if Bool.random(using: &generator) { child.navigationItem.prompt = "prompt" }
      try pages.insertViewController(child, at: index)
      return "insert \(index)"
    case 5 where count > 0:
      _ = try pages.removeViewController(at: index)
      return "remove \(index)"
    case 6 where count > 0:
      _ = try pages.replaceViewController(at: index, with: Other())
      return "replace \(index)"
    case 7:
      window.isHidden.toggle()
      return "hidden \(window.isHidden)"
    case 8 where count > 0:
      let item = pages.viewControllers[index].navigationItem
      item.prompt = item.prompt == nil ? "prompt" : nil
      return "prompt \(index) \(item.prompt != nil)"
    case 9:
      let orientations: [UIInterfaceOrientation] = [.portrait, .landscapeLeft, .landscapeRight]
      let orientation = orientations[Int.random(in: 0..<3, using: &generator)]
      _ = UIApplication.shared.rotate(to: orientation)
      return "turn \(orientation.name)"
    default:
      return "nothing"
    }
  }
}
