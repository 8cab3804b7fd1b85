import HeadlessUIKit
import Testing

import class Foundation.ProcessInfo

/// What a navigation item says, to be compared.
@MainActor
func said(by item: UINavigationItem) -> [String] {
  func titles(_ items: [UIBarButtonItem]?) -> String { items?.map { "\($0.id)" }.joined(separator: ",") ?? "none" }
  return [
    "title \(item.title ?? "none")", "prompt \(item.prompt ?? "none")", "left \(titles(item.leftBarButtonItems))",
    "right \(titles(item.rightBarButtonItems))", "back \(item.backBarButtonItem.map { "\($0.id)" } ?? "none")",
    "backTitle \(item.backButtonTitle ?? "none")", "hides \(item.hidesBackButton)",
    "supplement \(item.leftItemsSupplementBackButton)",
  ]
}

@MainActor
@Suite("MultipleViewController: the bar says what the selected child says")
struct MultipleMirroringTests {
  @Test("S46: all properties of the selected child, at the selection and live, and those of no other child")
  func live() throws {
    try withScene { application in
      let (container, first, second) = try application.perform {
        let first = titled(ChildA(), "A")
        let second = titled(ChildB(), "B")
        return (MultipleViewController(childViewControllers: [first, second]), first, second)
      }
      try application.perform {
        for child in [first, second] {
          let item = child.navigationItem
          item.prompt = "\(child.className)'s prompt"
          item.leftBarButtonItems = [barItem("l1"), barItem("l2")]
          item.rightBarButtonItems = [barItem("r1"), barItem("r2"), barItem("r3")]
          item.backBarButtonItem = barItem("back")
          item.backButtonTitle = "to \(child.className)"
          item.hidesBackButton = true
          item.leftItemsSupplementBackButton = true
        }
      }
      #expect(said(by: container.navigationItem) == said(by: first.navigationItem))
      try application.perform { try container.select(1) }
      #expect(said(by: container.navigationItem) == said(by: second.navigationItem))
      try application.perform {
        second.navigationItem.title = "B2"
        second.navigationItem.prompt = nil
        second.navigationItem.leftBarButtonItems = nil
        second.navigationItem.rightBarButtonItem = nil
        second.navigationItem.hidesBackButton = false
        first.navigationItem.title = "A2"
        first.navigationItem.prompt = "other"
      }
      #expect(said(by: container.navigationItem) == said(by: second.navigationItem))
      #expect(container.navigationItem.rightBarButtonItems?.map(\.title) == ["r2", "r3"])
      #expect(container.segmentedControl.titleForSegment(at: 0) == "A2")
      #expect(container.segmentedControl.titleForSegment(at: 1) == "B2")
      #expect(container.navigationItem.titleView === container.segmentedControl)
      #expect(container.title == nil)
    }
  }

  @Test(
    "a locked property keeps what the container says, one flag each; unlocked it says again what the child says",
    arguments: [
      (MultipleViewController.LockedProperties.title, ["title A"]), (.prompt, ["prompt none"]),
      (.backBarButtonItem, ["back none"]), (.backButtonTitle, ["backTitle none"]), (.hidesBackButton, ["hides false"]),
      (.leftItemsSupplementBackButton, ["supplement false"]), (.leftBarButtonItems, ["left none"]),
      (.leftBarButtonItem, ["left none"]), (.rightBarButtonItems, ["right none"]),
      (.rightBarButtonItem, ["right none"]),
    ])
  func locks(flag: MultipleViewController.LockedProperties, kept: [String]) throws {
    try withScene { application in
      let container = try application.perform {
        MultipleViewController(childViewControllers: [titled(ChildA(), "A")])
      }
      let item = container.viewControllers[0].navigationItem
      try application.perform {
        container.lockedProperties = flag
        item.title = "new"
        item.prompt = "new"
        item.leftBarButtonItems = [barItem("l")]
        item.rightBarButtonItems = [barItem("r")]
        item.backBarButtonItem = barItem("b")
        item.backButtonTitle = "new"
        item.hidesBackButton = true
        item.leftItemsSupplementBackButton = true
      }
      let differences = zip(said(by: container.navigationItem), said(by: item)).filter { $0 != $1 }.map(\.0)
      #expect(differences == kept)
      try application.perform { container.lockedProperties = [] }
      #expect(said(by: container.navigationItem) == said(by: item))
    }
  }

