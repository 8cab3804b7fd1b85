import HeadlessUIKit
import Testing

final class ChildA: HookedController {}
final class ChildB: HookedController {}
final class ChildC: HookedController {}

/// Notes what a container tells its delegate.
private final class SelectionRecorder: MultipleViewControllerDelegate {
  var lines: [String] = []

  func multipleViewController(_ container: MultipleViewController, didSelect child: UIViewController) {
    lines.append("select \(child.className) \(container.selectedIndex)")
  }

  func multipleViewController(_ container: MultipleViewController, didReselect child: UIViewController) {
    lines.append("reselect \(child.className)")
  }
}

@MainActor
func titled<Controller: UIViewController>(_ controller: Controller, _ title: String?) -> Controller {
  controller.navigationItem.title = title
  return controller
}

@MainActor
func barItem(_ title: String) -> UIBarButtonItem {
  UIBarButtonItem(title: title, style: .plain, target: nil, action: nil)
}

@MainActor
@Suite("MultipleViewController: children and selection")
struct MultipleViewControllerTests {
  private func container(_ application: UIApplication, initialIndex: Int = 0) throws -> MultipleViewController {
    try application.perform {
      MultipleViewController(
        childViewControllers: [titled(ChildA(), "A"), titled(ChildB(), "B"), titled(ChildC(), "C")],
        initialIndex: initialIndex)
    }
  }

  private func titles(_ control: UISegmentedControl) -> [String?] {
    (0..<control.numberOfSegments).map { control.titleForSegment(at: $0) }
  }

