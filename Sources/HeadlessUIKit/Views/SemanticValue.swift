/// What a control holds, as front ends see it.
public enum SemanticValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// On or off.
  case state(Bool)
  /// The index of what is chosen; nil: nothing.
  case selection(Int?)
}
