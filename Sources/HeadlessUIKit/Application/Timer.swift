/// Calls somebody after a time, once or again and again, on its scene's clock.
///
/// The scene holds a running timer, and a timer holds its target and its block: a controller that is the target of a
/// repeating timer lives until the timer is invalidated (S44).
@MainActor
public final class Timer {
  /// The shortest interval, in seconds; smaller ones are raised to it, as UIKit does.
  public static let shortestInterval = 0.0001

  /// The longest interval, in seconds: 300 years, for those who say "never" with infinity.
  public static let longestInterval = 1e10

  /// Seconds between two calls; 0 for a timer that does not repeat.
  public let timeInterval: Double

  /// What the maker of the timer wanted to have with it.
  public let userInfo: Any?

  /// Whether the timer still runs.
  public private(set) var isValid = true

  /// When the timer is due, in seconds of its scene's clock.
  private(set) var fireTime: Double
  /// When the timer was made, and how many intervals after that it is due: fire times that were added up would drift.
  private let start: Double
  private var beat: Double = 1
  var isWaiting = false

  var isRepeating: Bool { timeInterval > 0 }

  private let context: SceneContext
  private var clock: SceneClock { context.clock }
  private let sequence: NodeID
  private var target: (any ActionTarget)?
  private let selector: Selector?
  private var block: (@MainActor (Timer) -> Void)?
  private weak var owner: UIViewController?

  private init(
    context: SceneContext, interval: Double, repeats: Bool, target: (any ActionTarget)? = nil,
    selector: Selector? = nil, userInfo: Any? = nil, owner: UIViewController? = nil,
    block: (@MainActor (Timer) -> Void)? = nil
  ) {
    let interval = min(max(interval.isNaN ? 0 : interval, Self.shortestInterval), Self.longestInterval)
    timeInterval = repeats ? interval : 0
    self.context = context
    sequence = context.identifiers.next()
    start = context.clock.now
    fireTime = start + interval
    self.target = target
    self.selector = selector
    self.userInfo = userInfo
    self.block = block
    self.owner = owner
  }

  /// Starts a timer that sends an action to a target, which it retains.
  @discardableResult
  public static func scheduledTimer(
    timeInterval: Double, target: any ActionTarget, selector: Selector, userInfo: Any?, repeats: Bool
  ) -> Timer {
    let timer = Timer(
      context: .current, interval: timeInterval, repeats: repeats, target: target, selector: selector,
      userInfo: userInfo, owner: target as? UIViewController)
    timer.clock.schedule(timer)
    return timer
  }

  /// Starts a timer that calls a block, which it retains.
  @discardableResult
  public static func scheduledTimer(
    withTimeInterval interval: Double, repeats: Bool, block: @escaping @MainActor (Timer) -> Void
  ) -> Timer {
    let context = SceneContext.current
    // Nobody can see what a block holds; the controller whose callback makes the timer is its likely owner.
    let timer = Timer(
      context: context, interval: interval, repeats: repeats, owner: context.dispatches.last?.controller, block: block)
    timer.clock.schedule(timer)
    return timer
  }

  /// A timer of the engine's own, which belongs to no controller.
  @discardableResult
  static func engineTimer(
    in context: SceneContext, interval: Double, repeats: Bool, block: @escaping @MainActor (Timer) -> Void
  ) -> Timer {
    let timer = Timer(context: context, interval: interval, repeats: repeats, block: block)
    timer.clock.schedule(timer)
    return timer
  }

  /// Calls the target or the block. A timer that does not repeat is then invalid.
  public func fire() {
    guard isValid else { return }
    if let target, let selector { context.perform(selector, on: target, sender: self, event: nil) }
    if let block {
      RunningWork.begin(of: owner, "a timer")
      block(self)
      RunningWork.end()
    }
    if !isRepeating { invalidate() }
  }

  /// Stops the timer and lets its target and its block go.
  public func invalidate() {
    guard isValid else { return }
    isValid = false
    clock.remove(self)
    target = nil
    block = nil
  }

  func isDue(before other: Timer) -> Bool {
    (fireTime, sequence) < (other.fireTime, other.sequence)
  }

  /// The first fire time after `time`, on the timer's own beat.
  func moveFireTime(after time: Double) {
    beat += 1
    let passed = (time - start) / timeInterval
    // Through an integer: `rounded` would need the C library's mathematics, and the engine links nothing.
    if passed > beat, passed < 1e15 { beat = Double(Int64(passed)) }
    // A beat that differs from the time only by how numbers are rounded is not after it.
    let rounding = timeInterval * 1e-6
    while start + beat * timeInterval <= time + rounding, passed < 1e15 { beat += 1 }
    fireTime = max(start + beat * timeInterval, fireTime)
  }

  func belongs(to controller: UIViewController) -> Bool {
    target === controller || owner === controller
  }
}
