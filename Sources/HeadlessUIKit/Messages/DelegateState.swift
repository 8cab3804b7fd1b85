/// How a weak delegate is.
public enum DelegateState: String, Sendable, CaseIterable {
  /// It is there.
  case alive
  /// Nobody was ever set, or it was set to nil.
  case none
  /// It was set, and has gone.
  case dead
}