  @Test("a locked toolbar keeps its items, whatever the selected child says; unlocked it shows them again")
  func lockedToolbar() throws {
    try withScene { application in
      let container = try application.perform { MultipleViewController(childViewControllers: [ChildA(), ChildB()]) }
      try application.perform {
        container.toolbarItems = [barItem("own")]
        container.lockedProperties = .toolbarItems
        container.viewControllers[0].toolbarItems = [barItem("first")]
        container.viewControllers[1].toolbarItems = [barItem("second")]
        try container.select(1)
      }
      #expect(container.toolbarItems?.map(\.title) == ["own"])
      try application.perform { container.lockedProperties = [] }
      #expect(container.toolbarItems?.map(\.title) == ["second"])
    }
  }

  @Test("S51: corrected, a child without items leaves none of the previous child's")
  func noneLeft() throws {
    try withScene { application in
      let container = try application.perform {
        let first = ChildA()
        first.navigationItem.rightBarButtonItems = [barItem("a"), barItem("b")]
        return MultipleViewController(childViewControllers: [first, ChildB()])
      }
      try application.perform { try container.select(1) }
      #expect(container.navigationItem.rightBarButtonItems == nil)
    }
  }

  @Test("S52: corrected, a selection before the view is loaded shows child and items of the selected one")
  func beforeLoading() throws {
    try withScene { application in
      let container = try application.perform {
        MultipleViewController(childViewControllers: [titled(ChildA(), "A"), titled(ChildB(), "B")])
      }
      try application.perform { try container.select(1) }
      #expect(!container.isViewLoaded)
      _ = try application.perform { show(container) }
      #expect(container.shownController?.className == "ChildB")
      #expect(container.navigationItem.title == "B")
      #expect(container.viewControllers.map(\.isViewLoaded) == [false, true])
    }
  }

  @Test("a child reads the container's navigation controller, and what it changes itself shows in its bar")
  func navigationController() throws {
    try withScene { application in
      let (navigation, child) = try application.perform {
        let child = titled(ChildA(), "A")
        let container = MultipleViewController(childViewControllers: [child])
        let navigation = UINavigationController(rootViewController: container)
        show(navigation)
        return (navigation, child)
      }
      #expect(child.navigationController === navigation)
      try application.perform {
        child.navigationItem.prompt = "New"
        child.navigationItem.rightBarButtonItem = barItem("Add")
        child.toolbarItems = [barItem("Sort")]
        navigation.isToolbarHidden = false
      }
      #expect(navigation.barContent?.prompt == "New")
      #expect(navigation.barContent?.rightItems.map(\.title) == ["Add"])
      #expect(navigation.toolbar.items?.map(\.title) == ["Sort"])
    }
  }

  @Test("a container inside a container: what the innermost selected child says shows in the outer bar, live")
  func nested() throws {
    try withScene { application in
      let (outer, inner, leaf) = try application.perform {
        let leaf = titled(ChildB(), "leaf")
        let inner = MultipleViewController(childViewControllers: [titled(ChildA(), "first"), leaf])
        let outer = MultipleViewController(childViewControllers: [inner])
        show(UINavigationController(rootViewController: outer))
        return (outer, inner, leaf)
      }
      try application.perform { try inner.select(1) }
      #expect(outer.navigationItem.title == "leaf")
      #expect(outer.segmentedControl.titleForSegment(at: 0) == "leaf")
      try application.perform { leaf.navigationItem.rightBarButtonItems = [barItem("1"), barItem("2")] }
      #expect(said(by: outer.navigationItem) == said(by: leaf.navigationItem))
      #expect(outer.navigationItem.titleView === outer.segmentedControl)
    }
  }

  private nonisolated static let seeds: [UInt64] = {
    if let text = ProcessInfo.processInfo.environment["HEADLESSUIKIT_SEED"], let seed = UInt64(text) { return [seed] }
    return Array(1...10)
  }()

