extension UIApplication {
  /// Keys of the launch options. The engine launches without options.
  public struct LaunchOptionsKey: Hashable, Sendable, RawRepresentable {
    /// The name of the option.
    public let rawValue: String

    /// An option with the given name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Launches the application (R19.1): the delegate makes its windows, then becomes active. Call it inside `perform`.
  public func launch() {
    guard let delegate else { return }
    _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
    _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
    delegate.applicationDidBecomeActive(self)
    context.noteChange(of: id)
  }

  /// Ends the scene: tells the delegate, ends timers, lets windows and delegate go. Timers that are made afterwards are
  /// invalid.
  ///
  /// Whoever still holds controllers afterwards has leaked them: see `liveControllers`.
  public func terminate() {
    // A scene that cannot settle must still be closable; what it would have done is of no interest any more.
    try? perform {
      delegate?.applicationWillTerminate(self)
      context.hasEnded = true
      clock.invalidateAll()
      accelerometerIfMade?.delegate = nil
      notificationCenter.removeAll()
      exchange(&delegate, with: nil)
      releaseWindows()
    }
  }

  var notificationCenter: NotificationCenter { context.notificationCenter }
}
