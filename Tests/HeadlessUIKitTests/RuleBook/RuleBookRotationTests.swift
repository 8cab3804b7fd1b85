import HeadlessUIKit
import Testing

/// Containers that stand in all orientations; on profile ios5 that has to be said.
private final class TurningPages: MultipleViewController {
  let log = Log()

  override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool { true }

  override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
    log.note("\(container.preferredContentSize.text)")
  }
}

private final class TurningNav: UINavigationController {
  override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool { true }
}

/// Notes the size of its view when it is about to appear, and when it is appearing.
private final class Sizer: Turning {
  let log = Log()
  let isAppearingLog = Log()

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    log.note(view.bounds.size.text)
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    isAppearingLog.note(view.bounds.size.text)
  }
}

/// Gives its children a size of its own choice.
private final class Sizing: Turning {
  var childSize = CGSize.zero

  override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize { childSize }
}

@MainActor
@Suite("Rule book: rotation, size, traits")
struct RuleBookRotationTests {
  private let upright = "compact regular light leftToRight"
  private let lying = "compact compact light leftToRight"

  private func flexible<Controller: UIViewController>(_ controller: Controller) -> Controller {
    controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    return controller
  }

  private func turningPages(
    _ children: [UIViewController], _ mode: MultipleViewController.Mode = .corrected
  ) -> TurningPages {
    let pages = TurningPages()
    pages.mode = mode
    for child in children {
      pages.addViewController(child)
    }
    return pages
  }

  // MARK: Profile ios5

  @Test(
    "R18.1, R18.2, S61: a segmented container and its selected child are told, the other child is not",
    arguments: MultipleViewController.Mode.allCases)
  func segmentsIOS5(mode: MultipleViewController.Mode) throws {
    try withScene(.ios5) { application in
      let pages = try application.perform { turningPages([TurningChild(), TurningSibling()], mode) }
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      try application.perform { try pages.select(0) }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(
        application.trace.linesWithoutLayout == [
          "TurningPages willRotate(landscapeLeft)", "TurningChild willRotate(landscapeLeft)",
          "TurningPages willAnimateRotation(landscapeLeft)", "TurningChild willAnimateRotation(landscapeLeft)",
          "TurningPages didRotate(portrait)", "TurningChild didRotate(portrait)",
        ])
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      #expect(!application.trace.lines.contains { $0.contains("otat") })
    }
  }

  @Test("R18.1: the bounds change between willRotate and willAnimateRotation")
  func boundsIOS5() throws {
    try withScene(.ios5) { application in
      let log = Log()
      let child = try application.perform { flexible(TurningChild()) }
      child.onWillRotate = { log.note("will \($0.view.bounds.size.text)") }
      child.onWillAnimateRotation = { log.note("animate \($0.view.bounds.size.text)") }
      child.onDidRotate = { log.note("did \($0.view.bounds.size.text)") }
      _ = try application.perform { show(TurningNav(rootViewController: child)) }
      try turn(application, to: .landscapeRight)
      #expect(log.lines == ["will 320x436", "animate 480x276", "did 480x276"])
    }
  }

