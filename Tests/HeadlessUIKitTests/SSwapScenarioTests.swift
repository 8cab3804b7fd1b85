import HeadlessUIKit
import Testing

/// The delegate of seed 000: what the buttons call back.
private final class SwapDelegate: UIApplicationDelegate {
  weak var swapper: Swapper?

  func displayView(_ number: Int) throws {
    try swapper?.displayView(number)
  }
}

/// A screen of seed 000 whose button asks the application's delegate for screen 2.
private final class ButtonView: UIViewController {
  let button = UIButton(type: .roundedRect)

  override class var actionMethods: [ActionMethod] {
    [ActionMethod("goToTwo", ButtonView.goToTwo)]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    button.frame = CGRect(x: 40, y: 40, width: 240, height: 30)
    button.setTitle("One!", for: .normal)
    button.addTarget(self, action: "goToTwo", for: .touchUpInside)
    view.addSubview(button)
  }

  func goToTwo() {
    try? (UIApplication.shared.delegate as? SwapDelegate)?.displayView(2)
  }
}

@MainActor
@Suite("S43, S44, S45: the swap of seed 000, uncontained and contained")
struct SSwapScenarioTests {
  @Test("S43: uncontained: 1, 2, 1, 1")
  func uncontainedSwaps() throws {
    try withScene { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      var transcripts: [[String]] = []
      for number in [1, 2, 1, 1] {
        application.trace.removeAll()
        try application.perform { try stage.root.displayView(number) }
        transcripts.append(application.trace.linesWithoutLayout)
        #expect(stage.root.children.isEmpty)
        #expect(application.liveControllerCount == 2)
      }
      // Order: seed 000 (out, release, make, in), R3.14; nothing after deinit, since a pending viewDidDisappear holds
      // an uncontained controller weakly (DESIGN, section 4).
      #expect(
        transcripts == [
          [
            "View01 loadView", "View01 viewDidLoad", "View01 viewWillAppear(false)", "View01 viewIsAppearing(false)",
            "View01 viewDidAppear(false)",
          ],
          [
            "View01 viewWillDisappear(false)", "View01 deinit",
            "View02 loadView", "View02 viewDidLoad", "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)",
            "View02 viewDidAppear(false)",
          ],
          [
            "View02 viewWillDisappear(false)", "View02 deinit",
            "View01 loadView", "View01 viewDidLoad", "View01 viewWillAppear(false)", "View01 viewIsAppearing(false)",
            "View01 viewDidAppear(false)",
          ],
          [
            "View01 viewWillDisappear(false)", "View01 deinit",
            "View01 loadView", "View01 viewDidLoad", "View01 viewWillAppear(false)", "View01 viewIsAppearing(false)",
            "View01 viewDidAppear(false)",
          ],
        ])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S43: uncontained: the first screen from viewDidLoad, the swapper's view added to the window by hand")
  func uncontainedStart() throws {
    try withScene { application in
      let swapper = try application.perform {
        let swapper = UncontainedSwapper()
        swapper.initialNumber = 1
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        window.addSubview(swapper.view)
        window.makeKeyAndVisible()
        return swapper
      }
      // Order: seed 000 (loading inside viewDidLoad); then the view rule (R3.14), outer controller first in each phase.
      #expect(
        application.trace.linesWithoutLayout == [
          "UncontainedSwapper loadView", "UncontainedSwapper viewDidLoad", "View01 loadView", "View01 viewDidLoad",
          "UncontainedSwapper viewWillAppear(false)", "View01 viewWillAppear(false)",
          "UncontainedSwapper viewIsAppearing(false)", "View01 viewIsAppearing(false)",
          "UncontainedSwapper viewDidAppear(false)", "View01 viewDidAppear(false)",
        ])
      #expect(swapper.children.isEmpty)
    }
  }

