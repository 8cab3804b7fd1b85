/// The animations of a scene that have not ended: their completions, on the scene's clock.
///
/// Nothing is drawn, so an animation is only a time: what it changes is changed when it begins.
@MainActor
struct Animations {
  /// 10,000 at a time: an honest screen has a few dozen, and each one holds what its completion holds.
  static let mostRunning = 10_000

  /// Whether animations take time.
  var areEnabled = true

  /// How many wait for their end.
  private(set) var running = 0

  /// Calls the completion when the time is over: a turn later when there is none, animations are switched off, or too
  /// many run already. The last counts as not finished.
  ///
  /// The clock holds the completion until then, and drops it when the scene is closed.
  mutating func begin(
    lasting seconds: TimeInterval, in context: SceneContext, completion: (@MainActor (Bool) -> Void)?
  ) {
    guard let completion else { return }
    guard areEnabled, seconds > 0, running < Self.mostRunning else {
      let isFinished = !areEnabled || seconds <= 0
      return context.inNextTurn { completion(isFinished) }
    }
    running += 1
    Timer.engineTimer(in: context, interval: seconds, repeats: false) { [weak context] _ in
      context?.animations.running -= 1
      completion(true)
    }
  }
}