  @Test("R18.1, R18.2: a navigation controller and its top are told, parent first")
  func navigationIOS5() throws {
    try withScene(.ios5) { application in
      let nav = try application.perform { TurningNav(rootViewController: TurningChild()) }
      _ = try application.perform { show(nav) }
      application.trace.removeAll()
      let report = try turn(application, to: .landscapeRight)
      #expect(report.rotated)
      #expect(
        application.trace.linesWithoutLayout == [
          "TurningNav willRotate(landscapeRight)", "TurningChild willRotate(landscapeRight)",
          "TurningNav willAnimateRotation(landscapeRight)", "TurningChild willAnimateRotation(landscapeRight)",
          "TurningNav didRotate(portrait)", "TurningChild didRotate(portrait)",
        ])
    }
  }

  @Test("R18.1: by default only portrait is supported; who is asked is the root, and it answers for its top member")
  func refusedIOS5() throws {
    try withScene(.ios5) { application in
      let nav = try application.perform { RuleBookNav(rootViewController: UIViewController()) }
      _ = try application.perform { show(nav) }
      application.trace.removeAll()
      let report = try turn(application, to: .landscapeLeft)
      #expect(!report.rotated)
      #expect(report.cause == .refused)
      #expect(report.refusedBy?.className == "RuleBookNav")
      #expect(application.trace.lines == [])
      #expect(nav.view.bounds.size == CGSize(width: 320, height: 480))
    }
  }

  @Test("S41: an un-contained child hears nothing; after addChild it does", arguments: UIApplication.Profile.allCases)
  func uncontained(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform {
        let child = flexible(TurningChild())
        child.view.frame = stage.root.view.bounds
        stage.root.view.addSubview(child.view)
        return child
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      let rotation = ["willRotate", "willAnimateRotation", "didRotate", "willTransition", "viewWillTransition"]
      let heard = application.lines(of: "TurningChild").filter { line in rotation.contains { line.contains($0 + "(") } }
      #expect(heard == [])
      #expect(application.lines(of: "TurningRoot").count == 3)
      #expect(child.view.bounds.size == CGSize(width: 480, height: 320))
      try application.perform {
        stage.root.addChild(child)
        child.didMove(toParent: stage.root)
      }
      application.trace.removeAll()
      try turn(application, to: .portrait)
      #expect(
        application.lines(of: "TurningChild").map { $0.dropFirst("TurningChild ".count) }
          == application.lines(of: "TurningRoot").map { $0.dropFirst("TurningRoot ".count) })
      #expect(application.lines(of: "TurningChild").count == 3)
    }
  }

  /// Shows the second child, goes back to the first, turns the interface, shows the second again.
  private func turnWhileUnselected(
    _ profile: UIApplication.Profile, _ mode: MultipleViewController.Mode, _ body: (Sizer) -> Void
  ) throws {
    try withScene(profile) { application in
      let sizer = try application.perform { Sizer() }
      let pages = try application.perform { turningPages([TurningChild(), sizer], mode) }
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      try application.perform { try pages.select(0) }
      try turn(application, to: .landscapeLeft)
      application.trace.removeAll()
      try application.perform { try pages.select(1) }
      body(sizer)
      #expect(!application.trace.lines.contains { $0.contains("ransition(") || $0.contains("otat") })
    }
  }

  @Test(
    "S61, R18.2, 1.2.8: an unselected child finds the new bounds at viewWillAppear",
    arguments: MultipleViewController.Mode.allCases)
  func newBoundsAtWillAppear(mode: MultipleViewController.Mode) throws {
    try turnWhileUnselected(.ios5, mode) { sizer in
      #expect(sizer.log.lines == ["320x480", "480x320"])
    }
  }

  @Test(
    "R18.7, R2.2: an unselected child has the new bounds at viewIsAppearing",
    arguments: MultipleViewController.Mode.allCases)
  func newBoundsAtIsAppearing(mode: MultipleViewController.Mode) throws {
    try turnWhileUnselected(.latest, mode) { sizer in
      #expect(sizer.isAppearingLog.lines == ["320x480", "480x320"])
    }
  }

  // MARK: Profile latest

  /// What a rotation sends to two controllers, however sizes and traits are ordered (R18.4).
  private func expectTransition(
    _ lines: [String], _ parent: String, _ parentSize: String, _ child: String, _ childSize: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let all = [
      "\(parent) willTransition(\(lying))", "\(child) willTransition(\(lying))",
      "\(parent) viewWillTransition(\(parentSize))", "\(child) viewWillTransition(\(childSize))",
      "\(parent) traitCollectionDidChange(\(upright))", "\(child) traitCollectionDidChange(\(upright))",
    ]
    #expect(lines.sorted() == all.sorted(), sourceLocation: sourceLocation)
    #expect(isSubsequence(Array(all[0...1]), of: lines), sourceLocation: sourceLocation)
    #expect(isSubsequence(Array(all[2...3]), of: lines), sourceLocation: sourceLocation)
    #expect(Set(lines.suffix(2)) == Set(all[4...5]), sourceLocation: sourceLocation)
  }

  @Test("R18.4, R18.5: a navigation controller gives its root the size between the bars")
  func navigationLatest() throws {
    try withScene { application in
      let nav = try application.perform { RuleBookNav(rootViewController: TurningChild()) }
      _ = try application.perform { show(nav) }
      application.trace.removeAll()
      let report = try turn(application, to: .landscapeLeft)
      #expect(report.rotated)
      expectTransition(
        application.trace.linesWithoutLayout, "RuleBookNav", "480x320", "TurningChild", "480x276")
      #expect(nav.topViewController?.view.bounds.size == CGSize(width: 480, height: 276))
    }
  }

  @Test("R18.4, R18.5: the size reaches the selected child of a segmented container in a navigation controller")
  func threeLevels() throws {
    try withScene { application in
      let nav = try application.perform {
        RuleBookNav(rootViewController: turningPages([flexible(TurningChild()), TurningSibling()]))
      }
      _ = try application.perform { show(nav) }
      application.trace.removeAll()
      try turn(application, to: .landscapeRight)
      #expect(
        application.trace.linesWithoutLayout.filter { $0.contains(" viewWillTransition(") } == [
          "RuleBookNav viewWillTransition(480x320)", "TurningPages viewWillTransition(480x276)",
          "TurningChild viewWillTransition(480x276)",
        ])
      #expect(nav.topViewController?.children[0].view.bounds.size == CGSize(width: 480, height: 276))
      application.trace.removeAll()
      try turn(application, to: .portrait)
      #expect(
        application.trace.linesWithoutLayout.filter { $0.contains(" viewWillTransition(") } == [
          "RuleBookNav viewWillTransition(320x480)", "TurningPages viewWillTransition(320x436)",
          "TurningChild viewWillTransition(320x436)",
        ])
    }
  }

  @Test("R18.5, R13.10, R13.13: bars that are hidden or shown count for the size that the root is told")
  func barsAndSize() throws {
    try withScene { application in
      let nav = try application.perform { RuleBookNav(rootViewController: TurningChild()) }
      _ = try application.perform {
        nav.isToolbarHidden = false
        nav.topViewController?.navigationItem.prompt = "prompt"
        _ = show(nav)
      }
      #expect(nav.topViewController?.view.bounds.size == CGSize(width: 320, height: 480 - 74 - 44))
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(nav.topViewController?.view.bounds.size == CGSize(width: 480, height: 320 - 74 - 44))
      #expect(nav.navigationBar.frame.width == 480)
      #expect(application.trace.lines.contains("TurningChild viewWillTransition(480x202)"))
    }
  }

  @Test("R4.5, R18.2, profile ios5: a container that forwards by hand passes no rotation on")
  func manualIOS5() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { TurningRoot() }
      try application.perform {
        let manual = Manual()
        manual.loadViewIfNeeded()
        embed(TurningChild(), in: manual)
        embed(manual, in: stage.root)
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "Manual").count == 3)
      #expect(application.lines(of: "TurningChild") == [])
    }
  }

  @Test("R18.4, R18.7: a segmented container tells its selected child only")
  func segmentsLatest() throws {
    try withScene { application in
      let pages = try application.perform {
        turningPages([flexible(TurningChild()), flexible(TurningSibling())])
      }
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      try application.perform { try pages.select(0) }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      expectTransition(
        application.trace.linesWithoutLayout.filter {
          !$0.hasPrefix("TurningSibling willTransition") && !$0.hasPrefix("TurningSibling traitCollection")
        }, "TurningPages", "480x320", "TurningChild", "480x320")
    }
  }

  @Test("R18.4: alongside after the layout and the traits, completion last; the size is the new one then")
  func coordinator() throws {
    try withScene { application in
      let log = Log()
      let child = try application.perform { TurningChild() }
      child.onViewWillTransition = { controller, coordinator in
        log.note("will \(controller.view.bounds.size.text)")
        coordinator.animate(
          alongsideTransition: { [weak controller] _ in log.note("alongside \(controller?.view.bounds.size.text ?? "")")
          },
          completion: { _ in log.note("completion") })
      }
      child.onTraitsDidChange = { log.note("traits \($0.view.bounds.size.text)") }
      _ = try application.perform { show(RuleBookNav(rootViewController: child)) }
      log.lines = []
      try turn(application, to: .landscapeLeft)
      try advance(application, by: 1)
      #expect(log.lines == ["will 320x436", "traits 480x276", "alongside 480x276", "completion"])
    }
  }

  @Test("R18.4: an override that does not call super cuts the children off from size and traits")
  func withoutSuper() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      stage.root.callsSuper = false
      let pages = try application.perform { turningPages([flexible(TurningChild())]) }
      try application.perform { fill(stage.root, with: pages) }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      let lines = application.trace.linesWithoutLayout
      #expect(lines.contains("TurningRoot viewWillTransition(480x320)"))
      #expect(!lines.contains { $0.contains("willTransition(") && !$0.hasPrefix("TurningRoot ") })
      #expect(!lines.contains { $0.contains("viewWillTransition(") && !$0.hasPrefix("TurningRoot ") })
      #expect(pages.viewControllers[0].view.bounds.size == CGSize(width: 480, height: 320))
    }
  }

  @Test("R18.5: a child of fixed size hears the parent's size, as its container says nothing else")
  func equalSize() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      try application.perform {
        let child = TurningChild()
        child.view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        child.view.autoresizingMask = []
        embed(child, in: stage.root)
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(
        application.lines(of: "TurningChild").sorted() == [
          "TurningChild traitCollectionDidChange(\(upright))", "TurningChild viewWillTransition(480x320)",
          "TurningChild willTransition(\(lying))",
        ])
    }
  }

  @Test("R18.5: the container's answer is the size that the child is told")
  func sizeForChild() throws {
    try withScene { application in
      let stage = try Stage(application) { Sizing() }
      stage.root.childSize = CGSize(width: 123, height: 45)
      try application.perform { fill(stage.root, with: flexible(TurningChild())) }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(application.lines(of: "TurningChild").contains("TurningChild viewWillTransition(123x45)"))
      #expect(application.lines(of: "Sizing").contains("Sizing viewWillTransition(480x320)"))
    }
  }

  @Test("R18.5: a child's preferred size reaches the container, selected or not contained in another one")
  func preferredSize() throws {
    try withScene { application in
      let pages = try application.perform { turningPages([TurningChild(), TurningSibling()]) }
      _ = try application.perform { show(pages) }
      try application.perform { pages.viewControllers[0].preferredContentSize = CGSize(width: 10, height: 20) }
      #expect(pages.log.lines == ["10x20"])
    }
  }

  @Test("R18.6: a container that merely changes a child's frame tells nobody of a transition")
  func frameOnly() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform { TurningChild() }
      try application.perform { fill(stage.root, with: child) }
      application.trace.removeAll()
      try application.perform { child.view.frame = CGRect(x: 0, y: 0, width: 50, height: 50) }
      #expect(application.trace.linesWithoutLayout == [])
    }
  }

  @Test("R18.3: the root alone decides; a navigation controller does not ask its child")
  func rootDecides() throws {
    try withScene { application in
      let log = Log()
      let child = try application.perform { TurningChild() }
      child.orientations = .portrait
      child.onQuestion = { _ in log.note("asked") }
      _ = try application.perform { show(RuleBookNav(rootViewController: child)) }
      let report = try turn(application, to: .landscapeLeft)
      #expect(report.rotated)
      #expect(log.lines == [])
      let refused = try turn(application, to: .portraitUpsideDown)
      #expect(refused.cause == .refused)
      #expect(refused.orientation == .landscapeLeft)
      #expect(refused.refusedBy?.className == "RuleBookNav")
    }
  }

  @Test("R18.3: a root that supports one orientation stays in it, and nobody is told")
  func rootRefuses() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      stage.root.orientations = .portrait
      try application.perform { fill(stage.root, with: TurningChild()) }
      application.trace.removeAll()
      let report = try turn(application, to: .landscapeRight)
      #expect(report.cause == .refused)
      #expect(report.refusedBy?.className == "TurningRoot")
      #expect(application.trace.lines == [])
      #expect(stage.root.view.bounds.size == CGSize(width: 320, height: 480))
    }
  }

  @Test("R18.4: other traits without another size: no size is told, root first")
  func traitsOnly() throws {
    try withScene { application in
      let nav = try application.perform { RuleBookNav(rootViewController: turningPages([TurningChild()])) }
      _ = try application.perform { show(nav) }
      application.trace.removeAll()
      let report = try application.perform { application.setTraits(userInterfaceStyle: .dark) }
      #expect(report.changed)
      let dark = "compact regular dark leftToRight"
      let lines = application.trace.linesWithoutLayout
      #expect(
        lines.prefix(3) == [
          "RuleBookNav willTransition(\(dark))", "TurningPages willTransition(\(dark))",
          "TurningChild willTransition(\(dark))",
        ])
      #expect(
        lines.dropFirst(3).sorted() == [
          "RuleBookNav traitCollectionDidChange(\(upright))", "TurningChild traitCollectionDidChange(\(upright))",
          "TurningPages traitCollectionDidChange(\(upright))",
        ])
      #expect(nav.traitCollection.userInterfaceStyle == .dark)
      application.trace.removeAll()
      let again = try application.perform { application.setTraits(userInterfaceStyle: .dark) }
      #expect(!again.changed)
      #expect(application.trace.lines == [])
    }
  }

  @Test("R18.4, profile ios5: other traits are nobody's business")
  func traitsIOS5() throws {
    try withScene(.ios5) { application in
      _ = try application.perform { show(TurningNav(rootViewController: TurningChild())) }
      application.trace.removeAll()
      _ = try application.perform { application.setTraits(userInterfaceStyle: .dark) }
      #expect(application.trace.linesWithoutLayout == [])
    }
  }

  @Test("R18.7: a controller off screen hears of no size; its view has the new one when it comes")
  func offScreen() throws {
    try withScene { application in
      let stage = try Stage(application) { TurningRoot() }
      let child = try application.perform { flexible(Sizer()) }
      try application.perform {
        stage.root.addChild(child)
        child.didMove(toParent: stage.root)
      }
      application.trace.removeAll()
      try turn(application, to: .landscapeLeft)
      #expect(!application.trace.lines.contains("Sizer viewWillTransition(480x320)"))
      try application.perform {
        child.view.frame = stage.root.view.bounds
        stage.root.view.addSubview(child.view)
      }
      #expect(child.log.lines == ["480x320"])
    }
  }
}
