/// What happened to make a control act. The engine has no coordinates of fingers; the kind is all there is.
@MainActor
public final class UIEvent {
  /// The family of an event.
  public enum EventType: Int, Sendable {
    /// A finger on the screen.
    case touches = 0
  }

  /// The family of this event.
  public let type: EventType

  /// An event of the given family.
  public init(type: EventType = .touches) { self.type = type }
}
