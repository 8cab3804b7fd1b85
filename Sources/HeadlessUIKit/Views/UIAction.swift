/// Something to do, with a name: what a control runs in place of a target's method.
@MainActor
public final class UIAction {
  /// The name by which an action is found and replaced.
  public struct Identifier: Hashable, Sendable, RawRepresentable {
    /// The name, as a string.
    public let rawValue: String

    /// An identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// What the action is called where it is shown.
  public let title: String

  /// The name by which it is found; nil: only by itself.
  public let identifier: Identifier?

  /// The control that runs the action, while it runs.
  public private(set) weak var sender: AnyObject?

  private let handler: @MainActor (UIAction) -> Void

  /// An action.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - identifier: The name by which it is found.
  ///   - handler: What it does; retained.
  public init(title: String = "", identifier: Identifier? = nil, handler: @escaping @MainActor (UIAction) -> Void) {
    self.title = title
    self.identifier = identifier
    self.handler = handler
  }

  func run(from sender: AnyObject?) {
    self.sender = sender
    RunningWork.begin(of: sender, "an action")
    handler(self)
    RunningWork.end()
    self.sender = nil
  }
}
