/// Something that works, and that people will not like. No broken contract: strict scenes go on.
public struct Advice: Sendable, Hashable {
  /// What it is about.
  public enum Kind: String, Sendable, CaseIterable {
    /// A segmented container has more segments than a bar has room for.
    case tooManySegments
    /// The control of a segmented container inside another one is on no screen.
    case unreachableSegments
    /// A container that forwards appearance by hand went off screen without a child that it had shown (R4.4).
    case unforwardedAppearance
  }

  /// What it is about.
  public let kind: Kind
  /// The controller it is about.
  public let controller: NodeID
  /// The class of that controller.
  public let className: String
  /// What was found and what to do about it, in a sentence or two.
  public let message: String
}
