import HeadlessUIKit
import SampleApplications
import Testing

@MainActor
@Suite("Seed 000: multiview") struct MultiviewTests {
  @Test("seed 000: the first screen is shown from the root's viewDidLoad, and all of it appears once")
  func launch() throws {
    try withMultiview { application in
      #expect(
        application.trace.linesWithoutLayout == [
          "MultiviewController loadView", "MultiviewController viewDidLoad", "View01 loadView", "View01 viewDidLoad",
          "MultiviewController viewWillAppear(false)", "View01 viewWillAppear(false)",
          "MultiviewController viewIsAppearing(false)", "View01 viewIsAppearing(false)",
          "MultiviewController viewDidAppear(false)", "View01 viewDidAppear(false)",
        ])
      #expect(application.revision == 1)
    }
  }

  @Test("seed 000: each screen has a rounded-rect button at (40, 40, 240, 30), titled One! or Two!")
  func buttons() throws {
    try withMultiview { application in
      for (number, title) in [(1, "One!"), (2, "Two!")] {
        try application.perform { try application.multiview?.displayView(number) }
        let subviews = application.multiview?.displayedViewController?.viewIfLoaded?.subviews ?? []
        #expect(subviews.count == 1)
        let button = try #require(subviews.first as? UIButton)
        #expect(button.frame == CGRect(x: 40, y: 40, width: 240, height: 30))
        #expect(button.buttonType == .roundedRect)
        #expect(button.currentTitle == title)
      }
    }
  }

  @Test("S43: displayView 1, 2, 1, 1: load01, dealloc01 load02, dealloc02 load01, dealloc01 load01; no children")
  func swaps() throws {
    try withMultiview { application in
      @MainActor func show(_ number: Int) throws -> [String] {
        try application.callbacks { try application.multiview?.displayView(number) }
      }
      func swap(_ old: String, _ new: String) -> [String] {
        [
          "\(old) viewWillDisappear(false)", "\(old) deinit", "\(new) loadView", "\(new) viewDidLoad",
          "\(new) viewWillAppear(false)", "\(new) viewIsAppearing(false)", "\(new) viewDidAppear(false)",
        ]
      }
      for (number, expected) in [
        (1, swap("View01", "View01")), (2, swap("View01", "View02")), (1, swap("View02", "View01")),
        (1, swap("View01", "View01")),
      ] {
        let callbacks = try show(number)
        #expect(callbacks == expected)
      }
      #expect(application.multiview?.viewController.children.isEmpty == true)
      #expect(application.liveControllerCount == 2)
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S43: with layout: the new view is laid out as it comes, the root's at the end of the turn (R2.3, R3.9)")
  func swapWithLayout() throws {
    try withMultiview { application in
      application.trace.removeAll()
      try application.perform { try application.multiview?.displayView(2) }
      #expect(
        application.trace.lines == [
          "View01 viewWillDisappear(false)", "View01 deinit", "View02 loadView", "View02 viewDidLoad",
          "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)", "View02 viewWillLayoutSubviews",
          "View02 viewDidLayoutSubviews", "MultiviewController viewWillLayoutSubviews",
          "MultiviewController viewDidLayoutSubviews", "View02 viewDidAppear(false)",
        ])
    }
  }

  @Test("S43: contained: viewDidDisappear comes before dealloc01, and there is one child")
  func containedSwap() throws {
    try withMultiview(.contained) { application in
      let callbacks = try application.callbacks { try application.multiview?.displayView(2) }
      #expect(
        callbacks == [
          "View01 willMove(toParent: nil)", "View01 viewWillDisappear(false)", "View01 didMove(toParent: nil)",
          "View02 willMove(toParent: MultiviewController)", "View02 loadView", "View02 viewDidLoad",
          "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)",
          "View02 didMove(toParent: MultiviewController)", "View01 viewDidDisappear(false)", "View01 deinit",
          "View02 viewDidAppear(false)",
        ])
      #expect(application.multiview?.viewController.children.map(\.className) == ["View02"])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S43: the button's action destroys its own screen while it runs: dealloc01 comes before load02")
  func tap() throws {
    try withMultiview { application in
      let callbacks = try application.callbacks { try application.tapButton() }
      #expect(
        callbacks == [
          "View01 viewWillDisappear(false)", "View01 deinit", "View02 loadView", "View02 viewDidLoad",
          "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)", "View02 viewDidAppear(false)",
        ])
      #expect(application.multiview?.displayedView == 2)
      _ = try application.callbacks { try application.tapButton() }
      #expect(application.multiview?.displayedView == 1)
    }
  }

  @Test("S43: with a target method in place of the action dealloc01 follows the action's return")
  func tapWithTarget() throws {
    var views = MultiviewController.Registry.samples
    views.register(1) { TargetView() }
    try withMultiview(views: views) { application in
      let callbacks = try application.callbacks { try application.tapButton() }
      #expect(
        callbacks == [
          "TargetView viewWillDisappear(false)", "View02 loadView", "View02 viewDidLoad",
          "View02 viewWillAppear(false)", "View02 viewIsAppearing(false)", "TargetView deinit",
          "View02 viewDidAppear(false)",
        ])
    }
  }

  @Test("S45: an unknown number is an error, and nothing has changed", arguments: [0, 3, -1, Int.max])
  func unknownNumber(number: Int) throws {
    try withMultiview { application in
      let shown = application.multiview?.displayedViewController?.id
      application.trace.removeAll()
      let error = #expect(throws: ViewNotFound.self) {
        try application.perform { try application.multiview?.displayView(number) }
      }
      #expect(error == ViewNotFound(view: number, known: [1, 2]))
      #expect(application.trace.lines.isEmpty)
      #expect(application.multiview?.displayedViewController?.id == shown)
      #expect(application.multiview?.displayedView == 1)
      #expect(application.revision == 1)
    }
  }

  @Test("a third screen, written elsewhere, drops in with one file and one registration")
  func thirdView() throws {
    var views = MultiviewController.Registry.samples
    views.register(3) { View03() }
    try withMultiview(views: views) { application in
      #expect(application.multiview?.displayableViews == [1, 2, 3])
      try application.perform { try application.multiview?.displayView(3) }
      #expect(application.multiview?.displayedViewController is View03)
      try application.perform { try application.tapButton() }
      #expect(application.multiview?.displayedView == 1)
    }
  }

  @Test("S11: a memory warning reaches the root and the screen, and none that is destroyed; ios5 unloads neither")
  func memoryWarning() throws {
    for profile in UIApplication.Profile.allCases {
      try withMultiview(profile: profile) { application in
        try application.perform { try application.multiview?.displayView(2) }
        let report = try application.perform { application.simulateMemoryWarning() }
        #expect(report.told.map(\.className) == ["MultiviewController", "View02"])
        #expect(report.unloaded.isEmpty)
        let reason = profile == .ios5 ? MemoryWarningReport.KeepReason.hasSuperview : .profileKeepsViews
        #expect(report.kept.map(\.reason) == [reason, reason])
      }
    }
  }
}

/// The first screen as the original has it: a target method in place of an action.
private final class TargetView: UIViewController {
  override class var actionMethods: [ActionMethod] {
    super.actionMethods + [ActionMethod("goToTwo", TargetView.goToTwo)]
  }

  override func viewDidLoad() {
    let button = UIButton(type: .roundedRect)
    button.frame = CGRect(x: 40, y: 40, width: 240, height: 30)
    button.addTarget(self, action: "goToTwo", for: .touchUpInside)
    view.addSubview(button)
    super.viewDidLoad()
  }

  func goToTwo() {
    try? (UIApplication.shared.delegate as? MultiviewAppDelegate)?.displayView(2)
  }
}
