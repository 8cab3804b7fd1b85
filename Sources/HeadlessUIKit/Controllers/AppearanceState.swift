/// How far a controller is on its way on or off the screen (R5).
public enum AppearanceState: String, Sendable, CaseIterable {
  /// Off screen.
  case disappeared
  /// `viewWillAppear` was sent.
  case appearing
  /// `viewDidAppear` was sent.
  case appeared
  /// `viewWillDisappear` was sent.
  case disappearing
}
