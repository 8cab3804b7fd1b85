extension UIApplication {
  /// Whether nothing of the scene is under way: no turn waits, no change waits to be settled, no animation or animated
  /// transition runs. Timers that are merely scheduled do not count, nor do animations without a completion, of which
  /// nothing is left to come.
  public var isAtRest: Bool { !hasUnsettledWork && context.animations.running == 0 }

  /// Whether something changed, or waits for a turn, since the scene has settled last.
  public var hasUnsettledWork: Bool { context.hasChanged || !context.turns.isEmpty }

  /// How many pieces of work wait for the next turn.
  public var waitingTurns: Int { context.turns.count }

  /// How many animations with a completion run.
  public var runningAnimations: Int { context.animations.running }

  /// When they end, in seconds of the scene's clock from now on, the soonest first. Cost: sorting them.
  public var secondsUntilAnimationsEnd: [Double] { context.animations.endTimes.map { max(0, $0 - clock.now) } }
}