  @Test(
    "1,000 random changes, others selected, added, removed meanwhile: the bar says what the selected child says",
    arguments: seeds)
  func random(seed: UInt64) throws {
    try withScene { application in
      var random = SplitMix64(seed: seed)
      let (container, navigation) = try application.perform {
        let container = MultipleViewController(childViewControllers: [])
        let navigation = UINavigationController(rootViewController: container)
        navigation.isToolbarHidden = false
        show(navigation)
        return (container, navigation)
      }
      for step in 0..<1000 {
        let before = lines(shownBy: navigation)
        let locked = container.lockedProperties
        try application.perform { change(container, step, &random) }
        // Half of the steps fall into the animation of a swap for a prompt.
        if Bool.random(using: &random) { try application.clock.advance(by: Double.random(in: 0...0.2, using: &random)) }
        let place = "HEADLESSUIKIT_SEED=\(seed), step \(step)"
        let silent = try silentController(in: application)
        let expected = lines(of: container.selectedViewController ?? silent)
        for (index, said) in lines(shownBy: navigation).enumerated() {
          let isLocked = Self.locks[index].contains { container.lockedProperties.contains($0) }
          // What became locked in this step keeps what it said before.
          try #require(said == (isLocked ? before[index] : expected[index]), "\(place), locked: \(locked)")
        }
        try #require(
          (0..<container.segmentedControl.numberOfSegments).map(container.segmentedControl.titleForSegment)
            == container.viewControllers.map(\.navigationItem.title), "\(place)")
        try #require(container.segmentedControl.selectedSegmentIndex == container.selectedIndex, "\(place)")
        let shown = container.viewControllers.filter {
          $0.appearanceState == .appeared || $0.appearanceState == .appearing
        }
        try #require(shown.map(\.id) == [container.selectedViewController?.id].compactMap(\.self), "\(place)")
      }
      #expect(application.issues.isEmpty, "HEADLESSUIKIT_SEED=\(seed)")
    }
  }

  /// The flags that lock each line of `said`.
  private static let locks: [[MultipleViewController.LockedProperties]] = [
    [.title], [.prompt], [.leftBarButtonItems, .leftBarButtonItem], [.rightBarButtonItems, .rightBarButtonItem],
    [.backBarButtonItem], [.backButtonTitle], [.hidesBackButton], [.leftItemsSupplementBackButton], [.toolbarItems],
  ]

  private func lines(of controller: UIViewController) -> [String] {
    said(by: controller.navigationItem)
      + ["toolbar \(controller.toolbarItems?.map { "\($0.id)" } ?? [])"]
  }

  /// What the bars show, in the same lines: title and back items as the top item has them, the rest as it is shown.
  private func lines(shownBy navigation: UINavigationController) -> [String] {
    guard let top = navigation.navigationBar.topItem, let content = navigation.barContent else { return [] }
    var lines = said(by: top)
    lines[1] = "prompt \(content.prompt ?? "none")"
    lines[2] =
      "left \(content.leftItems.isEmpty ? "none" : content.leftItems.map { "\($0.id)" }.joined(separator: ","))"
    let right = content.rightItems.reversed()
    lines[3] = "right \(right.isEmpty ? "none" : right.map { "\($0.id)" }.joined(separator: ","))"
    return lines + ["toolbar \(navigation.toolbar.items?.map { "\($0.id)" } ?? [])"]
  }

  private func silentController(in application: UIApplication) throws -> UIViewController {
    try application.perform {
      let controller = UIViewController()
      controller.navigationItem.title = nil
      return controller
    }
  }

  private func change(_ container: MultipleViewController, _ step: Int, _ random: inout SplitMix64) {
    let count = container.viewControllers.count
    switch Int.random(in: 0..<17, using: &random) {
    case 0 where count < 12:
      try? container.insertViewController(
        titled(UIViewController(), "new \(step)"), at: Int.random(in: 0...count, using: &random))
    case 1 where count > 0:
      _ = try? container.removeViewController(at: Int.random(in: 0..<count, using: &random))
    case 2 where count > 0:
      _ = try? container.replaceViewController(
        at: Int.random(in: 0..<count, using: &random), with: titled(UIViewController(), "other \(step)"))
    case 3:
      container.viewControllers =
        container.viewControllers.shuffled(using: &random).dropLast(step % 3) + [UIViewController()]
    case 4, 5, 6:
      try? container.select(Int.random(in: 0...max(count, 1), using: &random))
    case 7:
      // Nothing is locked half of the time.
      container.lockedProperties =
        Bool.random(using: &random) ? [] : Self.locks.randomElement(using: &random)?.randomElement(using: &random) ?? []
    case let property:
      guard let child = container.viewControllers.randomElement(using: &random) else { return }
      if property == 8 {
        child.toolbarItems = Bool.random(using: &random) ? nil : [barItem("t\(step)")]
      } else {
        change(child.navigationItem, property, step, &random)
      }
    }
  }

  private func change(_ item: UINavigationItem, _ property: Int, _ step: Int, _ random: inout SplitMix64) {
    let isNil = Bool.random(using: &random)
    switch property {
    case 9: item.title = isNil ? nil : "title \(step)"
    case 10: item.prompt = isNil ? nil : "prompt \(step)"
    case 11: item.leftBarButtonItems = isNil ? nil : (0...(step % 3)).map { barItem("l\($0)") }
    case 12: item.rightBarButtonItem = isNil ? nil : barItem("r\(step)")
    case 13: item.backBarButtonItem = isNil ? nil : barItem("b\(step)")
    case 14: item.backButtonTitle = isNil ? nil : "back \(step)"
    case 15: item.leftBarButtonItem = isNil ? nil : barItem("s\(step)")
    default:
      item.hidesBackButton = isNil
      item.leftItemsSupplementBackButton = !isNil
    }
  }
}
