/// The time of one scene: what timers and animations run on.
@MainActor
public final class SceneClock {
  /// Who moves the clock.
  public enum Kind: String, Sendable, CaseIterable {
    /// The host, with the machine's monotonic clock.
    case real
    /// Whoever calls `advance(by:)`; it stands still otherwise.
    case virtual
  }

  /// Why a clock could not be moved.
  public enum Failure: Error, Sendable, Equatable {
    /// `advance(by:)` on a real clock.
    case clockIsReal
    /// More timers fired than `firingLimit`; the clock stands where it was stopped.
    case tooManyFirings(fired: Int)
  }

  /// 100,000 timers a call: a repeating timer with a tiny interval must not keep the daemon busy for hours.
  public static let firingLimit = 100_000

  /// Who moves the clock.
  public let kind: Kind

  /// Seconds since the scene was made. Never runs backwards.
  public private(set) var now: Double = 0

  weak var application: UIApplication?

  /// Called when `nextFireTime` may have changed.
  public var onNextFireTimeChange: (@MainActor () -> Void)?

  /// Running timers by fire time, then by the order in which they were scheduled.
  private var queue = TimerQueue()

  init(kind: Kind) {
    self.kind = kind
  }

  /// When the next timer is due, in seconds of this clock. Cost: constant.
  public var nextFireTime: Double? { queue.first?.fireTime }

  /// A nanosecond: three times a tenth of a second are a little more than 0.3, and due by then all the same.
  private static let rounding = 1e-9

  /// Moves a virtual clock, and fires what becomes due, each timer in a settled turn of its own. Call it outside a turn.
  ///
  /// - Parameter seconds: How far; 0 or more, finite.
  /// - Returns: How many timers were fired.
  /// - Throws: `Failure`, or what a timer's turn throws; the clock then stands at that timer's time.
  @discardableResult
  public func advance(by seconds: Double) throws -> Int {
    guard kind == .virtual else { throw Failure.clockIsReal }
    precondition(seconds >= 0 && seconds.isFinite, "a clock moves forwards by a finite time")
    return try run(until: now + seconds, skippingMissed: false)
  }

  /// Moves a real clock to the host's time.
  ///
  /// A repeating timer that missed several fire times fires once, as UIKit's does.
  ///
  /// - Parameter time: Seconds since the scene was made; a time before `now` changes nothing.
  /// - Returns: How many timers were fired.
  @discardableResult
  public func follow(to time: Double) throws -> Int {
    guard kind == .real, time > now else { return 0 }
    return try run(until: time, skippingMissed: true)
  }

  private func run(until end: Double, skippingMissed: Bool) throws -> Int {
    var fired = 0
    // Also when a timer's turn throws: the timers that follow are still due.
    defer { if fired > 0 { onNextFireTimeChange?() } }
    while let timer = queue.first, timer.fireTime <= end + Self.rounding {
      guard fired < Self.firingLimit else { throw Failure.tooManyFirings(fired: fired) }
      now = max(now, min(timer.fireTime, end))
      queue.removeFirst()
      if timer.isRepeating {
        timer.moveFireTime(after: skippingMissed ? end : now)
        queue.insert(timer)
      } else {
        timer.isWaiting = false
      }
      fired += 1
      try application?.perform { timer.fire() }
    }
    now = max(now, end)
    return fired
  }

  func schedule(_ timer: Timer) {
    // A scene that was closed has no time any more, and would never let the timer go.
    if application?.context.hasEnded ?? true { return timer.invalidate() }
    timer.isWaiting = true
    queue.insert(timer)
    onNextFireTimeChange?()
  }

  func remove(_ timer: Timer) {
    guard timer.isWaiting else { return }
    timer.isWaiting = false
    queue.remove(timer)
    onNextFireTimeChange?()
  }

  func invalidateAll() {
    for timer in queue.all { timer.invalidate() }
  }

  /// The running timers that hold the controller, or were made by it. Cost: the number of running timers.
  func timers(heldFor controller: UIViewController) -> [Timer] {
    queue.all.filter { $0.belongs(to: controller) }
  }
}
