import Testing

@testable import HeadlessUIKit

/// Views and controls: what an index, a share, a window or a name means.
@Suite @MainActor
struct ViewKindTests {
  private final class Target: UIViewController {
    var taps = 0
    override class var actionMethods: [ActionMethod] { super.actionMethods + [ActionMethod("tapped", Target.tapped)] }
    func tapped() { taps += 1 }
  }

  private final class Focus: UIView {
    override var canBecomeFirstResponder: Bool { true }
  }

  private static func box() -> UIView {
    let box = UIView(frame: .zero)
    for tag in 0..<4 {
      let view = UIView(frame: .zero)
      view.tag = tag
      box.addSubview(view)
    }
    return box
  }

  @Test(
    "R37.5: a subview that moves below or above another stands beside it",
    arguments: [
      (1, 2, true, [0, 1, 2, 3]), (0, 3, true, [1, 2, 0, 3]), (3, 0, true, [3, 0, 1, 2]), (2, 2, true, [0, 1, 2, 3]),
      (1, 2, false, [0, 2, 1, 3]), (0, 3, false, [1, 2, 3, 0]), (3, 0, false, [0, 3, 1, 2]),
      (2, 2, false, [0, 1, 2, 3]),
    ])
  func movesBeside(moved: Int, sibling: Int, below: Bool, expected: [Int]) throws {
    try withScene { application in
      try application.perform {
        let box = Self.box()
        let views = box.subviews
        if below {
          box.insertSubview(views[moved], belowSubview: views[sibling])
        } else {
          box.insertSubview(views[moved], aboveSubview: views[sibling])
        }
        #expect(box.subviews.map(\.tag) == expected)
      }
    }
  }

  @Test("R37.5: an index of one's own subview counts without it; beyond the end is the front")
  func movesToIndex() throws {
    try withScene { application in
      try application.perform {
        let box = Self.box()
        box.insertSubview(box.subviews[0], at: 2)
        #expect(box.subviews.map(\.tag) == [1, 2, 0, 3])
        box.insertSubview(box.subviews[0], at: 99)
        #expect(box.subviews.map(\.tag) == [2, 0, 3, 1])
        box.insertSubview(box.subviews[3], at: -1)
        #expect(box.subviews.map(\.tag) == [1, 2, 0, 3])
      }
    }
  }

