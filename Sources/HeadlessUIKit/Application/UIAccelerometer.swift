/// A measurement, in units of the earth's gravity.
public struct UIAcceleration: Sendable, Hashable {
  /// Along the short side of the device.
  public let x: Double
  /// Along the long side of the device.
  public let y: Double
  /// Through the screen.
  public let z: Double
  /// When it was measured, in seconds of the scene's clock.
  public let timestamp: Double
}

/// Who is told about measurements.
@MainActor
public protocol UIAccelerometerDelegate: AnyObject {
  /// A measurement was made.
  func accelerometer(_ accelerometer: UIAccelerometer, didAccelerate acceleration: UIAcceleration)
}

/// The accelerometer of a scene: a device that lies still on a table.
///
/// It measures on the scene's clock while it has a delegate. A delegate that goes without being taken out is a fault:
/// on a device its successor at that address would have been called (seed 000's caveat).
@MainActor
public final class UIAccelerometer {
  /// The accelerometer of the scene that runs.
  ///
  /// - Precondition: A scene runs, as for `UIApplication.shared`.
  public static var shared: UIAccelerometer { UIApplication.shared.accelerometer }

  /// Seconds between two measurements; at least `Timer.shortestInterval`.
  public var updateInterval: Double = 0.1 {
    didSet { if timer != nil { restart() } }
  }

  /// Who is told; not retained.
  public weak var delegate: (any UIAccelerometerDelegate)? {
    didSet {
      controllerThatListens = (delegate as? UIViewController)?.id
      restart()
    }
  }

  /// The delegate, when it is a controller: it is asked for after the controller has gone.
  private var controllerThatListens: NodeID?

  private let context: SceneContext
  private var timer: Timer?

  init(context: SceneContext) {
    self.context = context
  }

  private func restart() {
    timer?.invalidate()
    timer = nil
    guard delegate != nil else { return }
    timer = .engineTimer(in: context, interval: updateInterval, repeats: true) { [weak self] timer in
      self?.measure(timer)
    }
  }

  /// A controller has gone. Was it still the delegate, its registration ends here, and is reported (S44).
  func controllerIsGone(_ id: NodeID, className: String) {
    guard controllerThatListens == id else { return }
    delegate = nil
    context.report(
      ContractIssue(
        kind: .forgottenAccelerometerDelegate, controller: id, className: className,
        message: "\(className) \(id) went while it was the accelerometer's delegate; on a device whatever came to its "
          + "address would have been called. Set the delegate to nil before the switch, in viewWillDisappear."))
  }

  private func measure(_ timer: Timer) {
    guard let delegate else { return timer.invalidate() }
    delegate.accelerometer(
      self, didAccelerate: UIAcceleration(x: 0, y: 0, z: -1, timestamp: context.clock.now))
  }
}
