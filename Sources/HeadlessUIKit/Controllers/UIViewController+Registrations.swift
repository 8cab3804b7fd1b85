extension UIViewController {
  /// Lets go of a controller, as a container does with one that it throws away.
  ///
  /// Timers and accelerometer registrations that the controller forgot are ended, and reported: a running timer would keep
  /// its target alive (S44). In a faithful scene nothing is ended; who lives on when the scene has settled is reported as
  /// leaked. Call it just before the last reference is dropped. Cost: the scene's running timers.
  public func prepareForRelease() {
    let timers = context.clock.timers(heldFor: self)
    let accelerometer = context.application?.accelerometerIfMade
    let isAccelerometerDelegate = accelerometer?.delegate === self
    if !context.isFaithful {
      for timer in timers { timer.invalidate() }
      if isAccelerometerDelegate { accelerometer?.delegate = nil }
    }
    let outcome =
      context.isFaithful
      ? "the scene is faithful, so it was left as it is" : "it was ended before the controller is released"
    for _ in timers {
      context.report(
        .forgottenTimer, self,
        "a timer of \(className) \(id) was still running when its container let it go; \(outcome). Invalidate it before "
          + "the switch, in viewWillDisappear.")
    }
    if isAccelerometerDelegate {
      context.report(
        .forgottenAccelerometerDelegate, self,
        "\(className) \(id) was still the accelerometer's delegate when its container let it go; \(outcome). Set the "
          + "delegate to nil before the switch, in viewWillDisappear.")
    }
    context.leakWatch.expectRelease(of: self)
  }

  /// The controller has left the tree, perhaps for good. If timers of its own hold it, the leak watch will look after it:
  /// a container that just drops it cannot know that it lives on.
  func leftTree() {
    guard parent == nil, !context.clock.timers(heldFor: self).isEmpty else { return }
    context.leakWatch.noteDeparture(of: self, at: context.clock.now)
  }
}