  @Test("its control stands in titleView before any view is loaded, with the children's titles, and nothing is loaded")
  func setUp() throws {
    try withScene { application in
      let container = try container(application)
      #expect(container.navigationItem.titleView === container.segmentedControl)
      #expect(titles(container.segmentedControl) == ["A", "B", "C"])
      #expect(container.segmentedControl.selectedSegmentIndex == 0)
      #expect(container.selectedIndex == 0)
      #expect(container.children.map(\.className) == ["ChildA", "ChildB", "ChildC"])
      #expect(!container.isViewLoaded)
      #expect(
        application.trace.lines == [
          "ChildA willMove(toParent: MultipleViewController)", "ChildA didMove(toParent: MultipleViewController)",
          "ChildB willMove(toParent: MultipleViewController)", "ChildB didMove(toParent: MultipleViewController)",
          "ChildC willMove(toParent: MultipleViewController)", "ChildC didMove(toParent: MultipleViewController)",
        ])
    }
  }

  @Test("S56, R3.10: shown in a window, only the selected child is loaded, and appears with its container")
  func lazy() throws {
    try withScene { application in
      let container = try container(application)
      application.trace.removeAll()
      _ = try application.perform { show(container) }
      #expect(
        application.trace.linesWithoutLayout == [
          "MultipleViewController loadView", "MultipleViewController viewDidLoad", "ChildA loadView",
          "ChildA viewDidLoad", "MultipleViewController viewWillAppear(false)", "ChildA viewWillAppear(false)",
          "MultipleViewController viewIsAppearing(false)", "ChildA viewIsAppearing(false)",
          "MultipleViewController viewDidAppear(false)", "ChildA viewDidAppear(false)",
        ])
      #expect(container.viewControllers.map(\.isViewLoaded) == [true, false, false])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S53: the initial index shows in control and content, and exactly one child is loaded")
  func initialIndex() throws {
    try withScene { application in
      let container = try container(application, initialIndex: 2)
      _ = try application.perform { show(container) }
      #expect(container.segmentedControl.selectedSegmentIndex == 2)
      #expect(container.selectedViewController?.className == "ChildC")
      #expect(container.shownController?.className == "ChildC")
      #expect(container.viewControllers.map(\.isViewLoaded) == [false, false, true])
      #expect(container.navigationItem.title == "C")
    }
  }

  @Test("R7.3, R2.5: a selection on screen: new will, old will, and a turn later old did, new did")
  func selection() throws {
    try withScene { application in
      let container = try container(application)
      let recorder = SelectionRecorder()
      container.delegate = recorder
      _ = try application.perform { show(container) }
      application.trace.removeAll()
      try application.perform {
        try container.select(1)
        #expect(
          application.trace.linesWithoutLayout == [
            "ChildB loadView", "ChildB viewDidLoad", "ChildB viewWillAppear(false)", "ChildA viewWillDisappear(false)",
            "ChildB viewIsAppearing(false)",
          ])
        #expect(recorder.lines == ["select ChildB 1"])
      }
      #expect(
        application.trace.linesWithoutLayout.dropFirst(5) == [
          "ChildA viewDidDisappear(false)", "ChildB viewDidAppear(false)",
        ])
      #expect(container.view.subviews.map { $0.owningController?.className } == ["ChildB"])
      #expect(container.view.subviews[0].frame == container.view.bounds)
      #expect(container.segmentedControl.selectedSegmentIndex == 1)
      #expect(application.issues.isEmpty)
    }
  }

  @Test(
    "swaps are animated exactly where a prompt comes or goes: did-callbacks and the old view's end come with its end")
  func promptIsAnimated() throws {
    try withScene { application in
      let container = try container(application)
      _ = try application.perform { show(container) }
      let (first, second) = (container.viewControllers[0], container.viewControllers[1])
      try application.perform { second.navigationItem.prompt = "Read this" }
      application.trace.removeAll()
      try application.perform { try container.select(1) }
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildB loadView", "ChildB viewDidLoad", "ChildB viewWillAppear(true)", "ChildA viewWillDisappear(true)",
          "ChildB viewIsAppearing(true)",
        ])
      #expect(container.navigationItem.prompt == "Read this")
      #expect(container.view.subviews.map { $0.owningController?.className } == ["ChildA", "ChildB"])
      application.trace.removeAll()
      #expect(try application.clock.advance(by: 0.19) == 0)
      #expect(try application.clock.advance(by: 0.01) == 1)
      #expect(application.trace.linesWithoutLayout == ["ChildA viewDidDisappear(true)", "ChildB viewDidAppear(true)"])
      #expect(container.view.subviews.map { $0.owningController?.className } == ["ChildB"])
      try application.perform { first.navigationItem.prompt = "Read that" }
      application.trace.removeAll()
      try application.perform { try container.select(0) }
      #expect(application.trace.linesWithoutLayout.last == "ChildA viewDidAppear(false)")
    }
  }

  @Test("another selection in the middle of an animated one ends that first; everybody hears balanced callbacks")
  func interruptedAnimation() throws {
    try withScene { application in
      let container = try container(application)
      _ = try application.perform { show(container) }
      try application.perform { container.viewControllers[1].navigationItem.prompt = "Read this" }
      try application.perform { try container.select(1) }
      application.trace.removeAll()
      try application.perform { try container.select(0) }
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildA viewDidDisappear(true)", "ChildB viewDidAppear(true)", "ChildA viewWillAppear(true)",
          "ChildB viewWillDisappear(true)", "ChildA viewIsAppearing(true)",
        ])
      try application.clock.advance(by: 1)
      #expect(container.viewControllers.map(\.appearanceState) == [.appeared, .disappeared, .disappeared])
      #expect(container.view.subviews.map { $0.owningController?.className } == ["ChildA"])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("the selected segment again in the middle of an animated swap: the delegate hears of it, the swap goes on")
  func reselectionDuringAnimation() throws {
    try withScene { application in
      let recorder = SelectionRecorder()
      let container = try container(application)
      container.delegate = recorder
      _ = try application.perform { show(container) }
      try application.perform { container.viewControllers[1].navigationItem.prompt = "Read this" }
      try application.perform { try container.select(1) }
      application.trace.removeAll()
      try application.perform { try container.select(1) }
      #expect(application.trace.lines.isEmpty)
      #expect(recorder.lines == ["select ChildB 1", "reselect ChildB"])
      try application.clock.advance(by: MultipleViewController.promptSeconds)
      #expect(application.trace.linesWithoutLayout == ["ChildA viewDidDisappear(true)", "ChildB viewDidAppear(true)"])
    }
  }

  @Test("init(coder:): a container of a storyboard works as one that was made in code")
  func coder() throws {
    try withScene { application in
      let definition = try StoryboardDefinition(
        name: "Main", initial: "pages", scenes: [StoryboardDefinition.Scene("pages", MultipleViewController.self)])
      let container = try #require(
        try application.perform {
          UIStoryboard(definition).instantiateInitialViewController() as? MultipleViewController
        })
      #expect(container.navigationItem.titleView === container.segmentedControl)
      try application.perform { container.addViewController(titled(ChildA(), "A")) }
      _ = try application.perform { show(container) }
      #expect(container.shownController?.className == "ChildA")
      #expect(container.navigationItem.title == "A")
    }
  }

  @Test("a person's tap selects like code does; the same segment again by code is a reselection that moves nothing")
  func tapAndReselect() throws {
    try withScene { application in
      let container = try container(application)
      let recorder = SelectionRecorder()
      container.delegate = recorder
      // The control is on screen when a bar shows it; here the container's own view does.
      _ = try application.perform {
        let window = show(container)
        container.view.addSubview(container.segmentedControl)
        return window
      }
      try application.perform { _ = try container.segmentedControl.userSelectSegment(2) }
      #expect(container.selectedViewController?.className == "ChildC")
      application.trace.removeAll()
      try application.perform { try container.select(2) }
      #expect(application.trace.lines.isEmpty)
      #expect(recorder.lines == ["select ChildC 2", "reselect ChildC"])
    }
  }

  @Test(
    "S54: an index without a segment is an error and changes nothing, with children, without, and before they are set")
  func outOfRange() throws {
    try withScene { application in
      let container = try container(application)
      _ = try application.perform { show(container) }
      application.trace.removeAll()
      let revision = application.revision
      for index in [3, -1, .max, .min] {
        #expect(throws: SegmentNotFound(index: index, count: 3)) {
          try application.perform { try container.select(index) }
        }
      }
      #expect(application.trace.lines.isEmpty)
      #expect(application.revision == revision)
      #expect(container.selectedIndex == 0)
      let empty = try application.perform { MultipleViewController(childViewControllers: []) }
      #expect(throws: SegmentNotFound(index: 0, count: 0)) { try application.perform { try empty.select(0) } }
    }
  }

  @Test("S54: a container without children can be shown; the first child is selected when it comes")
  func noChildren() throws {
    try withScene { application in
      let container = try application.perform { MultipleViewController(childViewControllers: []) }
      _ = try application.perform { show(container) }
      #expect(container.selectedIndex == UISegmentedControl.noSegment)
      #expect(container.selectedViewController == nil)
      application.trace.removeAll()
      try application.perform { container.addViewController(titled(ChildA(), "A")) }
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildA willMove(toParent: MultipleViewController)", "ChildA didMove(toParent: MultipleViewController)",
          "ChildA loadView", "ChildA viewDidLoad", "ChildA viewWillAppear(false)", "ChildA viewIsAppearing(false)",
          "ChildA viewDidAppear(false)",
        ])
      #expect(container.selectedIndex == 0)
      #expect(container.navigationItem.title == "A")
    }
  }

  @Test("children inserted and removed before the selected one move its index, not the selection")
  func indicesFollow() throws {
    try withScene { application in
      let container = try container(application, initialIndex: 1)
      _ = try application.perform { show(container) }
      application.trace.removeAll()
      try application.perform { try container.insertViewController(titled(UIViewController(), "New"), at: 0) }
      #expect(container.selectedIndex == 2)
      #expect(container.segmentedControl.selectedSegmentIndex == 2)
      #expect(titles(container.segmentedControl) == ["New", "A", "B", "C"])
      try application.perform {
        try container.insertViewController(titled(UIViewController(), "Here"), at: 2)
        #expect(container.selectedIndex == 3)
        _ = try container.removeViewController(at: 2)
      }
      #expect(container.selectedIndex == 2)
      #expect(container.selectedViewController?.className == "ChildB")
      application.trace.removeAll()
      try application.perform { _ = try container.removeViewController(at: 0) }
      try application.perform { _ = try container.removeViewController(at: 0) }
      #expect(container.selectedIndex == 0)
      #expect(container.selectedViewController?.className == "ChildB")
      #expect(titles(container.segmentedControl) == ["B", "C"])
      #expect(
        application.trace.linesWithoutLayout == [
          "UIViewController willMove(toParent: nil)", "UIViewController didMove(toParent: nil)",
          "UIViewController deinit",
          "ChildA willMove(toParent: nil)", "ChildA didMove(toParent: nil)", "ChildA deinit",
        ])
    }
  }

  @Test("R3.11: removing the selected child selects its neighbour, and sends all that a removal sends")
  func removeSelected() throws {
    try withScene { application in
      let container = try container(application, initialIndex: 2)
      _ = try application.perform { show(container) }
      application.trace.removeAll()
      try application.perform { _ = try container.removeViewController(at: 2) }
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildC willMove(toParent: nil)", "ChildB loadView", "ChildB viewDidLoad", "ChildB viewWillAppear(false)",
          "ChildC viewWillDisappear(false)", "ChildB viewIsAppearing(false)", "ChildC didMove(toParent: nil)",
          "ChildC viewDidDisappear(false)", "ChildB viewDidAppear(false)", "ChildC deinit",
        ])
      #expect(container.selectedIndex == 1)
      try application.perform { _ = try container.removeViewController(at: 1) }
      application.trace.removeAll()
      try application.perform { _ = try container.removeViewController(at: 0) }
      #expect(
        application.trace.linesWithoutLayout == [
          "ChildA willMove(toParent: nil)", "ChildA viewWillDisappear(false)", "ChildA didMove(toParent: nil)",
          "ChildA viewDidDisappear(false)", "ChildA deinit",
        ])
      #expect(container.selectedIndex == UISegmentedControl.noSegment)
      #expect(container.navigationItem.title == nil)
      #expect(container.segmentedControl.numberOfSegments == 0)
      #expect(throws: SegmentNotFound(index: 0, count: 0)) { try container.removeViewController(at: 0) }
    }
  }

  @Test("a child that is replaced while it is selected leaves the selection to the new one")
  func replaceSelected() throws {
    try withScene { application in
      let container = try container(application)
      _ = try application.perform { show(container) }
      try application.perform {
        _ = try container.replaceViewController(at: 0, with: titled(UIViewController(), "New"))
      }
      #expect(container.selectedIndex == 0)
      #expect(titles(container.segmentedControl) == ["New", "B", "C"])
      #expect(container.navigationItem.title == "New")
      #expect(container.selectedViewController?.appearanceState == .appeared)
      #expect(
        application.liveControllers.map(\.className).sorted() == [
          "ChildB", "ChildC", "MultipleViewController", "UIViewController",
        ])
    }
  }

  @Test("R9.8: the whole list replaced keeps the selection while its child stays, else selects the first")
  func replaceAll() throws {
    try withScene { application in
      let container = try container(application, initialIndex: 1)
      _ = try application.perform { show(container) }
      let (first, second, third) = (
        container.viewControllers[0], container.viewControllers[1], container.viewControllers[2]
      )
      try application.perform { container.viewControllers = [third, second, second] }
      #expect(container.viewControllers.map(\.className) == ["ChildC", "ChildB"])
      #expect(container.selectedIndex == 1)
      #expect(first.parent == nil)
      try application.perform { container.viewControllers = [third, first] }
      #expect(container.selectedIndex == 0)
      #expect(container.shownController === third)
      #expect(third.appearanceState == .appeared)
      #expect(second.parent == nil)
      #expect(second.appearanceState == .disappeared)
      #expect(application.issues.isEmpty)
    }
  }

  @Test("R3.1: a child that another container takes is no member any more, and its neighbour is selected")
  func takenAway() throws {
    try withScene { application in
      let container = try container(application)
      let child = container.viewControllers[0]
      _ = try application.perform { show(container) }
      try application.perform {
        let other = UIViewController()
        other.addChild(child)
        child.didMove(toParent: other)
        #expect(child.parent === other)
      }
      #expect(titles(container.segmentedControl) == ["B", "C"])
      #expect(container.selectedViewController?.className == "ChildB")
      #expect(child.viewIfLoaded?.superview == nil)
      #expect(child.appearanceState == .disappeared)
    }
  }

  @Test("a control and an area of one's own: nothing stands in titleView, the child's view goes into the area")
  func outlets() throws {
    try withScene { application in
      let container = try container(application)
      let area = try application.perform {
        let control = UISegmentedControl(items: ["left over"])
        container.segmentedControl = control
        let area = UIView(frame: CGRect(x: 0, y: 40, width: 320, height: 400))
        container.view.addSubview(area)
        container.view.addSubview(control)
        container.contentView = area
        show(container)
        return area
      }
      #expect(container.navigationItem.titleView == nil)
      #expect(titles(container.segmentedControl) == ["A", "B", "C"])
      #expect(area.subviews.map { $0.owningController?.className } == ["ChildA"])
      #expect(area.subviews[0].frame == CGRect(x: 0, y: 0, width: 320, height: 400))
      try application.perform { _ = try container.segmentedControl.userSelectSegment(1) }
      #expect(area.subviews.map { $0.owningController?.className } == ["ChildB"])
    }
  }

  @Test("a callback that selects again: the last one asked for stays, and everybody hears balanced callbacks")
  func reentrantSelection() throws {
    try withScene { application in
      let container = try container(application)
      let second = try #require(container.viewControllers[1] as? ChildB)
      second.onViewWillAppear = { [unowned container] _ in try? container.select(2) }
      _ = try application.perform { show(container) }
      application.trace.removeAll()
      try application.perform { try container.select(1) }
      #expect(container.selectedIndex == 2)
      #expect(container.segmentedControl.selectedSegmentIndex == 2)
      #expect(container.viewControllers.map(\.appearanceState) == [.disappeared, .disappeared, .appeared])
      #expect(container.view.subviews.map { $0.owningController?.className } == ["ChildC"])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("advice is given once when there are more than three segments, or two between items on both sides")
  func advice() throws {
    try withScene(isStrict: true) { application in
      let container = try container(application)
      #expect(application.advice.isEmpty)
      try application.perform { container.addViewController(UIViewController()) }
      #expect(application.advice.map(\.kind) == [.tooManySegments])
      #expect(application.advice[0].message.contains("has 4 segments; people find their way among 3"))
      try application.perform { container.addViewController(UIViewController()) }
      #expect(application.advice.count == 1)
      try application.perform { container.viewControllers = Array(container.viewControllers.prefix(3)) }
      try application.perform {
        container.viewControllers[0].navigationItem.leftBarButtonItem = barItem("L")
        container.viewControllers[0].navigationItem.rightBarButtonItem = barItem("R")
      }
      #expect(application.advice.count == 2)
      #expect(application.advice[1].message.contains("3 segments between items on the left and the right"))
    }
  }
}