  @Test("autoresizing shares in proportion to the flexible parts, and equally where all of these are 0")
  func proportional() throws {
    try withScene { application in
      try application.perform {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 0))
        let inner = UIView(frame: CGRect(x: 10, y: 0, width: 40, height: 0))
        inner.autoresizingMask = [
          .flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin, .flexibleTopMargin, .flexibleHeight,
          .flexibleBottomMargin,
        ]
        outer.addSubview(inner)
        outer.frame.size = CGSize(width: 50, height: 30)
        #expect(inner.frame == CGRect(x: 5, y: 10, width: 20, height: 10))
        inner.frame = CGRect(x: 10, y: 0, width: 20, height: 10)
        inner.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
        outer.frame.size.width = 80
        #expect(inner.frame == CGRect(x: 20, y: 0, width: 20, height: 10))
      }
    }
  }

  @Test("R14.7: only what is in a shown window becomes first responder, and nobody loses that place to another")
  func firstResponder() throws {
    try withScene { application in
      let stage = try Stage(application) { UIViewController() }
      try application.perform {
        let field = UITextField(frame: .zero)
        stage.root.view.addSubview(field)
        #expect(field.becomeFirstResponder())
        let loose = Focus(frame: .zero)
        #expect(!loose.becomeFirstResponder())
        let hidden = UIWindow(frame: .zero)
        hidden.addSubview(loose)
        #expect(!loose.becomeFirstResponder())
        #expect(field.isFirstResponder)
        hidden.isHidden = false
        #expect(loose.becomeFirstResponder())
        hidden.isHidden = true
      }
    }
  }

  @Test("R14.3: an action that the target does not list is told, with the nearest name, by control, bar item and timer")
  func unknownAction() throws {
    try withScene { application in
      let stage = try Stage(application) { Target() }
      try application.perform {
        let button = UIButton(frame: .zero)
        stage.root.view.addSubview(button)
        button.addTarget(stage.root, action: "taped", for: .touchUpInside)
        button.addTarget(nil, action: "taped", for: .touchUpInside)
        try expectTap(button, sends: 0)
        let item = UIBarButtonItem(title: "", target: stage.root, action: "tappd")
        #expect(try item.tap() == 0)
        Timer.scheduledTimer(timeInterval: 1, target: stage.root, selector: "tpped", userInfo: nil, repeats: false)
      }
      try advance(application, by: 1)
      #expect(application.issues.map(\.kind) == [.unrecognizedSelector, .unrecognizedSelector, .unrecognizedSelector])
      #expect(application.issues.allSatisfy { $0.message.contains("did you mean \"tapped\"?") })
      #expect(application.issues.allSatisfy { $0.controller == stage.root.id })
    }
  }

  @Test("R13.2: the last writer of a title wins, also with the same title or with nil")
  func lastTitleWins() throws {
    try withScene { application in
      try application.perform {
        let controller = UIViewController()
        for title in ["A", nil] {
          controller.title = title
          controller.navigationItem.title = "B"
          controller.title = title
          #expect(controller.navigationItem.title == title)
        }
      }
    }
  }

  @Test(
    "what is said of a segment stays with its child",
    arguments: ["set again", "moved", "inserted", "removed", "control"])
  func segmentsKeepTheirState(change: String) throws {
    try withScene { application in
      try application.perform {
        let children = [UIViewController(), UIViewController(), UIViewController()]
        let container = MultipleViewController(childViewControllers: children)
        container.segmentedControl.setEnabled(false, forSegmentAt: 1)
        container.segmentedControl.setTitle("own", forSegmentAt: 1)
        switch change {
        case "set again": container.viewControllers = children
        case "moved": try container.insertViewController(children[2], at: 0)
        case "inserted": try container.insertViewController(UIViewController(), at: 0)
        case "removed": try container.removeViewController(at: 0)
        default: container.segmentedControl = UISegmentedControl(frame: .zero)
        }
        let control = container.segmentedControl
        for (place, child) in container.viewControllers.enumerated() {
          #expect(control.isEnabledForSegment(at: place) == (child !== children[1]))
          #expect(control.titleForSegment(at: place) == (child === children[1] ? "own" : nil))
        }
      }
    }
  }

  @Test("R14.2: the events of a target that has gone are no events")
  func deadTarget() throws {
    try withScene { application in
      try application.perform {
        let button = UIButton(frame: .zero)
        var target: Target? = Target()
        button.addTarget(target, action: "tapped", for: .editingDidEndOnExit)
        #expect(button.allControlEvents == .editingDidEndOnExit)
        target = nil
        #expect(button.allControlEvents == [])
      }
    }
  }

  @Test("R14.1: a control's highlight has changed before the drag events are sent; Return is a field's primary action")
  func highlightAndReturn() throws {
    try withScene { application in
      let stage = try Stage(application) { UIViewController() }
      var seen: [Bool] = []
      var returns = 0
      try application.perform {
        let button = UIButton(frame: .zero)
        let field = UITextField(frame: .zero)
        stage.root.view.addSubview(button)
        stage.root.view.addSubview(field)
        button.addAction(
          block { [weak button] in seen.append(button?.isHighlighted == true) }, for: [.touchDragExit, .touchDragEnter])
        try button.touch([.moveOutside, .moveInside, .lift])
        field.addAction(block { returns += 1 }, for: .primaryActionTriggered)
        #expect(try field.pressReturn() == 1)
        #expect(field.isFirstResponder)
      }
      #expect(seen == [false, true])
      #expect(returns == 1)
    }
  }

  @Test("R9: a timer of a tenth of a second keeps its beat", arguments: [(3, 0.4), (10, 1.1), (29, 3.0)])
  func timersDoNotDrift(beats: Int, next: Double) throws {
    try withScene { application in
      let timer = try application.perform {
        Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in }
      }
      try advance(application, by: Double(beats) / 10)
      #expect(timer.fireTime == next)
      timer.invalidate()
    }
  }

  @Test("an animation block that changes no view ends in the next turn, whatever its duration")
  func animationWithoutChange() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        let view = UIView(frame: .zero)
        UIView.animate(withDuration: 5, delay: 1, animations: {}) { log.note("nothing \($0)") }
        UIView.animate(withDuration: 5, animations: { view.alpha = 1 }) { log.note("the same \($0)") }
        UIView.animate(withDuration: 5, animations: { view.alpha = 0.5 }) { log.note("another \($0)") }
      }
      #expect(log.lines == ["nothing true", "the same true"])
      try advance(application, by: 5)
      #expect(log.lines == ["nothing true", "the same true", "another true"])
    }
  }

  @Test("R18.4: a window that gets another size tells its root and the children on screen, before and after")
  func resizedWindow() throws {
    for profile in [UIApplication.Profile.ios5, .latest] {
      try withScene(profile) { application in
        let stage = try Stage(application) { Root() }
        let hidden = try application.perform {
          let child = Child()
          embed(child, in: stage.root)
          child.view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
          child.view.autoresizingMask = []
          let hidden = UIWindow(frame: .zero)
          hidden.rootViewController = Other()
          return hidden
        }
        application.trace.removeAll()
        try application.perform {
          stage.window.frame = CGRect(x: 0, y: 0, width: 500, height: 400)
          hidden.frame = CGRect(x: 0, y: 0, width: 500, height: 400)
        }
        #expect(stage.root.view.frame == CGRect(x: 0, y: 0, width: 500, height: 400))
        #expect(
          application.trace.linesWithoutLayout
            == (profile == .ios5
              ? [] : ["Root viewWillTransition(500x400)", "Child viewWillTransition(500x400)"]))
        try application.perform { application.resize(stage.window, to: CGSize(width: 500, height: 400)) }
        #expect(application.trace.linesWithoutLayout.count == (profile == .ios5 ? 0 : 2))
      }
    }
  }

  @Test("R18.5: a child that its container takes out when it is asked for the child's size hears nothing")
  func childTakenOutWhenAsked() throws {
    try withScene { application in
      let stage = try Stage(application) { ChildRemover() }
      try application.perform {
        for child in [Child(), Other()] { embed(child, in: stage.root) }
      }
      application.trace.removeAll()
      try application.perform { application.resize(stage.window, to: CGSize(width: 500, height: 400)) }
      let sizes = application.trace.linesWithoutLayout.filter { $0.contains("viewWillTransition") }
      #expect(sizes == ["ChildRemover viewWillTransition(500x400)", "Other viewWillTransition(500x400)"])
    }
  }

  @Test("R18.4: a frame that a window gets while it tells its new size was assigned later, and stays")
  func resizedWhileTelling() throws {
    try withScene { application in
      let stage = try Stage(application) { Resizer() }
      application.trace.removeAll()
      try application.perform { application.resize(stage.window, to: CGSize(width: 500, height: 400)) }
      #expect(stage.window.frame.size == CGSize(width: 300, height: 200))
      #expect(stage.root.view.frame.size == CGSize(width: 300, height: 200))
      #expect(application.trace.linesWithoutLayout == ["Resizer viewWillTransition(500x400)"])
      #expect(stage.root.isInTransitionAfterTheInner == true)
      #expect(stage.root.transitionCoordinator == nil)
    }
  }

  @Test("an inner segmented container's own title names its segment; its control, on no screen, is advised of once")
  func nestedSegments() throws {
    try withScene { application in
      let inner = try application.perform {
        let inner = MultipleViewController(childViewControllers: [titled(First(), "a"), titled(Second(), "b")])
        inner.title = "Inner"
        return inner
      }
      let outer = try application.perform {
        MultipleViewController(childViewControllers: [inner, titled(Third(), "Third")])
      }
      try application.perform { _ = show(UINavigationController(rootViewController: outer)) }
      #expect(outer.segmentedControl.titleForSegment(at: 0) == "Inner")
      #expect(application.advice.map(\.kind) == [.unreachableSegments])
      try application.perform { try inner.select(1) }
      #expect(outer.segmentedControl.titleForSegment(at: 0) == "Inner")
      try application.perform { inner.title = "Other" }
      #expect(outer.segmentedControl.titleForSegment(at: 0) == "Other")
      #expect(application.advice.count == 1)
      try application.perform { outer.viewControllers = [] }
    }
  }
}

/// Takes its first child out when it is asked for the child's size.
private final class ChildRemover: UIViewController {
  override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    if let child = container as? Child { unembed(child) }
    return parentSize
  }
}

/// Gives its window another size when it hears of a larger one.
private final class Resizer: UIViewController {
  private(set) var isInTransitionAfterTheInner: Bool?

  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    super.viewWillTransition(to: size, with: coordinator)
    guard size.width > 300, let window = view.window else { return }
    window.frame = CGRect(x: 0, y: 0, width: 300, height: 200)
    isInTransitionAfterTheInner = transitionCoordinator != nil
  }
}
