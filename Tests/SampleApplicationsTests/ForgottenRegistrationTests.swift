import HeadlessUIKit
import SampleApplications
import Testing

@MainActor
@Suite("S44: forgotten registrations") struct ForgottenRegistrationTests {
  @Test(
    "S44: a timer that a screen forgot is ended before its release, and reported",
    arguments: [MultiviewController.Containment.viewOnly, .contained], TimerKind.untidy)
  func timer(containment: MultiviewController.Containment, kind: TimerKind) throws {
    try withMultiview(containment, views: TimerView.views(kind)) { application in
      try application.clock.advance(by: 2.5)
      #expect(TimerView.ticks(in: application) == 2)
      application.trace.removeAll()
      try application.perform { try application.multiview?.displayView(2) }
      #expect(application.trace.lines.contains("TimerView deinit"))
      #expect(application.issues.map(\.kind) == [.forgottenTimer])
      #expect(application.issues.first?.className == "TimerView")
      #expect(try application.clock.advance(by: 10) == 0)
    }
  }

  @Test("S44: in a faithful scene the timer keeps its target alive, ticking, and the leak is reported")
  func faithfulTimer() throws {
    try withMultiview(isFaithful: true, views: TimerView.views(.target)) { application in
      application.trace.removeAll()
      try application.perform { try application.multiview?.displayView(2) }
      #expect(!application.trace.lines.contains("TimerView deinit"))
      #expect(application.issues.map(\.kind) == [.forgottenTimer, .leakedController])
      #expect(application.issues.last?.message.contains("timer") == true)
      #expect(try application.clock.advance(by: 3.5) == 3)
      #expect(TimerView.ticks(in: application) == 3)
      #expect(application.issues.count == 2)
    }
  }

  @Test("S44: a screen that ends its timer in viewWillDisappear is not reported")
  func tidyTimer() throws {
    try withMultiview(views: TimerView.views(.tidy)) { application in
      try application.perform { try application.multiview?.displayView(2) }
      #expect(application.trace.lines.contains("TimerView deinit"))
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S44: a screen that is still the accelerometer's delegate is taken out before its release, and reported")
  func accelerometer() throws {
    try withMultiview(views: TiltView.views) { application in
      try application.clock.advance(by: 1)
      #expect(TiltView.measurements(in: application) == 4)
      try application.perform { try application.multiview?.displayView(2) }
      #expect(application.issues.map(\.kind) == [.forgottenAccelerometerDelegate])
      #expect(application.trace.lines.contains("TiltView deinit"))
      #expect(try application.clock.advance(by: 1) == 0)
    }
  }

  @Test("S44: in a faithful scene the dangling registration is reported when its delegate has gone")
  func faithfulAccelerometer() throws {
    try withMultiview(isFaithful: true, views: TiltView.views) { application in
      try application.perform { try application.multiview?.displayView(2) }
      #expect(application.issues.allSatisfy { $0.kind == .forgottenAccelerometerDelegate })
      #expect(application.issues.contains { $0.message.contains("address") })
    }
  }
}

/// How a screen uses its timer.
enum TimerKind {
  /// The timer's target is the screen.
  case target
  /// The timer's block holds the screen.
  case block
  /// As `target`, but ended in time.
  case tidy

  static let untidy: [TimerKind] = [.target, .block]
}

/// A screen with a timer.
private final class TimerView: UIViewController {
  static func views(_ kind: TimerKind) -> MultiviewController.Registry {
    var views = MultiviewController.Registry.samples
    views.register(1) { TimerView(kind) }
    return views
  }

  static func ticks(in application: UIApplication) -> Int? {
    application.liveControllers.lazy.compactMap { $0 as? TimerView }.first?.ticks
  }

  override class var actionMethods: [ActionMethod] {
    super.actionMethods + [ActionMethod("tick", TimerView.tick)]
  }

  private let kind: TimerKind
  private var timer: Timer?
  private var ticks = 0

  init(_ kind: TimerKind) {
    self.kind = kind
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    if kind == .block {
      Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() }
    } else {
      timer = .scheduledTimer(timeInterval: 1, target: self, selector: "tick", userInfo: nil, repeats: true)
    }
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    if kind == .tidy { timer?.invalidate() }
  }

  func tick() { ticks += 1 }
}

/// A screen that listens to the accelerometer.
private final class TiltView: UIViewController, UIAccelerometerDelegate {
  static var views: MultiviewController.Registry {
    var views = MultiviewController.Registry.samples
    views.register(1) { TiltView() }
    return views
  }

  static func measurements(in application: UIApplication) -> Int? {
    application.liveControllers.lazy.compactMap { $0 as? TiltView }.first?.measurements
  }

  private var measurements = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    UIAccelerometer.shared.updateInterval = 0.25
    UIAccelerometer.shared.delegate = self
  }

  func accelerometer(_ accelerometer: UIAccelerometer, didAccelerate acceleration: UIAcceleration) {
    measurements += 1
  }
}
