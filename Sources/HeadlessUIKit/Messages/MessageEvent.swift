/// A message that was sent, as those who listen are told of it: before its receiver is called.
public struct MessageEvent: Sendable, Hashable {
  /// Why a message went nowhere.
  public enum Drop: String, Sendable, CaseIterable {
    /// Nobody was ever set as the delegate, or it was set to nil.
    case noDelegate
    /// The delegate has gone; nobody told the sender, which holds it weakly (S65).
    case deadDelegate
  }

  /// The controller that sent it, or whose delegate was meant; nil: a client on the wire, or nobody in the scene.
  public let from: NodeID?
  /// Who receives it; nil when it is dropped, and for a receiver that has no id.
  public let to: NodeID?
  /// The protocol that declares it.
  public let messageProtocol: String
  /// Its name.
  public let message: String
  /// What it carries.
  public let arguments: [String: MessageValue]
  /// Why it goes nowhere; nil: it is delivered.
  public let drop: Drop?

  /// Whether somebody receives it.
  public var isDelivered: Bool { drop == nil }
}
