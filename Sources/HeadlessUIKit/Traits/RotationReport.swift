/// What came of asking an interface to turn.
public struct RotationReport: Sendable, Hashable {
  /// Why it did not turn.
  public enum Cause: String, Sendable, CaseIterable {
    /// It stands so already.
    case alreadyThere
    /// The root of the front window does not support it (R18.1, R18.3).
    case refused
    /// A change is under way, of which a callback has asked: it is done when that is over.
    case deferred
  }

  /// Who was asked.
  public struct Entry: Sendable, Hashable {
    /// The controller's id.
    public let controller: NodeID
    /// The controller's class.
    public let className: String
  }

  /// How the interface stands now. When callbacks of the rotation have asked for others, it is that of the last one.
  public internal(set) var orientation: UIInterfaceOrientation
  /// Whether it has turned as it was asked to.
  public internal(set) var rotated = false
  /// Why not; nil when it has.
  public internal(set) var cause: Cause?
  /// Who has refused; nil when nobody has.
  public internal(set) var refusedBy: Entry?
}
