import HeadlessUIKit
import Testing

@MainActor
@Suite("R18: traits that are set, and changes out of callbacks")
struct R18TraitTests {
  @Test("R18.4: other traits: willTransition and traitCollectionDidChange, no size, nothing animated")
  func set() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      stage.root.onWillTransition = { root, coordinator in
        log.note("\(coordinator.isAnimated) \(coordinator.transitionDuration)")
        coordinator.animate(alongsideTransition: { _ in log.note(root.traitCollection.description) })
      }
      let report = try application.perform {
        application.setTraits(
          horizontalSizeClass: .regular, verticalSizeClass: .compact, userInterfaceStyle: .dark,
          layoutDirection: .rightToLeft)
      }
      #expect(
        application.trace.lines == [
          "TurningRoot willTransition(regular compact dark rightToLeft)",
          "TurningRoot traitCollectionDidChange(compact regular light leftToRight)",
        ])
      #expect(log.lines == ["false 0.0", "regular compact dark rightToLeft"])
      #expect(report.changed)
      #expect(report.traits.description == "regular compact dark rightToLeft")
      #expect(report.traits.userInterfaceIdiom == .phone)
      #expect(application.traitCollection == stage.window.traitCollection)
    }
  }

  @Test("R18.4: the same traits again are told to nobody, and are no change")
  func same() throws {
    try withScene { application in
      _ = try Stage(application) { TurningRoot() }
      let revision = application.revision
      for _ in 0..<2 {
        let report = try application.perform { application.setTraits(userInterfaceStyle: .light) }
        #expect(!report.changed)
      }
      #expect(!(try application.perform { application.setTraits() }).changed)
      #expect(application.trace.lines == [])
      #expect(application.revision == revision)
    }
  }

  @Test("R18.4: what was set stays when the interface turns; unspecified gives back what the device has")
  func stays() throws {
    try withScene { application in
      _ = try Stage(application) { TurningRoot() }
      try application.perform { _ = application.setTraits(verticalSizeClass: .regular) }
      try turn(application, to: .landscapeLeft)
      #expect(application.trace.linesWithoutLayout == ["TurningRoot viewWillTransition(480x320)"])
      let report = try application.perform { application.setTraits(verticalSizeClass: .unspecified) }
      #expect(report.traits.verticalSizeClass == .compact)
      #expect(report.changed)
    }
  }

  @Test("R18.4: profile ios5 tells nobody of traits")
  func ios5() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { TurningRoot() }
      let report = try application.perform { application.setTraits(userInterfaceStyle: .dark) }
      #expect(report.changed)
      #expect(stage.root.traitCollection.userInterfaceStyle == .dark)
      #expect(application.trace.lines == [])
    }
  }

  @Test(
    "a rotation out of a callback is done when the first one is over", arguments: [UIApplication.Profile.ios5, .latest])
  func again(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      let hook: Turning.Hook = { root in
        guard root.interfaceOrientation == .portrait, log.lines.isEmpty else { return }
        let report = application.rotate(to: .portrait)
        log.note("\(report.rotated) \(report.cause?.rawValue ?? "")")
      }
      stage.root.onWillRotate = hook
      stage.root.onViewWillTransition = { root, _ in hook(root) }
      let report = try turn(application, to: .landscapeLeft)
      #expect(log.lines == ["false deferred"])
      #expect(report.text == "portrait true -")
      #expect(application.statusBarOrientation == .portrait)
      #expect(
        application.trace.linesWithoutLayout
          == (profile == .ios5
            ? [
              "TurningRoot willRotate(landscapeLeft)", "TurningRoot willAnimateRotation(landscapeLeft)",
              "TurningRoot didRotate(portrait)", "TurningRoot willRotate(portrait)",
              "TurningRoot willAnimateRotation(portrait)", "TurningRoot didRotate(landscapeLeft)",
            ]
            : [
              "TurningRoot willTransition(compact compact light leftToRight)",
              "TurningRoot viewWillTransition(480x320)",
              "TurningRoot traitCollectionDidChange(compact regular light leftToRight)",
              "TurningRoot willTransition(compact regular light leftToRight)",
              "TurningRoot viewWillTransition(320x480)",
              "TurningRoot traitCollectionDidChange(compact compact light leftToRight)",
            ]))
    }
  }

  @Test("R18.4: traits set in a callback are changed when the first change is over")
  func traitsAgain() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      stage.root.onTraitsDidChange = { root in
        guard log.lines.isEmpty else { return }
        log.note("\(application.setTraits(userInterfaceStyle: .dark).changed) \(root.traitCollection)")
      }
      try turn(application, to: .landscapeLeft)
      #expect(log.lines == ["false compact compact light leftToRight"])
      #expect(application.traitCollection.description == "compact compact dark leftToRight")
    }
  }

  @Test(
    "callbacks that turn the interface each time are stopped after 100 more, and reported",
    arguments: [UIApplication.Profile.ios5, .latest])
  func endless(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { TurningRoot() }
      let log = Log()
      let hook: Turning.Hook = { root in
        log.note("turned")
        for _ in 0..<3 { application.rotate(to: root.interfaceOrientation.isPortrait ? .landscapeLeft : .portrait) }
      }
      stage.root.onDidRotate = hook
      stage.root.onTraitsDidChange = hook
      try turn(application, to: .landscapeLeft)
      #expect(application.issues.map(\.kind) == [.endlessRotation])
      // Two of three find the interface there already.
      #expect(log.lines.count == 35)
      stage.root.onDidRotate = nil
      stage.root.onTraitsDidChange = nil
      #expect(try turn(application, to: .portraitUpsideDown).rotated)
    }
  }

  @Test("callbacks that bring in a child of their kind and call super end at a depth, and that is reported")
  func endlessChildren() throws {
    try withScene { application in
      let stage = try Stage(application) { Breeding() }
      try turn(application, to: .landscapeLeft)
      #expect((100..<1000).contains(application.trace.events.count { $0.event == .viewWillTransition }))
      #expect(application.issues.first?.kind == .endlessCallbacks)
      #expect(stage.root.children.count == 1)
    }
  }

  @Test("a callback may take the window away: the others hear of the change, and closures are run")
  func windowGone() throws {
    for profile in [UIApplication.Profile.ios5, .latest] {
      try withScene(profile) { application in
        let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
        stage.root.onWillRotate = { [weak window = stage.window] _ in window?.isHidden = true }
        stage.root.onViewWillTransition = { [weak window = stage.window] _, coordinator in
          window?.rootViewController = nil
          window?.isHidden = true
          coordinator.animate { _ in
            log.note("alongside")
          } completion: { _ in
            log.note("completion")
          }
        }
        let report = try turn(application, to: .landscapeLeft)
        #expect(report.rotated)
        #expect(application.lines(of: "TurningRoot").filter { $0.contains("did") || $0.contains("Animate") } == [])
        #expect(stage.window.frame.size.text == "480x320")
        #expect(log.lines == (profile == .latest ? ["alongside", "completion"] : []))
      }
    }
  }

  @Test("a callback may make a window of the screen's size, or of another one")
  func windowMade() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      var made: [UIWindow] = []
      stage.root.onViewWillTransition = { _, _ in
        made = [UIScreen.main.bounds, CGRect(x: 0, y: 0, width: 50, height: 20)].map { UIWindow(frame: $0) }
        log.note("made")
      }
      try turn(application, to: .landscapeLeft)
      #expect(log.lines == ["made"])
      #expect(made.map(\.frame.size.text) == ["844x390", "50x20"])
    }
  }

  @Test("a callback may end the scene")
  func ended() throws {
    for profile in [UIApplication.Profile.ios5, .latest] {
      try withScene(profile) { application in
        let stage = try Stage(application) { TurningRoot() }
        stage.root.onWillRotate = { _ in
          application.terminate()
          application.rotate(to: .portrait)
        }
        stage.root.onViewWillTransition = { _, _ in
          application.terminate()
          application.rotate(to: .portrait)
        }
        #expect(try turn(application, to: .landscapeLeft).orientation == .landscapeLeft)
      }
    }
  }

  @Test("a coordinator that is over, or runs, takes nothing more")
  func coordinatorOver() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      stage.root.onViewWillTransition = { _, coordinator in
        let accepted = coordinator.animate { _ in
          log.note("inside \(coordinator.animate(alongsideTransition: { _ in log.note("never") }))")
        } completion: { _ in
          log.note("after \(coordinator.animate(alongsideTransition: nil) { _ in log.note("never") })")
        }
        log.note("before \(accepted)")
      }
      try turn(application, to: .landscapeLeft)
      #expect(log.lines == ["before true", "inside false", "after false"])
    }
  }

  @Test("what alongside closures move is laid out before the completions")
  func alongsideLayout() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { TurningRoot() }, Log())
      stage.root.onViewWillTransition = { root, coordinator in
        coordinator.animate { _ in
          root.view.setNeedsLayout()
        } completion: { _ in
          log.note(application.trace.lines.last ?? "")
        }
      }
      try turn(application, to: .landscapeLeft)
      #expect(log.lines == ["TurningRoot viewDidLayoutSubviews"])
    }
  }
}

