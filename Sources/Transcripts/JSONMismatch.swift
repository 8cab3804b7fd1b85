/// The first difference between what was expected and what came.
public struct JSONMismatch: Error, Sendable, Hashable {
  /// The place as a JSON Pointer; "" is the whole message.
  public let pointer: String
  /// What was expected there.
  public let expected: String
  /// What stood there.
  public let got: String
}