  @Test("S43: contained: the first screen from viewDidLoad")
  func containedStart() throws {
    try withScene { application in
      let swapper = try application.perform {
        let swapper = ContainedSwapper()
        swapper.initialNumber = 1
        show(swapper)
        return swapper
      }
      // Order: R3.10.
      #expect(
        application.trace.linesWithoutLayout == [
          "ContainedSwapper loadView", "ContainedSwapper viewDidLoad",
          "View01 willMove(toParent: ContainedSwapper)", "View01 loadView", "View01 viewDidLoad",
          "View01 didMove(toParent: ContainedSwapper)",
          "ContainedSwapper viewWillAppear(false)", "View01 viewWillAppear(false)",
          "ContainedSwapper viewIsAppearing(false)", "View01 viewIsAppearing(false)",
          "ContainedSwapper viewDidAppear(false)", "View01 viewDidAppear(false)",
        ])
      #expect(swapper.children.count == 1)
    }
  }

  @Test("S43: contained: 1, 2, 1, 1")
  func containedSwaps() throws {
    try withScene { application in
      let stage = try Stage(application) { ContainedSwapper() }
      var transcripts: [[String]] = []
      var deinits: [Int] = []
      for number in [1, 2, 1, 1] {
        application.trace.removeAll()
        try application.perform { try stage.root.displayView(number) }
        transcripts.append(application.linesWithoutDeinit)
        deinits.append(application.trace.lines.filter { $0.hasSuffix(" deinit") }.count)
        #expect(stage.root.children.count == 1)
        #expect(stage.root.children.first === stage.root.current)
        #expect(application.liveControllerCount == 2)
        #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
      }
      func arrival(_ name: String) -> [String] {
        [
          "\(name) willMove(toParent: ContainedSwapper)", "\(name) loadView", "\(name) viewDidLoad",
          "\(name) viewWillAppear(false)", "\(name) viewIsAppearing(false)",
          "\(name) didMove(toParent: ContainedSwapper)",
        ]
      }
      func departure(_ name: String) -> [String] {
        ["\(name) willMove(toParent: nil)", "\(name) viewWillDisappear(false)", "\(name) didMove(toParent: nil)"]
      }
      // Order: R3.11, R3.9; the late callbacks in the order in which they were put off (as R19.3 has them).
      #expect(
        transcripts == [
          arrival("View01") + ["View01 viewDidAppear(false)"],
          departure("View01") + arrival("View02")
            + ["View01 viewDidDisappear(false)", "View02 viewDidAppear(false)"],
          departure("View02") + arrival("View01")
            + ["View02 viewDidDisappear(false)", "View01 viewDidAppear(false)"],
          departure("View01") + arrival("View01")
            + ["View01 viewDidDisappear(false)", "View01 viewDidAppear(false)"],
        ])
      #expect(deinits == [0, 1, 1, 1])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S43: contained: viewDidDisappear comes before deinit")
  func containedDidDisappearBeforeDeinit() throws {
    try withScene { application in
      let stage = try Stage(application) { ContainedSwapper() }
      try application.perform { try stage.root.displayView(1) }
      application.trace.removeAll()
      try application.perform { try stage.root.displayView(2) }
      // DESIGN, section 4, and R3.11. The place of deinit among the other controller's lines is not fixed.
      #expect(
        application.lines(of: "View01") == [
          "View01 willMove(toParent: nil)", "View01 viewWillDisappear(false)", "View01 didMove(toParent: nil)",
          "View01 viewDidDisappear(false)", "View01 deinit",
        ])
    }
  }

  @Test("S43: two switches in one request: the screen between never appears")
  func twoSwitchesInOneTurn() throws {
    try withScene { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      try application.perform { try stage.root.displayView(1) }
      application.trace.removeAll()
      try application.perform {
        try stage.root.displayView(2)
        try stage.root.displayView(1)
      }
      #expect(
        application.lines(of: "View02") == [
          "View02 loadView", "View02 viewDidLoad", "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)",
          "View02 viewWillDisappear(false)", "View02 deinit",
        ])
      #expect(application.liveControllerCount == 2)
    }
  }

  @Test("S43: a button switches through the application's delegate while its own screen goes")
  func switchByButton() throws {
    try withScene { application in
      let delegate = SwapDelegate()
      application.delegate = delegate
      let stage = try Stage(application) { UncontainedSwapper() }
      delegate.swapper = stage.root
      try application.perform {
        stage.root.factories[1] = { ButtonView() }
        try stage.root.displayView(1)
      }
      try application.perform {
        let button = try #require((stage.root.current as? ButtonView)?.button)
        try expectTap(button, sends: 1)
      }
      #expect(stage.root.current is View02)
      // When the old screen goes depends on how long the control holds the target of the action that is running.
      #expect(application.trace.lines.filter { $0 == "ButtonView deinit" }.count == 1)
      #expect(application.lines(of: "View02").last == "View02 viewDidAppear(false)")
      #expect(application.liveControllerCount == 2)
    }
  }

  @Test("S44: uncontained: a running timer keeps its target alive until it is invalidated")
  func uncontainedTimer() throws {
    try withScene { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      try application.perform {
        stage.root.factories[1] = { TimedView() }
        try stage.root.displayView(1)
      }
      application.trace.removeAll()
      try application.perform { try stage.root.displayView(2) }
      // Order as in S43, but the old screen lives, so that its viewDidDisappear is sent (R2.4, R2.5).
      #expect(
        application.trace.linesWithoutLayout == [
          "TimedView viewWillDisappear(false)",
          "View02 loadView", "View02 viewDidLoad", "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)",
          "TimedView viewDidDisappear(false)", "View02 viewDidAppear(false)",
        ])
      try expectForgottenTimer(application)
    }
  }

  @Test("S44: contained: a running timer keeps its target alive until it is invalidated")
  func containedTimer() throws {
    try withScene { application in
      let stage = try Stage(application) { ContainedSwapper() }
      try application.perform {
        stage.root.factories[1] = { TimedView() }
        try stage.root.displayView(1)
      }
      application.trace.removeAll()
      try application.perform { try stage.root.displayView(2) }
      // Order: R3.11, R3.9.
      #expect(
        application.trace.linesWithoutLayout == [
          "TimedView willMove(toParent: nil)", "TimedView viewWillDisappear(false)",
          "TimedView didMove(toParent: nil)",
          "View02 willMove(toParent: ContainedSwapper)", "View02 loadView", "View02 viewDidLoad",
          "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)",
          "View02 didMove(toParent: ContainedSwapper)",
          "TimedView viewDidDisappear(false)", "View02 viewDidAppear(false)",
        ])
      try expectForgottenTimer(application)
    }
  }

  @Test("S44: with the timer invalidated before the switch the old screen goes at once, and nothing is reported")
  func tidyTimer() throws {
    try withScene { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      try application.perform {
        stage.root.factories[1] = { TidyView() }
        try stage.root.displayView(1)
      }
      application.trace.removeAll()
      try application.perform { try stage.root.displayView(2) }
      #expect(
        application.trace.linesWithoutLayout.prefix(3) == [
          "TidyView viewWillDisappear(false)", "TidyView deinit", "View02 loadView",
        ])
      try advance(application, by: 60)
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S44: an accelerometer's delegate that went without taking itself back is reported")
  func forgottenAccelerometer() throws {
    try withScene { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      try application.perform {
        stage.root.factories[1] = { TiltView() }
        try stage.root.displayView(1)
      }
      try application.perform { try stage.root.displayView(2) }
      try advance(application, by: 60)
      #expect(application.trace.lines.contains("TiltView deinit"))
      #expect(application.issues.contains { $0.kind == .forgottenAccelerometerDelegate && $0.className == "TiltView" })
      try application.perform { #expect(UIAccelerometer.shared.delegate == nil) }
    }
  }

  @Test("S45: uncontained: an unknown number is an error and changes nothing")
  func uncontainedUnknownNumber() throws {
    try withScene { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      try expectUnknownNumber(application, stage.root)
    }
  }

  @Test("S45: contained: an unknown number is an error and changes nothing")
  func containedUnknownNumber() throws {
    try withScene { application in
      let stage = try Stage(application) { ContainedSwapper() }
      try expectUnknownNumber(application, stage.root)
    }
  }

  private func expectForgottenTimer(_ application: UIApplication) throws {
    @MainActor func timedView() -> TimedView? {
      application.liveControllers.lazy.compactMap { $0 as? TimedView }.first
    }
    #expect(application.liveControllerCount == 3)
    try advance(application, by: 3)
    #expect(timedView()?.ticks == 3)
    try advance(application, by: 60)
    #expect(timedView()?.ticks == 63)
    #expect(application.issues.contains { $0.kind == .forgottenTimer && $0.className == "TimedView" })
    application.trace.removeAll()
    try application.perform { timedView()?.timer?.invalidate() }
    #expect(application.trace.lines == ["TimedView deinit"])
    #expect(application.liveControllerCount == 2)
  }

  private func expectUnknownNumber(_ application: UIApplication, _ swapper: Swapper) throws {
    try application.perform { try swapper.displayView(1) }
    application.trace.removeAll()
    let shown = swapper.current?.id
    #expect(throws: UnknownView(number: 7)) {
      try application.perform { try swapper.displayView(7) }
    }
    #expect(application.trace.lines == [])
    #expect(swapper.current?.id == shown)
    #expect(swapper.current?.viewIfLoaded?.superview === swapper.viewIfLoaded)
    #expect(swapper.current?.appearanceState == .appeared)
    #expect(application.liveControllerCount == 2)
    // It still works afterwards.
    try application.perform { try swapper.displayView(2) }
    #expect(swapper.current is View02)
    #expect(application.liveControllerCount == 2)
  }
}
