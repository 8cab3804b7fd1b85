/// On which terms a call is executed that is not simply executed.
final class CallTerms {
  /// The revision that the call rests upon; nil when it has none.
  let ifRevision: Int?
  /// When the call is executed, in seconds of the host's clock: one instant from beginning to end.
  let instant: Double
  /// The scene that is meant, where that is decided already.
  let scene: HostedScene?

  init(ifRevision: Int? = nil, instant: Double, scene: HostedScene? = nil) {
    self.ifRevision = ifRevision
    self.instant = instant
    self.scene = scene
  }
}
