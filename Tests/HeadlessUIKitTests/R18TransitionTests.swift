import HeadlessUIKit
import Testing

private let portraitTraits = "compact regular light leftToRight"
private let landscapeTraits = "compact compact light leftToRight"

/// Gives its child half of its own width.
private final class Halving: Turning {
  override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    CGSize(width: parentSize.width / 2, height: parentSize.height)
  }
}

/// Notes which sizes its children would like to have.
private final class Listening: UIViewController {
  var heard: [String] = []

  override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
    super.preferredContentSizeDidChange(forChildContentContainer: container)
    heard.append(container.preferredContentSize.text)
  }
}

/// A view that hears of traits.
private final class HearingView: UIView {
  var heard: [String] = []

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    heard.append("\(previousTraitCollection?.description ?? "nil") to \(traitCollection)")
  }
}

/// Does not turn at all.
private final class Fixed: UIViewController {
  override var shouldAutorotate: Bool { false }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
}

private final class Plain: UIViewController {}

@MainActor
@Suite("R18: size and traits in profile latest")
struct R18TransitionTests {
  @Test("R18.4: traits, size, layout, traits have changed, alongside, completion; nothing of the callbacks of ios5")
  func order() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      @MainActor func note(_ line: String) { log.note("\(application.trace.events.count) \(line)") }
      stage.root.onWillTransition = { root, coordinator in
        note("traits \(root.traitCollection.verticalSizeClass.name)")
        coordinator.animate { _ in
          note("first alongside \(root.view.bounds.size.text)")
        } completion: { _ in
          note("first completion")
        }
      }
      stage.root.onViewWillTransition = { [weak window = stage.window] root, coordinator in
        note("size \(root.view.bounds.size.text) \(coordinator.transitionDuration) \(coordinator.isAnimated)")
        #expect(coordinator.containerView === window)
        #expect(!coordinator.isCancelled)
        #expect(!coordinator.isInteractive)
        #expect(root.transitionCoordinator === coordinator)
        coordinator.animate(alongsideTransition: { _ in note("second alongside") })
        coordinator.animateAlongsideTransition(in: nil, animation: nil) { _ in note("second completion") }
      }
      stage.root.onTraitsDidChange = { note("changed \($0.traitCollection.verticalSizeClass.name)") }
      let report = try turn(application, to: .landscapeLeft)
      #expect(
        application.trace.lines == [
          "TurningRoot willTransition(\(landscapeTraits))", "TurningRoot viewWillTransition(480x320)",
          "TurningRoot viewWillLayoutSubviews", "TurningRoot viewDidLayoutSubviews",
          "TurningRoot traitCollectionDidChange(\(portraitTraits))",
        ])
      #expect(
        log.lines == [
          "1 traits regular", "2 size 320x480 0.3 true", "5 changed compact", "5 first alongside 480x320",
          "5 second alongside", "5 first completion", "5 second completion",
        ])
      #expect(report.text == "landscapeLeft true -")
      #expect(stage.root.transitionCoordinator == nil)
    }
  }

  @Test("R18.4: root first, then children through super; traits of all before sizes of all")
  func children() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      try application.perform {
        let child = TurningChild()
        fill(stage.root, with: child)
        fill(child, with: TurningGrandchild())
        fill(stage.root, with: TurningSibling())
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeRight)
      let names = ["TurningRoot", "TurningChild", "TurningGrandchild", "TurningSibling"]
      #expect(
        application.trace.linesWithoutLayout == names.map { "\($0) willTransition(\(landscapeTraits))" }
          + names.map { "\($0) viewWillTransition(480x320)" }
          + names.map { "\($0) traitCollectionDidChange(\(portraitTraits))" })
    }
  }

  @Test("R18.4: an override without super cuts the children off, but for traitCollectionDidChange")
  func withoutSuper() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      try application.perform {
        fill(stage.root, with: TurningChild())
        stage.root.callsSuper = false
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(
        application.trace.linesWithoutLayout == [
          "TurningRoot willTransition(\(landscapeTraits))", "TurningRoot viewWillTransition(480x320)",
          "TurningRoot traitCollectionDidChange(\(portraitTraits))",
          "TurningChild traitCollectionDidChange(\(portraitTraits))",
        ])
    }
  }

  @Test("R18.4: container code may tell a child by hand; that is traced")
  func byHand() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform {
        let child = TurningChild()
        fill(stage.root, with: child)
        return child
      }
      stage.root.callsSuper = false
      stage.root.onWillTransition = { child.willTransition(to: $0.traitCollection, with: $1) }
      stage.root.onViewWillTransition = { child.viewWillTransition(to: CGSize(width: 1.5, height: 2), with: $1) }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(
        application.lines(of: "TurningChild") == [
          "TurningChild willTransition(\(portraitTraits))", "TurningChild viewWillTransition(1.5x2)",
          "TurningChild traitCollectionDidChange(\(portraitTraits))",
        ])
    }
  }

  @Test("R18.3: by default a phone's root supports all orientations but upside down; who refused is said")
  func defaults() throws {
    try withScene { application in
      let stage = try Stage(application) { Plain() }
      let refused = try turn(application, to: .portraitUpsideDown)
      #expect(!refused.rotated)
      #expect(refused.cause == .refused)
      #expect(refused.refusedBy?.controller == stage.root.id)
      #expect(refused.refusedBy?.className == "Plain")
      #expect(application.trace.lines == [])
      for orientation in [UIInterfaceOrientation.landscapeLeft, .landscapeRight, .portrait] {
        #expect(try turn(application, to: orientation).rotated)
      }
    }
  }

  @Test("R18.3: shouldAutorotate refuses all; children are not asked; without a root nobody objects")
  func whoIsAsked() throws {
    try withScene { application in
      #expect(try turn(application, to: .landscapeLeft).rotated)
      let stage = try Stage(application) { TurningRoot() }
      try application.perform { fill(stage.root, with: Fixed()) }
      #expect(try turn(application, to: .portraitUpsideDown).rotated)
      let other = try application.perform { show(Fixed()) }
      #expect(try turn(application, to: .portrait).refusedBy?.className == "Fixed")
      try application.perform { other.isHidden = true }
      #expect(try turn(application, to: .portrait).rotated)
    }
  }

  @Test("R18.5: each child on screen is told the parent's size, unless the container says otherwise")
  func sizes() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      let (fixed, below) = try application.perform {
        let (fixed, below) = (TurningChild(), TurningSibling())
        fixed.view.autoresizingMask = []
        embed(fixed, in: stage.root)
        let holder = UIView(frame: CGRect(x: 0, y: 44, width: 320, height: 436))
        holder.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        stage.root.view.addSubview(holder)
        stage.root.addChild(below)
        below.view.frame = holder.bounds
        holder.addSubview(below.view)
        return (fixed, below)
      }
      let size = fixed.viewIfLoaded?.bounds.size
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(
        application.trace.linesWithoutLayout.filter { $0.contains("viewWill") } == [
          "TurningRoot viewWillTransition(480x320)", "TurningChild viewWillTransition(480x320)",
          "TurningSibling viewWillTransition(480x320)",
        ])
      #expect(fixed.viewIfLoaded?.bounds.size == size)
      #expect(below.viewIfLoaded?.bounds.size.text == "480x276")
    }
  }

  @Test("R18.5: a container gives its children the sizes that they are told")
  func ownSizes() throws {
    try withScene { application in
      let stage = try Stage(application) { Halving() }
      try application.perform { fill(stage.root, with: TurningChild()) }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(
        application.trace.linesWithoutLayout.filter { $0.contains("viewWill") } == [
          "Halving viewWillTransition(480x320)", "TurningChild viewWillTransition(240x320)",
        ])
    }
  }

  @Test("R18.5: upside down keeps size and traits: nobody is told, and yet it has turned")
  func upsideDown() throws {
    try withScene { application in
      _ = try Stage(application) { TurningRoot() }
      let revision = application.revision
      let report = try turn(application, to: .portraitUpsideDown)
      #expect(report.text == "portraitUpsideDown true -")
      #expect(application.trace.lines == [])
      #expect(application.revision == revision + 1)
    }
  }

  @Test("R18.5: another preferred size is told to the parent; the same one is not, and ios5 knows nothing of it")
  func preferredSize() throws {
    for (profile, heard) in [(UIApplication.Profile.latest, ["10x20"]), (.ios5, [])] {
      try withScene(profile) { application in
        let stage = try Stage(application) { Listening() }
        try application.perform {
          let child = Child()
          stage.root.addChild(child)
          child.preferredContentSize = CGSize(width: 10, height: 20)
          child.preferredContentSize = CGSize(width: 10, height: 20)
        }
        #expect(stage.root.heard == heard)
      }
    }
  }

  @Test("R18.6: a container that merely changes a child's frame tells it nothing")
  func frameOnly() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform {
        let child = TurningChild()
        fill(stage.root, with: child)
        return child
      }
      application.trace.removeAll()
      try application.perform { child.view.frame.size = CGSize(width: 10, height: 10) }
      #expect(application.trace.linesWithoutLayout == [])
    }
  }

  @Test("R18.7: off screen, and not loaded: no event, also not later, but the right bounds at the next appearance")
  func offScreen() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      let (hidden, loaded, unloaded) = try application.perform {
        let hidden = UIWindow(frame: UIScreen.main.bounds)
        let root = Other()
        hidden.rootViewController = root
        root.onViewWillAppear = { log.note("hidden \($0.view.bounds.size.text)") }
        let (loaded, unloaded) = (First(), Second())
        for child in [loaded, unloaded] {
          stage.root.addChild(child)
          child.onViewIsAppearing = { log.note("\($0.className) \($0.view.bounds.size.text)") }
        }
        loaded.loadViewIfNeeded()
        return (hidden, loaded, unloaded)
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.trace.linesWithoutLayout.filter { !$0.hasPrefix("TurningRoot ") } == [])
      try application.perform {
        loaded.view.frame = stage.root.view.bounds
        stage.root.view.addSubview(loaded.view)
        stage.root.view.addSubview(unloaded.view)
        hidden.isHidden = false
      }
      #expect(log.lines == ["First 480x320", "Second 844x390", "hidden 844x390"])
      for name in ["First", "Second", "Other"] {
        #expect(application.lines(of: name).filter { $0.contains("ransition") || $0.contains("trait") } == [])
      }
    }
  }

  @Test("R18.7: a root's view fills the window whatever its mask, also when the interface turns back")
  func rootFills() throws {
    try withScene { application in
      let stage = try Stage(application) { Remakeable() }
      for (orientation, size) in [(UIInterfaceOrientation.landscapeLeft, "480x320"), (.portrait, "320x480")] {
        try turn(application, to: orientation)
        #expect(stage.root.viewIfLoaded?.frame.size.text == size)
        #expect(stage.window.frame.size.text == size)
      }
      #expect(application.screen.bounds.size.text == "390x844")
    }
  }

  @Test(
    "S41: a controller that is no child is told nothing, but its view hears of traits; after addChild it is told"
  )
  func uncontained() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform {
        let child = TurningChild()
        child.view = HearingView(frame: stage.root.view.bounds)
        child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        stage.root.view.addSubview(child.view)
        return child
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "TurningChild") == [])
      #expect((child.viewIfLoaded as? HearingView)?.heard == ["\(portraitTraits) to \(landscapeTraits)"])
      try application.perform { stage.root.addChild(child) }
      application.trace.removeAll()
      try turn(application, to: .portrait)
      #expect(
        application.lines(of: "TurningChild") == [
          "TurningChild willTransition(\(portraitTraits))", "TurningChild viewWillTransition(320x480)",
          "TurningChild traitCollectionDidChange(\(landscapeTraits))",
        ])
      try application.perform { child.removeFromParent() }
    }
  }
}
