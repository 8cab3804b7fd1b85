import HeadlessUIKit
import Testing

/// A controller with action methods of each arity (R14.3).
private final class Actor: UIViewController {
  var log: Log?
  weak var lastSender: UIButton?
  var hasEvent = false

  override class var actionMethods: [ActionMethod] {
    [
      ActionMethod("plain", Actor.plain),
      ActionMethod("withSender:", Actor.withSender(_:)),
      ActionMethod("withSender:event:", Actor.withSender(_:event:)),
    ]
  }

  func plain() {
    log?.note("plain")
  }

  func withSender(_ sender: Any?) {
    lastSender = sender as? UIButton
    log?.note("withSender")
  }

  func withSender(_ sender: Any?, event: UIEvent?) {
    lastSender = sender as? UIButton
    hasEvent = event?.type == .touches
    log?.note("withSenderEvent")
  }
}

/// A target that is no responder.
private final class PlainTarget: ActionTarget {
  let log: Log

  init(log: Log) {
    self.log = log
  }

  static var actionMethods: [ActionMethod] {
    [ActionMethod("down", PlainTarget.down), ActionMethod("up", PlainTarget.up)]
  }

  func down() {
    log.note("down")
  }

  func up() {
    log.note("up")
  }
}

/// A view that can be first responder and has an action.
private final class Focus: UIView {
  var log: Log?

  override class var actionMethods: [ActionMethod] {
    [ActionMethod("focused", Focus.focused)]
  }

  override var canBecomeFirstResponder: Bool { true }

  func focused() {
    log?.note("focused")
  }
}

/// An application delegate that is a responder, as R14.5 allows.
private final class ResponderDelegate: UIResponder, UIApplicationDelegate {
  var log: Log?

  override class var actionMethods: [ActionMethod] {
    [ActionMethod("delegated", ResponderDelegate.delegated)]
  }

  func delegated() {
    log?.note("delegated")
  }
}

private final class PlainDelegate: UIApplicationDelegate {}

@MainActor
private func makeButton() -> UIButton {
  let button = UIButton(type: .roundedRect)
  button.frame = CGRect(x: 40, y: 40, width: 240, height: 30)
  return button
}

