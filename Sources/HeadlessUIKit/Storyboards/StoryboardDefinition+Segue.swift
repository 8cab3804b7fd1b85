extension StoryboardDefinition {
  /// A way from a scene to another one.
  @MainActor
  public struct Segue {
    /// What is done with the destination.
    public enum Kind {
      /// It becomes a child, and its view fills the view with the accessibility identifier, while the source's view is being
      /// loaded (R16.3).
      case embed(container: String)
      /// Whatever the class does in `perform`.
      case custom(UIStoryboardSegue.Type)
    }

    /// What the segue is called; nil: nothing. Compared as a string (R16.4).
    public let identifier: String?

    /// What is done with the destination.
    public let kind: Kind

    /// The id of the destination's scene.
    public let destination: String

    /// The accessibility identifier of the control that performs the segue; nil: code does, or the loading of the view.
    public let control: String?

    /// A segue.
    ///
    /// - Parameters:
    ///   - identifier: What it is called; an empty one is none.
    ///   - kind: What is done with the destination.
    ///   - destination: The id of the destination's scene.
    ///   - control: The accessibility identifier of the control that performs it. An embed segue has none.
    public init(_ identifier: String?, _ kind: Kind, to destination: String, control: String? = nil) {
      self.identifier = identifier?.isEmpty == true ? nil : identifier
      self.kind = kind
      self.destination = destination
      self.control = control
    }
  }
}
