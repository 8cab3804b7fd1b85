import HeadlessUIKit

/// Asked for a screen that does not exist (S45).
struct UnknownView: Error, Equatable {
  let number: Int
}

// The two screens of seed 000: `View01 viewDidLoad` is its "load01", `View01 deinit` its "dealloc01".
final class View01: UIViewController {}
final class View02: UIViewController {}

/// What both swappers share: the screens by number, and the one that is shown.
class Swapper: UIViewController {
  typealias Factory = @MainActor () -> UIViewController

  var factories: [Int: Factory] = [1: { View01() }, 2: { View02() }]
  var current: UIViewController?

  /// The screen that `viewDidLoad` shows, as the seed does.
  var initialNumber: Int?

  override func viewDidLoad() {
    if let initialNumber {
      try? displayView(initialNumber)
    }
    super.viewDidLoad()
  }

  func displayView(_ number: Int) throws {
    guard let factory = factories[number] else { throw UnknownView(number: number) }
    swap(to: factory)
  }

  func swap(to factory: Factory) {}
}

/// Seed 000 as it was written: views only, no containment.
final class UncontainedSwapper: Swapper {
  override func swap(to factory: Factory) {
    current?.view.removeFromSuperview()
    current = nil
    let new = factory()
    current = new
    view.addSubview(new.view)
  }
}

/// The same with containment in the orders of R3.11 and R3.9.
final class ContainedSwapper: Swapper {
  override func swap(to factory: Factory) {
    if let current {
      unembed(current)
    }
    current = nil
    let new = factory()
    current = new
    embed(new, in: self)
  }
}

/// A screen with a repeating timer whose target is the controller (S44).
final class TimedView: UIViewController {
  private(set) var timer: Timer?
  private(set) var ticks = 0

  override class var actionMethods: [ActionMethod] {
    [ActionMethod("tick", TimedView.tick)]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    timer = Timer.scheduledTimer(timeInterval: 1, target: self, selector: "tick", userInfo: nil, repeats: true)
  }

  func tick() {
    ticks += 1
  }
}

/// The same screen following the seed's caveat: the timer is invalidated before the switch.
final class TidyView: UIViewController {
  private var timer: Timer?

  override class var actionMethods: [ActionMethod] {
    [ActionMethod("tick", TidyView.tick)]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    timer = Timer.scheduledTimer(timeInterval: 1, target: self, selector: "tick", userInfo: nil, repeats: true)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    timer?.invalidate()
  }

  func tick() {}
}

/// A screen that makes itself the accelerometer's delegate and forgets to take that back.
final class TiltView: UIViewController, UIAccelerometerDelegate {
  override func viewDidLoad() {
    super.viewDidLoad()
    UIAccelerometer.shared.delegate = self
  }

  func accelerometer(_ accelerometer: UIAccelerometer, didAccelerate acceleration: UIAcceleration) {}
}