@MainActor
@Suite("R14: controls, target and action, responder chain")
struct R14ControlTests {
  @Test("R14.1: a tap is touchDown, then touchUpInside")
  func tapOrder() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      let target = PlainTarget(log: log)
      try application.perform {
        let button = makeButton()
        button.addTarget(target, action: "up", for: .touchUpInside)
        button.addTarget(target, action: "down", for: .touchDown)
        button.addAction(block { log.note("cancel") }, for: .touchCancel)
        button.addAction(block { log.note("outside") }, for: .touchUpOutside)
        stage.root.view.addSubview(button)
        try expectTap(button, sends: 2)
      }
      #expect(log.lines == ["down", "up"])
    }
  }

  @Test("R14.1: a control that is disabled, hidden, transparent or not interactive receives nothing")
  func unreachableControls() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let button = makeButton()
        button.addAction(block { log.note("tapped") }, for: [.touchDown, .touchUpInside])
        stage.root.view.addSubview(button)

        button.isEnabled = false
        expectTapError(.disabled, of: button)
        button.isEnabled = true

        button.isHidden = true
        expectTapError(.hidden, of: button)
        button.isHidden = false

        button.alpha = 0.005
        expectTapError(.transparent, of: button)
        button.alpha = 1

        button.isUserInteractionEnabled = false
        expectTapError(.interactionDisabled, of: button)
        button.isUserInteractionEnabled = true

        button.removeFromSuperview()
        expectTapError(.notInVisibleWindow, of: button)
        #expect(log.lines == [])

        stage.root.view.addSubview(button)
        try expectTap(button, sends: 2)
        #expect(log.lines == ["tapped", "tapped"])
      }
    }
  }

  @Test("R14.1: what is around a control counts as well")
  func unreachableSurroundings() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
        let button = makeButton()
        button.addAction(block { log.note("tapped") }, for: .touchUpInside)
        box.addSubview(button)
        stage.root.view.addSubview(box)

        box.isHidden = true
        #expect(throws: TapError.self) { try button.tap() }
        box.isHidden = false
        box.isUserInteractionEnabled = false
        #expect(throws: TapError.self) { try button.tap() }
        box.isUserInteractionEnabled = true
        box.alpha = 0
        #expect(throws: TapError.self) { try button.tap() }
        box.alpha = 1
        #expect(log.lines == [])
        try expectTap(button, sends: 1)
      }
      #expect(log.lines == ["tapped"])
    }
  }

  @Test("R14.2: targets are not retained, and a target that has gone is passed over")
  func targetsAreWeak() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let button = makeButton()
        stage.root.view.addSubview(button)
        weak var witness: PlainTarget?
        @MainActor func addShortLivedTarget() {
          let target = PlainTarget(log: log)
          witness = target
          button.addTarget(target, action: "up", for: .touchUpInside)
        }
        addShortLivedTarget()
        #expect(witness == nil)
        try expectTap(button, sends: 0)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R14.2: the action of a target that has gone does not go up the chain")
  func goneTargetIsNoNilTarget() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Actor() }
      stage.root.log = log
      try application.perform {
        let button = makeButton()
        stage.root.view.addSubview(button)
        do {
          let target = PlainTarget(log: log)
          button.addTarget(target, action: "plain", for: .touchUpInside)
        }
        // The root controller would handle it.
        try expectTap(button, sends: 0)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R14.2: several targets are called in the order in which they were added")
  func orderOfTargets() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Actor() }
      stage.root.log = log
      let target = PlainTarget(log: log)
      try application.perform {
        let button = makeButton()
        stage.root.view.addSubview(button)
        button.addTarget(target, action: "up", for: .touchUpInside)
        button.addAction(block { log.note("block") }, for: .touchUpInside)
        button.addTarget(stage.root, action: "plain", for: .touchUpInside)
        button.addTarget(target, action: "down", for: .touchUpInside)
        try expectTap(button, sends: 4)
      }
      #expect(log.lines == ["up", "block", "plain", "down"])
    }
  }

  @Test("R14.2: the same target and action twice is one call")
  func samePairTwice() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      let target = PlainTarget(log: log)
      try application.perform {
        let button = makeButton()
        stage.root.view.addSubview(button)
        button.addTarget(target, action: "up", for: .touchUpInside)
        button.addTarget(target, action: "up", for: .touchUpInside)
        try expectTap(button, sends: 1)
        #expect(button.actions(forTarget: target, forControlEvent: .touchUpInside) == ["up"])
        button.removeTarget(target, action: "up", for: .touchUpInside)
        try expectTap(button, sends: 0)
      }
      #expect(log.lines == ["up"])
    }
  }

  @Test("R14.3: an action takes nothing, the sender, or the sender and the event")
  func arities() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Actor() }
      stage.root.log = log
      try application.perform {
        let button = makeButton()
        stage.root.view.addSubview(button)
        for action: Selector in ["plain", "withSender:", "withSender:event:"] {
          button.addTarget(stage.root, action: action, for: .touchUpInside)
          stage.root.lastSender = nil
          try expectTap(button, sends: 1)
          #expect((stage.root.lastSender === button) == (action != "plain"))
          #expect(stage.root.hasEvent == (action == "withSender:event:"))
          button.removeTarget(stage.root, action: action, for: .touchUpInside)
        }
      }
      #expect(log.lines == ["plain", "withSender", "withSenderEvent"])
    }
  }

  @Test("R14.4: an action without a target goes up the chain from the control")
  func nilTargetFromControl() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Actor() }
      stage.root.log = log
      try application.perform {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
        let button = makeButton()
        box.addSubview(button)
        stage.root.view.addSubview(box)
        button.addTarget(nil, action: "plain", for: .touchUpInside)
        try expectTap(button, sends: 1)
        #expect(application.sendAction("withSender:", to: nil, from: button, for: nil))
        #expect(stage.root.lastSender === button)
      }
      #expect(log.lines == ["plain", "withSender"])
    }
  }

  @Test("R14.4: an action that nobody handles returns false and reports nothing")
  func nilTargetUnhandled() throws {
    try withScene { application in
      let stage = try Stage(application) { Actor() }
      try application.perform {
        let button = makeButton()
        stage.root.view.addSubview(button)
        button.addTarget(nil, action: "nobodyHasThis", for: .touchUpInside)
        _ = try button.tap()
        #expect(!application.sendAction("nobodyHasThis", to: nil, from: button, for: nil))
      }
      #expect(application.issues.isEmpty)
    }
  }

  @Test("R14.4: without a sender, an action without a target starts at the first responder")
  func nilTargetFromFirstResponder() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Actor() }
      stage.root.log = log
      try application.perform {
        let focus = Focus(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        focus.log = log
        stage.root.view.addSubview(focus)
        #expect(focus.becomeFirstResponder())
        #expect(focus.isFirstResponder)
        #expect(application.sendAction("focused", to: nil, from: nil, for: nil))
        #expect(application.sendAction("plain", to: nil, from: nil, for: nil))
        #expect(focus.resignFirstResponder())
        #expect(!application.sendAction("focused", to: nil, from: nil, for: nil))
      }
      #expect(log.lines == ["focused", "plain"])
    }
  }

  @Test("R14.4: an action that a control sends starts at the control, wherever the first responder is")
  func nilTargetPassesTheFirstResponder() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Actor() }
      stage.root.log = log
      try application.perform {
        let focus = Focus(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        focus.log = log
        let button = makeButton()
        stage.root.view.addSubview(focus)
        stage.root.view.addSubview(button)
        #expect(focus.becomeFirstResponder())
        button.addTarget(nil, action: "focused", for: .touchUpInside)
        button.addTarget(nil, action: "plain", for: .touchUpInside)
        try expectTap(button, sends: 1)
      }
      #expect(log.lines == ["plain"])
    }
  }

  @Test("R14.4: target(forAction:) finds the first in the chain that can perform it")
  func targetForAction() throws {
    try withScene { application in
      let stage = try Stage(application) { Actor() }
      try application.perform {
        let button = makeButton()
        stage.root.view.addSubview(button)
        #expect(!button.canPerformAction("plain", withSender: nil))
        #expect(stage.root.canPerformAction("plain", withSender: nil))
        #expect((button.target(forAction: "plain", withSender: nil) as? Actor) === stage.root)
        #expect(button.target(forAction: "nobodyHasThis", withSender: nil) == nil)
      }
    }
  }

  @Test("R14.5: view, controller, parent's view, parent, window, application, delegate")
  func chainOfAContainedChild() throws {
    try withScene { application in
      let delegate = try application.perform { ResponderDelegate() }
      application.delegate = delegate
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform {
        let button = makeButton()
        embed(child, in: stage.root)
        child.view.addSubview(button)
        #expect(button.next === child.view)
        #expect(child.view.next === child)
        #expect(child.next === stage.root.view)
        #expect(stage.root.view.next === stage.root)
        #expect(stage.root.next === stage.window)
        #expect(stage.window.next === application)
        #expect(application.next === delegate)
        #expect(delegate.next == nil)
      }
    }
  }

  @Test("R14.5: a delegate that is no responder ends the chain at the application")
  func chainWithoutResponderDelegate() throws {
    try withScene { application in
      application.delegate = PlainDelegate()
      try application.perform {
        #expect(application.next == nil)
      }
    }
  }

  @Test("R14.5: an action without a target reaches the delegate only while the view is in the hierarchy")
  func seedWithNilTarget() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        let delegate = ResponderDelegate()
        delegate.log = log
        application.delegate = delegate
      }
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      try application.perform {
        let button = makeButton()
        child.view.addSubview(button)
        #expect(!application.sendAction("delegated", to: nil, from: button, for: nil))
        stage.root.view.addSubview(child.view)
        #expect(application.sendAction("delegated", to: nil, from: button, for: nil))
        child.view.removeFromSuperview()
        #expect(!application.sendAction("delegated", to: nil, from: button, for: nil))
      }
      #expect(log.lines == ["delegated"])
    }
  }

  private func expectTapError(
    _ reason: TapError.Reason, of control: UIControl, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: TapError.self, sourceLocation: sourceLocation) { try control.tap() }
    #expect(error?.reason == reason, sourceLocation: sourceLocation)
  }
}

@MainActor
@Suite("Controls besides buttons")
struct ControlTests {
  @Test("R14.1: typing replaces the text and sends editingChanged; setting the text is silent")
  func typing() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        field.addAction(block { log.note("changed") }, for: .editingChanged)
        stage.root.view.addSubview(field)
        field.text = "before"
        #expect(log.lines == [])
        try field.enterText("after")
        #expect(field.text == "after")
        #expect(field.isFirstResponder)
      }
      #expect(log.lines == ["changed"])
    }
  }

  @Test("R14.1: a switch sends valueChanged for a finger only")
  func switching() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let toggle = UISwitch(frame: CGRect(x: 0, y: 0, width: 50, height: 30))
        toggle.addAction(block { log.note("changed") }, for: .valueChanged)
        stage.root.view.addSubview(toggle)
        #expect(!toggle.isOn)
        toggle.isOn = true
        toggle.setOn(false, animated: false)
        #expect(log.lines == [])
        try toggle.userSetOn(true)
        #expect(toggle.isOn)
      }
      #expect(log.lines == ["changed"])
    }
  }
}
