import HeadlessUIKit
import Testing

/// What happens when things go: in the middle of an access, off the main actor, after the scene.
@MainActor
struct ReleaseRegressionTests {
  /// Does something when the last reference to it goes.
  final class Farewell {
    let action: @MainActor () -> Void
    init(_ action: @escaping @MainActor () -> Void) { self.action = action }
    deinit {
      let action = action
      MainActor.assumeIsolated { action() }
    }
  }

  final class Delegate: UIApplicationDelegate {
    var kept: [Any] = []
  }

  @Test("Regression: what a notification's block held may end its own registration when the scene is closed")
  func observerReleasedByTerminate() throws {
    var farewells = 0
    let application = UIApplication(name: "test", clock: .virtual)
    try application.perform {
      let center = NotificationCenter.default
      let other = center.addObserver(forName: nil, object: nil) { _ in }
      let farewell = Farewell {
        farewells += 1
        center.removeObserver(other)
      }
      _ = center.addObserver(forName: nil, object: nil) { _ in withExtendedLifetime(farewell) {} }
    }
    #expect(farewells == 0)
    application.terminate()
    #expect(farewells == 1)
  }

  @Test("Regression: what the delegate held may ask for the delegate when it goes")
  func delegateReleasedByTerminate() throws {
    let log = Log()
    let application = UIApplication(name: "test", clock: .virtual)
    try application.perform {
      let delegate = Delegate()
      delegate.kept = [Farewell { log.note("delegate \(UIApplication.shared.delegate == nil ? "gone" : "there")") }]
      application.delegate = delegate
    }
    application.terminate()
    #expect(log.lines == ["delegate gone"])
  }

  @Test("Regression: what a view held may ask its controller whether it is loaded when the view is thrown away")
  func viewReleasedByAssignment() throws {
    final class KeepingView: UIView {
      var kept: Farewell?
    }
    let log = Log()
    try withScene { application in
      try application.perform {
        let child = Child()
        let view = KeepingView(frame: .zero)
        view.kept = Farewell { [weak child] in log.note("loaded: \(child?.isViewLoaded ?? false)") }
        child.view = consume view
        child.view = nil
      }
    }
    #expect(log.lines == ["loaded: false"])
  }

  @Test("Regression: a displayed controller may ask for what is displayed when it goes")
  func displayedControllerReleased() throws {
    final class KeepingView01: UIViewController {
      var kept: Farewell?
    }
    let log = Log()
    try withScene { application in
      var views = MultiviewController.Registry()
      views.register(1) {
        let controller = KeepingView01()
        let window = UIApplication.shared.windows.first
        controller.kept = Farewell { [weak window] in
          let multiview = window?.rootViewController as? MultiviewController
          let shown = multiview?.displayedViewController?.className ?? "none"
          log.note("displayed: \(multiview?.displayedView ?? 0) \(shown)")
        }
        return controller
      }
      views.register(2) { View02() }
      let stage = try Stage(application) { [views] in MultiviewController(views: views) }
      try application.perform { try stage.root.displayView(2) }
    }
    #expect(log.lines == ["displayed: 0 none"])
  }

  @Test("Regression: a controller and its view may be released off the main actor")
  func releasedElsewhere() async throws {
    let application = UIApplication(name: "test", clock: .virtual)
    let task = try application.perform {
      let child = Child()
      child.loadViewIfNeeded()
      child.view.accessibilityIdentifier = "elsewhere"
      return Task.detached { [child] in
        // The task's last act is to let the controller go, wherever it runs.
        _ = child
      }
    }
    await task.value
    for _ in 0..<1000 where application.liveControllerCount + application.liveViewCount > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(application.liveControllerCount == 0)
    #expect(application.liveViewCount == 0)
    #expect(application.trace.lines.last == "Child deinit")
    application.terminate()
  }

  @Test("Regression: a closed scene that never settled holds nothing of what it queued")
  func turnsLeftByTerminate() throws {
    let application = UIApplication(name: "test", clock: .virtual)
    #expect(throws: UIApplication.DidNotSettle.self) {
      try application.perform {
        let child = Child()
        @MainActor func again() { UIApplication.shared.enqueueTurn { withExtendedLifetime(child) { again() } } }
        again()
      }
    }
    #expect(application.liveControllerCount == 1)
    application.terminate()
    #expect(application.liveControllerCount == 0)
  }

  @Test("Regression: a scene that is dropped without terminate() leaves no timer, and nothing that one holds")
  func droppedScene() throws {
    weak var survivor: TimedView?
    do {
      let application = UIApplication(name: "test", clock: .virtual)
      try application.perform {
        let child = TimedView()
        child.loadViewIfNeeded()
        survivor = child
      }
      #expect(survivor != nil)
    }
    #expect(survivor == nil)
  }

  @Test("Regression: a timer or a turn that is made after the scene was closed holds nothing")
  func timerAfterTerminate() throws {
    let application = UIApplication(name: "test", clock: .virtual)
    application.terminate()
    try application.perform {
      let child = TimedView()
      child.loadViewIfNeeded()
      #expect(child.timer?.isValid == false)
    }
    application.enqueueTurn { Issue.record("nobody runs turns of a closed scene") }
    #expect(application.liveControllerCount == 0)
  }

  @Test("Regression: terminate() inside a callback ends the scene; the turn goes on")
  func terminateInsideCallback() throws {
    let application = UIApplication(name: "test", clock: .virtual)
    try application.perform {
      let root = Root()
      root.onViewWillAppear = { _ in UIApplication.shared.terminate() }
      show(root)
    }
    application.terminate()
    #expect(application.liveControllerCount == 0)
  }

  @Test("Regression: a Task that touches views of a closed scene harms nobody")
  func taskAfterTerminate() async throws {
    let application = UIApplication(name: "test", clock: .virtual)
    let task = try application.perform {
      let root = Root()
      let window = show(root)
      return Task {
        await Task.yield()
        embed(Child(), in: root)
        window.rootViewController = Second()
        window.isHidden = true
      }
    }
    application.terminate()
    await task.value
    #expect(application.liveControllerCount == 0)
  }
}
