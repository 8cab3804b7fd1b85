import HeadlessUIKit
import SampleApplications
import Testing

/// Launches the second source application, runs the body, ends the scene, and expects that nothing is left of it.
@MainActor
private func withSegments(
  profile: UIApplication.Profile = .latest, isFaithful: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (UIApplication, SegmentsAppDelegate) throws -> Void
) throws {
  let application = UIApplication(name: "test", profile: profile, clock: .virtual, isFaithful: isFaithful)
  try application.perform {
    application.delegate = SegmentsAppDelegate()
    application.launch()
  }
  try body(application, #require(application.delegate as? SegmentsAppDelegate))
  application.terminate()
  #expect(application.liveControllerCount == 0, sourceLocation: sourceLocation)
  #expect(application.liveViewCount == 0, sourceLocation: sourceLocation)
}

@MainActor
@Suite("Seed 001: segments") struct SegmentsTests {
  @Test(
    "seed 001: launch, latest: the container and its first child appear in the navigation controller, parents first")
  func launch() throws {
    try withSegments { application, _ in
      #expect(
        application.trace.linesWithoutLayout == [
          "RowsViewController willMove(toParent: MultipleViewController)",
          "RowsViewController didMove(toParent: MultipleViewController)",
          "RowsViewController willMove(toParent: MultipleViewController)",
          "RowsViewController didMove(toParent: MultipleViewController)",
          "MultipleViewController willMove(toParent: UINavigationController)",
          "MultipleViewController didMove(toParent: UINavigationController)",
          "UINavigationController loadView", "UINavigationController viewDidLoad", "MultipleViewController loadView",
          "MultipleViewController viewDidLoad", "RowsViewController loadView", "RowsViewController viewDidLoad",
          "UINavigationController viewWillAppear(false)", "MultipleViewController viewWillAppear(false)",
          "RowsViewController viewWillAppear(false)", "UINavigationController viewIsAppearing(false)",
          "MultipleViewController viewIsAppearing(false)", "RowsViewController viewIsAppearing(false)",
          "UINavigationController viewDidAppear(false)", "MultipleViewController viewDidAppear(false)",
          "RowsViewController viewDidAppear(false)",
        ])
      #expect(application.issues.isEmpty)
      #expect(application.advice.isEmpty)
    }
  }

  @Test("seed 001: two table controllers, One with a compose item on the right, Two with its prompt, in one control")
  func children() throws {
    try withSegments { application, delegate in
      let container = delegate.multipleViewController
      #expect(container.viewControllers.allSatisfy { $0 is UITableViewController })
      let control = container.segmentedControl
      #expect((0..<control.numberOfSegments).map(control.titleForSegment) == ["One", "Two"])
      let navigation = try #require(container.navigationController)
      #expect(navigation.barContent?.titleView === control)
      #expect(navigation.barContent?.rightItems.map(\.systemItem) == [.compose])
      #expect(navigation.barContent?.prompt == nil)
      #expect(navigation.navigationBar.frame.height == UINavigationBar.standardHeight)
      try application.perform { try delegate.selectSegment(1) }
      #expect(navigation.barContent?.prompt == "Controller two's prompt")
      #expect(navigation.barContent?.rightItems.isEmpty == true)
      #expect(navigation.navigationBar.frame.height == UINavigationBar.heightWithPrompt)
    }
  }

  @Test("seed 001: a swap is animated for the prompt, and its did-callbacks come with the animation's end")
  func swap() throws {
    try withSegments { application, delegate in
      let there = try application.callbacks { try delegate.selectSegment(1) }
      #expect(
        there == [
          "RowsViewController loadView", "RowsViewController viewDidLoad", "RowsViewController viewWillAppear(true)",
          "RowsViewController viewWillDisappear(true)", "RowsViewController viewIsAppearing(true)",
        ])
      application.trace.removeAll()
      try application.clock.advance(by: MultipleViewController.promptSeconds)
      #expect(
        application.trace.linesWithoutLayout == [
          "RowsViewController viewDidDisappear(true)", "RowsViewController viewDidAppear(true)",
        ])
      let two = try #require(delegate.selectedViewController)
      #expect(two.appearanceState == .appeared)
      #expect(two.navigationItem.title == "Two")
    }
  }

  @Test("seed 001: the control in the bar is on screen: a person selects with it")
  func control() throws {
    try withSegments { application, delegate in
      try application.perform { _ = try delegate.multipleViewController.segmentedControl.userSelectSegment(1) }
      #expect(delegate.selectedSegment == 1)
    }
  }

  @Test(
    "R17.4, R17.8, seed 001: ios5, a warning unloads the unselected child's table, which is made again at its selection"
  )
  func memoryWarningIOS5() throws {
    try withSegments(profile: .ios5) { application, delegate in
      try application.perform { try delegate.selectSegment(1) }
      try application.clock.advance(by: 1)
      let warned = try application.callbacks { application.simulateMemoryWarning() }
      #expect(
        warned == [
          "RowsViewController didReceiveMemoryWarning", "RowsViewController viewWillUnload",
          "RowsViewController viewDidUnload", "RowsViewController didReceiveMemoryWarning",
          "MultipleViewController didReceiveMemoryWarning", "UINavigationController didReceiveMemoryWarning",
        ])
      #expect(delegate.multipleViewController.viewControllers.map(\.isViewLoaded) == [false, true])
      let back = try application.callbacks { try delegate.selectSegment(0) }
      #expect(back.prefix(2) == ["RowsViewController loadView", "RowsViewController viewDidLoad"])
    }
  }

  @Test("R17.5, seed 001: latest, a warning reaches everybody and unloads nothing")
  func memoryWarningLatest() throws {
    try withSegments { application, delegate in
      try application.perform { try delegate.selectSegment(1) }
      try application.clock.advance(by: 1)
      let warned = try application.callbacks { application.simulateMemoryWarning() }
      #expect(
        warned == [
          "RowsViewController didReceiveMemoryWarning", "RowsViewController didReceiveMemoryWarning",
          "MultipleViewController didReceiveMemoryWarning", "UINavigationController didReceiveMemoryWarning",
        ])
      #expect(delegate.multipleViewController.viewControllers.map(\.isViewLoaded) == [true, true])
    }
  }

  @Test("seed 001, faithful: the original's order: the new child has appeared before the old one begins to disappear")
  func faithful() throws {
    try withSegments(isFaithful: true) { application, delegate in
      let swap = try application.callbacks { try delegate.selectSegment(1) }
      #expect(
        swap == [
          "RowsViewController loadView", "RowsViewController viewDidLoad", "RowsViewController viewWillAppear(false)",
          "RowsViewController viewIsAppearing(false)", "RowsViewController viewDidAppear(false)",
          "RowsViewController viewWillDisappear(false)", "RowsViewController viewDidDisappear(false)",
        ])
    }
  }
}
