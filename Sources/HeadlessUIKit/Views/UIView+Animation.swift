extension UIView {
  /// Changes views with an animation.
  ///
  /// The changes are made at once. The completion is called when the scene's clock has gone on by delay and duration, in a
  /// turn of its own; when both are 0, when the block has changed no view's place, size or opacity, or when animations are
  /// switched off, in the next turn. A request does not wait for it,
  /// and a scene that is closed before drops it. More than 10,000 running animations are a fault: one too many is ended in
  /// the next turn, not finished.
  ///
  /// - Parameters:
  ///   - duration: How long it takes, in seconds; less than 0 is 0.
  ///   - delay: How long it waits before it begins, in seconds; less than 0 is 0.
  ///   - options: How it would be drawn.
  ///   - animations: The changes.
  ///   - completion: What follows; true: the animation has ended.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [], animations: () -> Void,
    completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    let context = SceneContext.current
    let before = context.animations.visibleChanges
    animations()
    // `max` gives its first argument for what is not a number.
    let seconds = context.animations.visibleChanges == before ? 0 : max(0, duration) + max(0, delay)
    context.animations.begin(lasting: seconds, in: context, completion: completion)
  }

  /// Changes views with an animation that begins at once.
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
  }

  /// Whether animations of the scene take time.
  public class var areAnimationsEnabled: Bool { SceneContext.current.animations.areEnabled }

  /// Switches the animations of the scene on or off; those that run go on.
  public class func setAnimationsEnabled(_ isEnabled: Bool) {
    SceneContext.current.animations.areEnabled = isEnabled
  }

  /// Makes changes while animations are switched off.
  public class func performWithoutAnimation(_ changes: () -> Void) {
    let wereEnabled = areAnimationsEnabled
    setAnimationsEnabled(false)
    changes()
    setAnimationsEnabled(wereEnabled)
  }
}
