import HeadlessUIKit
import Testing

/// A container that forwards appearance and rotation by hand, as one flag said it in iOS 5.
private final class ByHand: Turning {
  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
}

/// The default answers.
private final class Plain: UIViewController {}

@MainActor
@Suite("R18: rotation in profile ios5")
struct R18RotationTests {
  @Test("R18.1: willRotate, new bounds with layout, willAnimateRotation, didRotate; nothing of the later callbacks")
  func order() throws {
    try withScene(.ios5) { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      func look(_ phase: String) -> Turning.Hook {
        { log.note("\(phase) \($0.interfaceOrientation.name) \($0.view.bounds.size.text)") }
      }
      stage.root.onWillRotate = look("will")
      stage.root.onWillAnimateRotation = look("animate")
      stage.root.onDidRotate = look("did")
      let report = try turn(application, to: .landscapeLeft)
      #expect(
        application.trace.lines == [
          "TurningRoot willRotate(landscapeLeft)", "TurningRoot viewWillLayoutSubviews",
          "TurningRoot viewDidLayoutSubviews", "TurningRoot willAnimateRotation(landscapeLeft)",
          "TurningRoot didRotate(portrait)",
        ])
      #expect(log.lines == ["will portrait 320x480", "animate landscapeLeft 480x320", "did landscapeLeft 480x320"])
      #expect(stage.root.durations == [0.3, 0.3])
      #expect(report.text == "landscapeLeft true -")
      #expect(application.statusBarOrientation == .landscapeLeft)
    }
  }

  @Test("R18.1: only the root is asked, and by default it accepts portrait only: who refused is said, nothing changes")
  func refused() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Plain() }
      let (revision, size) = (application.revision, stage.window.frame.size)
      for orientation in [UIInterfaceOrientation.landscapeLeft, .landscapeRight, .portraitUpsideDown] {
        let report = try turn(application, to: orientation)
        #expect(!report.rotated)
        #expect(report.cause == .refused)
        #expect(report.refusedBy?.className == "Plain")
        #expect(report.refusedBy?.controller == stage.root.id)
        #expect(report.orientation == .portrait)
      }
      #expect(application.trace.lines == [])
      #expect(application.revision == revision)
      #expect(stage.window.frame.size == size)
      #expect(stage.root.shouldAutorotate(to: .portrait))
    }
  }

  @Test(
    "R18.1: the present orientation changes nothing, and that is said",
    arguments: [UIApplication.Profile.ios5, .latest])
  func alreadyThere(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { TurningRoot() }
      let log = Log()
      stage.root.onQuestion = { _ in log.note("asked") }
      let revision = application.revision
      for orientation in [UIInterfaceOrientation.portrait, .unknown] {
        let report = try turn(application, to: orientation)
        #expect(!report.rotated)
        #expect(report.cause == .alreadyThere)
        #expect(report.refusedBy == nil)
        #expect(report.orientation == .portrait)
      }
      #expect(application.trace.lines == [])
      #expect(log.lines == [])
      #expect(application.revision == revision)
    }
  }

  @Test("R18.1: upside down keeps the size: callbacks without layout")
  func upsideDown() throws {
    try withScene(.ios5) { application in
      _ = try Stage(application) { TurningRoot() }
      let revision = application.revision
      try turn(application, to: .portraitUpsideDown)
      #expect(
        application.trace.lines == [
          "TurningRoot willRotate(portraitUpsideDown)", "TurningRoot willAnimateRotation(portraitUpsideDown)",
          "TurningRoot didRotate(portrait)",
        ])
      #expect(application.revision == revision + 1)
      #expect(application.screen.bounds.size.text == "320x480")
    }
  }

  @Test("R18.2: contained children on screen are told after their parent, in array order, with or without super")
  func children() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { TurningRoot() }
      try application.perform {
        let child = TurningChild()
        fill(stage.root, with: child)
        fill(child, with: TurningGrandchild())
        fill(stage.root, with: TurningSibling())
        stage.root.callsSuper = false
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeRight)
      let names = ["TurningRoot", "TurningChild", "TurningGrandchild", "TurningSibling"]
      #expect(
        application.trace.linesWithoutLayout == names.map { "\($0) willRotate(landscapeRight)" }
          + names.map { "\($0) willAnimateRotation(landscapeRight)" } + names.map { "\($0) didRotate(portrait)" })
    }
  }

  @Test("R18.2, S61: an unselected child is not told, also not later; it finds new bounds at viewWillAppear")
  func unselected() throws {
    try withScene(.ios5) { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      let (first, second) = try application.perform {
        let (first, second) = (TurningChild(), Second())
        fill(stage.root, with: second)
        second.view.removeFromSuperview()
        fill(stage.root, with: first)
        return (first, second)
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "TurningChild").count == 3)
      #expect(application.lines(of: "Second") == [])
      second.onViewWillAppear = { log.note($0.view.bounds.size.text) }
      application.trace.removeAll()
      try application.perform {
        first.view.removeFromSuperview()
        // What a tab bar does with the view that it selects.
        second.view.frame = stage.root.view.bounds
        stage.root.view.addSubview(second.view)
      }
      #expect(log.lines == ["480x320"])
      #expect(application.lines(of: "Second") == ["Second viewWillAppear(false)", "Second viewDidAppear(false)"])
    }
  }

  @Test("R18.2: a child whose view is not loaded is not told, and is loaded with the screen's new size")
  func notLoaded() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform {
        let child = TurningChild()
        stage.root.addChild(child)
        return child
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "TurningChild") == [])
      #expect(!child.isViewLoaded)
      let size = try application.perform { child.view.bounds.size }
      #expect(size.text == "480x320")
    }
  }

  @Test("S41, S8: a controller that is no child, its view on screen, is not told; after addChild it is")
  func uncontained() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform {
        let child = TurningChild()
        child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        stage.root.view.addSubview(child.view)
        return child
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "TurningChild") == [])
      #expect(child.viewIfLoaded?.bounds.size.text == "480x320")
      try application.perform { stage.root.addChild(child) }
      application.trace.removeAll()
      try turn(application, to: .portrait)
      #expect(
        application.lines(of: "TurningChild") == [
          "TurningChild willRotate(portrait)", "TurningChild willAnimateRotation(portrait)",
          "TurningChild didRotate(landscapeLeft)",
        ])
      try application.perform { child.removeFromParent() }
    }
  }

  @Test(
    "S8: controllers in a container's own properties are not told of a rotation",
    arguments: [UIApplication.Profile.ios5, .latest])
  func inProperty(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      try application.perform { try stage.root.displayView(1) }
      application.trace.removeAll()
      // On ios5 the original has no override that would let it turn.
      let report = try turn(application, to: .landscapeLeft)
      #expect(report.rotated == (profile == .latest))
      #expect(application.lines(of: "View01") == [])
    }
  }

  @Test("R18.2: in a window to which views were only added, the controller of the first one is asked and told")
  func viewsOnly() throws {
    try withScene(.ios5) { application in
      let (first, second, window) = try application.perform {
        let window = UIWindow(frame: UIScreen.main.bounds)
        let (first, second) = (TurningRoot(), TurningSibling())
        window.addSubview(UIView())
        for controller in [first, second] { window.addSubview(controller.view) }
        window.makeKeyAndVisible()
        return (first, second, window)
      }
      first.orientations = [.portrait, .landscapeLeft]
      application.trace.removeAll()
      #expect(try turn(application, to: .landscapeRight).refusedBy?.className == "TurningRoot")
      #expect(try turn(application, to: .landscapeLeft).rotated)
      #expect(
        application.trace.linesWithoutLayout == [
          "TurningRoot willRotate(landscapeLeft)", "TurningRoot willAnimateRotation(landscapeLeft)",
          "TurningRoot didRotate(portrait)",
        ])
      #expect(first.viewIfLoaded?.frame.size == window.frame.size)
      #expect(second.viewIfLoaded?.frame.size.text == "480x320")
    }
  }

  @Test("R18.2, R4.4: a container that forwards by hand does so with rotation, too; the calls are traced")
  func byHand() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { ByHand() }
      let child = try application.perform {
        let child = TurningChild()
        stage.root.addChild(child)
        stage.root.view.addSubview(child.view)
        return child
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "TurningChild") == [])
      stage.root.onWillRotate = { _ in child.willRotate(to: .portrait, duration: 0) }
      stage.root.onWillAnimateRotation = { _ in child.willAnimateRotation(to: .portrait, duration: 0) }
      stage.root.onDidRotate = { _ in child.didRotate(from: .landscapeLeft) }
      application.trace.removeAll()
      try turn(application, to: .portrait)
      #expect(
        application.trace.linesWithoutLayout == [
          "ByHand willRotate(portrait)", "TurningChild willRotate(portrait)", "ByHand willAnimateRotation(portrait)",
          "TurningChild willAnimateRotation(portrait)", "ByHand didRotate(landscapeLeft)",
          "TurningChild didRotate(landscapeLeft)",
        ])
      #expect(application.brokenContracts == [])
    }
  }

  @Test("R18.1: callbacks that take children out, or bring some in: who is out is not told, who is new has missed it")
  func changes() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform {
        let child = TurningChild()
        fill(stage.root, with: child)
        return child
      }
      stage.root.onWillRotate = { root in
        unembed(child)
        fill(root, with: TurningSibling())
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "TurningChild").filter { $0.contains("otat") } == [])
      #expect(
        application.lines(of: "TurningSibling").filter { $0.contains("otat") } == [
          "TurningSibling willAnimateRotation(landscapeLeft)", "TurningSibling didRotate(portrait)",
        ])
    }
  }
}
