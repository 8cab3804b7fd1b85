/// The animations of a scene that have not ended: their completions, on the scene's clock.
///
/// Nothing is drawn, so an animation is only a time: what it changes is changed when it begins. A class, since what is told
/// of new work may run it at once, and that may begin an animation.
@MainActor
final class Animations {
  /// 10,000 at a time: an honest screen has a few dozen, and each one holds what its completion holds.
  static let mostRunning = 10_000

  /// Whether animations take time.
  var areEnabled = true

  /// How many wait for their end.
  var running: Int { ends.count }

  /// Counts what an animation can show: a block that changes nothing of it has nothing to wait for.
  private(set) var visibleChanges = 0

  /// A view has another place, size or opacity.
  func noteChange() { visibleChanges &+= 1 }

  /// When those that run end, in seconds of the scene's clock, by their numbers.
  private var ends: [Int: Double] = [:]
  private var lastNumber = 0

  /// Calls the completion when the time is over: a turn later when there is none, animations are switched off, or too
  /// many run already. The last counts as not finished.
  ///
  /// The clock holds the completion until then, and drops it when the scene is closed.
  func begin(
    lasting seconds: TimeInterval, in context: SceneContext, completion: (@MainActor (Bool) -> Void)?
  ) {
    guard let completion else { return }
    guard areEnabled, seconds > 0, running < Self.mostRunning else {
      let isFinished = !areEnabled || seconds <= 0
      return context.inNextTurn { completion(isFinished) }
    }
    lastNumber += 1
    let number = lastNumber
    let timer = Timer.engineTimer(in: context, interval: seconds, repeats: false) { [weak context] _ in
      context?.animations.ends[number] = nil
      completion(true)
    }
    // A scene that was closed takes no timers any more.
    if timer.isValid { ends[number] = timer.fireTime }
  }

  /// Those that run, by their ends: seconds of the scene's clock, the soonest first. Cost: sorting them.
  var endTimes: [Double] { ends.values.sorted() }
}