/// Brings in a child of its kind, and calls super.
private final class Breeding: UIViewController {
  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    fill(self, with: Breeding())
    super.viewWillTransition(to: size, with: coordinator)
  }
}

@Suite("R18: orientations and trait collections")
struct R18ValueTests {
  @Test("R18.3: masks of orientations are UIKit's")
  func masks() {
    #expect(
      UIInterfaceOrientation.allCases.map(\.name) == [
        "unknown", "portrait", "portraitUpsideDown", "landscapeRight", "landscapeLeft",
      ])
    #expect(UIInterfaceOrientation.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(UIInterfaceOrientationMask.portrait.rawValue == 2)
    #expect(UIInterfaceOrientationMask.landscape.rawValue == 24)
    #expect(UIInterfaceOrientationMask.all.rawValue == 30)
    #expect(UIInterfaceOrientationMask.allButUpsideDown.rawValue == 26)
    #expect(UIInterfaceOrientation.allCases.map(\.isPortrait) == [false, true, true, false, false])
    #expect(UIInterfaceOrientation.allCases.map(\.isLandscape) == [false, false, false, true, true])
    #expect(!UIInterfaceOrientationMask.allButUpsideDown.contains(UIInterfaceOrientation.portraitUpsideDown))
  }

  @Test("R18.4: collections are merged trait by trait, the last one that says something wins")
  func merging() {
    let phone = UITraitCollection(userInterfaceIdiom: .phone, horizontalSizeClass: .compact, userInterfaceStyle: .light)
    let dark = UITraitCollection(userInterfaceStyle: .dark, layoutDirection: .rightToLeft)
    let merged = UITraitCollection(traitsFrom: [phone, dark, UITraitCollection()])
    #expect(merged.userInterfaceIdiom == .phone)
    #expect(merged.description == "compact unspecified dark rightToLeft")
    #expect(merged.containsTraits(in: dark))
    #expect(!merged.containsTraits(in: phone))
    #expect(merged.containsTraits(in: nil))
    #expect(Set([merged, UITraitCollection(traitsFrom: [merged]), phone]).count == 2)
  }
}
