import HeadlessUIKit
import Testing

private final class CountingDelegate: MultipleViewControllerDelegate {
  var lines: [String] = []

  func multipleViewController(_ container: MultipleViewController, didSelect child: UIViewController) {
    lines.append("\(child.className) \(container.selectedIndex)")
  }
}

/// The numbers are those of the list of the original's behaviour, part 1.2 of the rule book.
@MainActor
@Suite("MultipleViewController: mode faithful, item by item as the original of 2015")
struct MultipleFaithfulTests {
  private func faithful(_ application: UIApplication, _ children: [UIViewController]) throws -> MultipleViewController {
    let container = MultipleViewController(childViewControllers: [])
    container.mode = .faithful
    for child in children { container.addViewController(child) }
    return container
  }

  @Test("1.2.1 to 1.2.4: the control is there at once; a child hears willMove and never didMove; segment 0 is selected")
  func children() throws {
    try withScene { application in
      let container = try application.perform { try faithful(application, [titled(ChildA(), "A"), ChildB()]) }
      #expect(container.navigationItem.titleView === container.segmentedControl)
      #expect(
        application.trace.lines == [
          "ChildA willMove(toParent: MultipleViewController)", "ChildB willMove(toParent: MultipleViewController)",
        ])
      #expect(container.segmentedControl.titleForSegment(at: 0) == "A")
      #expect(container.segmentedControl.titleForSegment(at: 1) == nil)
      #expect(container.segmentedControl.selectedSegmentIndex == 0)
    }
  }

  @Test("1.2.3: a position beyond the children is an error before anything has changed")
  func insertOutOfRange() throws {
    try withScene { application in
      let container = try application.perform { try faithful(application, [ChildA()]) }
      application.trace.removeAll()
      #expect(throws: SegmentNotFound(index: 2, count: 1)) {
        try application.perform { try container.insertViewController(ChildB(), at: 2) }
      }
      #expect(application.trace.linesWithoutLayout == ["ChildB deinit"])
      #expect(container.viewControllers.count == 1)
    }
  }

  @Test("1.2.5: insertion before the selected child leaves the index: control, index and visible child disagree")
  func insertBefore() throws {
    try withScene { application in
      let container = try application.perform {
        let container = try faithful(application, [ChildA(), ChildB()])
        show(container)
        return container
      }
      try application.perform { try container.insertViewController(ChildC(), at: 0) }
      #expect(container.selectedIndex == 0)
      #expect(container.selectedViewController?.className == "ChildC")
      #expect(container.segmentedControl.selectedSegmentIndex == 1)
      #expect(container.shownController?.className == "ChildA")
    }
  }

  @Test("1.2.6: without children the view's loading meets a range exception: reported, the daemon goes on")
  func noChildren() throws {
    try withScene { application in
      let container = try application.perform { try faithful(application, []) }
      #expect(container.selectedIndex == 0)
      _ = try application.perform { show(container) }
      #expect(application.issues.map(\.kind) == [.indexOutOfRange])
    }
  }

  @Test("1.2.7: the selected segment again does nothing at all")
  func reselect() throws {
    try withScene { application in
      let delegate = CountingDelegate()
      let container = try application.perform {
        let container = try faithful(application, [titled(ChildA(), "A"), ChildB()])
        container.delegate = delegate
        show(container)
        return container
      }
      application.trace.removeAll()
      try application.perform {
        container.viewControllers[0].navigationItem.title = "changed"
        try container.select(0)
      }
      #expect(application.trace.lines.isEmpty)
      #expect(delegate.lines.isEmpty)
      #expect(container.navigationItem.title == "A")
    }
  }

  @Test("1.2.8: the new child has appeared before the old one begins to disappear, and callbacks read the old index")
  func select() throws {
    try withScene { application in
      let delegate = CountingDelegate()
      let (container, first, second) = try application.perform {
        let (first, second) = (ChildA(), ChildB())
        let container = try faithful(application, [first, second])
        container.delegate = delegate
        show(container)
        return (container, first, second)
      }
      var indices: [Int] = []
      var viewCounts: [Int] = []
      second.onViewDidAppear = { [unowned container] _ in indices.append(container.selectedIndex) }
      first.onViewWillDisappear = { [unowned container] _ in
        indices.append(container.selectedIndex)
        viewCounts.append(container.view.subviews.count)
      }
      application.trace.removeAll()
      try application.perform {
        try container.select(1)
        #expect(
          application.trace.linesWithoutLayout == [
            "ChildB loadView", "ChildB viewDidLoad", "ChildB viewWillAppear(false)", "ChildB viewIsAppearing(false)",
            "ChildB viewDidAppear(false)", "ChildA viewWillDisappear(false)", "ChildA viewDidDisappear(false)",
          ])
      }
      #expect(indices == [0, 0])
      #expect(viewCounts == [2])
      #expect(delegate.lines == ["ChildB 1"])
      #expect(container.segmentedControl.selectedSegmentIndex == 1)
    }
  }

  @Test("1.2.9: out of range, and no segment, are errors before anything has changed")
  func outOfRange() throws {
    try withScene { application in
      let container = try application.perform {
        let container = try faithful(application, [ChildA(), ChildB()])
        show(container)
        return container
      }
      application.trace.removeAll()
      for index in [2, -1] {
        #expect(throws: SegmentNotFound(index: index, count: 2)) {
          try application.perform { try container.select(index) }
        }
      }
      #expect(application.trace.lines.isEmpty)
      #expect(container.selectedIndex == 0)
    }
  }

  @Test(
    "S52, 1.2.11: selected before the view is loaded: the second child is visible, the bar says what the first says")
  func beforeLoading() throws {
    try withScene { application in
      let container = try application.perform {
        try faithful(application, [titled(ChildA(), "A"), titled(ChildB(), "B")])
      }
      application.trace.removeAll()
      try application.perform { try container.select(1) }
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildB loadView", "ChildB viewDidLoad", "MultipleViewController loadView",
          "MultipleViewController viewDidLoad", "ChildA loadView", "ChildA viewDidLoad",
        ])
      #expect(container.navigationItem.title == "A")
      #expect(container.shownController?.className == "ChildB")
      #expect(container.view.subviews.map { $0.owningController?.className } == ["ChildB"])
    }
  }

  @Test("1.2.12, 1.2.14: the bar is a copy made at the selection; titles of segments are never updated")
  func copy() throws {
    try withScene { application in
      let container = try application.perform {
        let container = try faithful(application, [titled(ChildA(), "A"), titled(ChildB(), "B")])
        show(container)
        return container
      }
      try application.perform {
        container.viewControllers[0].navigationItem.title = "A2"
        container.viewControllers[0].navigationItem.prompt = "prompt"
        container.viewControllers[0].navigationItem.backButtonTitle = "not copied"
      }
      #expect(container.navigationItem.title == "A")
      #expect(container.segmentedControl.titleForSegment(at: 0) == "A")
      try application.perform {
        try container.select(1)
        try container.select(0)
      }
      #expect(container.navigationItem.title == "A2")
      #expect(container.navigationItem.prompt == "prompt")
      #expect(container.navigationItem.backButtonTitle == nil)
      #expect(container.segmentedControl.titleForSegment(at: 0) == "A")
    }
  }

  @Test("S51, 1.2.13: a child without items leaves the previous child's second item behind")
  func leftBehind() throws {
    try withScene { application in
      let container = try application.perform {
        let first = ChildA()
        first.navigationItem.rightBarButtonItems = [barItem("a"), barItem("b")]
        let container = try faithful(application, [first, ChildB()])
        show(container)
        return container
      }
      #expect(container.navigationItem.rightBarButtonItems?.map(\.title) == ["a", "b"])
      try application.perform { try container.select(1) }
      #expect(container.navigationItem.rightBarButtonItems?.map(\.title) == ["b"])
    }
  }

  @Test("1.2.13: with only the plural locked the singular still overwrites the first locked item")
  func pluralLocked() throws {
    try withScene { application in
      let container = try application.perform {
        let first = ChildA()
        first.navigationItem.rightBarButtonItem = barItem("child's")
        let container = try faithful(application, [first])
        container.navigationItem.rightBarButtonItems = [barItem("1"), barItem("2")]
        container.lockedProperties = .rightBarButtonItems
        show(container)
        return container
      }
      #expect(container.navigationItem.rightBarButtonItems?.map(\.title) == ["child's", "2"])
    }
  }

  @Test("1.2.17: ios5, a memory warning unloads the views of unselected children; selection makes them again")
  func memoryWarning() throws {
    try withScene(.ios5) { application in
      let container = try application.perform {
        let container = try faithful(application, [RemadeA(), RemadeB()])
        show(container)
        return container
      }
      try application.perform { try container.select(1) }
      application.trace.removeAll()
      try application.perform {
        application.simulateMemoryWarning()
        try container.select(0)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "RemadeA didReceiveMemoryWarning", "RemadeA viewWillUnload", "RemadeA viewDidUnload",
          "RemadeB didReceiveMemoryWarning", "MultipleViewController didReceiveMemoryWarning",
          "RemadeA loadView", "RemadeA viewDidLoad", "RemadeA viewWillAppear(false)", "RemadeA viewDidAppear(false)",
          "RemadeB viewWillDisappear(false)", "RemadeB viewDidDisappear(false)",
        ])
    }
  }

  @Test("1.2.18: a child's frame is set at its selection only, and no mask makes it follow")
  func frames() throws {
    try withScene { application in
      let (container, first) = try application.perform {
        let first = RemadeA()
        let container = try faithful(application, [first, RemadeB()])
        show(container)
        return (container, first)
      }
      // In viewDidLoad the container had the screen's size still.
      #expect(first.view.frame == CGRect(x: 0, y: 0, width: 390, height: 844))
      try application.perform { container.view.frame = CGRect(x: 0, y: 0, width: 480, height: 320) }
      #expect(first.view.frame == CGRect(x: 0, y: 0, width: 390, height: 844))
      try application.perform {
        try container.select(1)
        try container.select(0)
      }
      #expect(first.view.frame == CGRect(x: 0, y: 0, width: 480, height: 320))
    }
  }

  @Test("1.2.19: begin and end by hand in viewDidLoad: the child waits for its container (S18), and appears once")
  func firstAppearance() throws {
    try withScene { application in
      _ = try application.perform { show(try faithful(application, [ChildA()])) }
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildA willMove(toParent: MultipleViewController)", "MultipleViewController loadView",
          "MultipleViewController viewDidLoad", "ChildA loadView", "ChildA viewDidLoad",
          "MultipleViewController viewWillAppear(false)", "ChildA viewWillAppear(false)",
          "MultipleViewController viewIsAppearing(false)", "ChildA viewIsAppearing(false)",
          "MultipleViewController viewDidAppear(false)", "ChildA viewDidAppear(false)",
        ])
    }
  }

  @Test("1.2.20: children are held, the delegate is not; the list of children is a copy")
  func ownership() throws {
    try withScene { application in
      let container = try application.perform { try faithful(application, [ChildA()]) }
      var list = container.viewControllers
      list.removeAll()
      #expect(container.viewControllers.map(\.className) == ["ChildA"])
      var delegate: CountingDelegate? = CountingDelegate()
      container.delegate = delegate
      #expect(container.delegate === delegate)
      delegate = nil
      #expect(container.delegate == nil)
    }
  }

  @Test("in a scene that keeps the faults of its application the container is faithful by itself")
  func byScene() throws {
    let application = UIApplication(name: "test", clock: .virtual, isFaithful: true)
    let container = try application.perform { MultipleViewController(childViewControllers: []) }
    #expect(container.mode == .faithful)
    application.terminate()
  }

  @Test("set to corrected again the container puts right what the faults have left")
  func corrected() throws {
    try withScene { application in
      let container = try application.perform {
        let first = titled(ChildA(), "A")
        first.navigationItem.rightBarButtonItems = [barItem("a"), barItem("b")]
        let container = try faithful(application, [first, titled(ChildB(), "B")])
        show(container)
        try container.select(1)
        try container.insertViewController(titled(ChildC(), "C"), at: 0)
        return container
      }
      try application.perform { container.mode = .corrected }
      #expect(container.selectedIndex == 2)
      #expect(container.selectedViewController?.className == "ChildB")
      #expect(container.navigationItem.title == "B")
      #expect(container.navigationItem.rightBarButtonItems == nil)
      #expect(container.segmentedControl.selectedSegmentIndex == 2)
    }
  }
}

/// Children whose views can be made again (R17.4).
private final class RemadeA: HookedController {
  override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
}

private final class RemadeB: HookedController {
  override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
}
