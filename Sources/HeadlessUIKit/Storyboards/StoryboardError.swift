/// Why a storyboard's definition cannot be used.
public enum StoryboardError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Two scenes have the id.
  case duplicateScene(String)
  /// Two scenes have the storyboard identifier.
  case duplicateIdentifier(String, scenes: [String])
  /// No scene has the id that the storyboard begins with.
  case unknownInitialScene(String, nearest: String?)
  /// A segue leads to a scene that is not there.
  case unknownDestination(String, segue: String?, scene: String, nearest: String?)
  /// Two segues of a scene have the identifier.
  case duplicateSegue(String, scene: String)
  /// Two embed segues of a scene fill the same container.
  case duplicateContainer(String, scene: String)
  /// An embed segue has a control; it is performed when the view is loaded.
  case controlOfEmbedSegue(String, scene: String)
  /// Scenes embed one another in a circle; the first one is also the last.
  case cyclicEmbedding([String])

  /// What is wrong and what to do, in a sentence.
  public var description: String {
    switch self {
    case .duplicateScene(let id):
      "two scenes have the id \"\(id)\"; give each its own"
    case .duplicateIdentifier(let identifier, let scenes):
      "the scenes \(Self.list(scenes)) have the same storyboard identifier \"\(identifier)\"; give each its own"
    case .unknownInitialScene(let id, let nearest):
      "the storyboard begins with the scene \"\(id)\", which it does not have\(Self.hint(nearest))"
    case .unknownDestination(let id, let segue, let scene, let nearest):
      "the segue \(segue.map { "\"\($0)\"" } ?? "without an identifier") of the scene \"\(scene)\" leads to the scene "
        + "\"\(id)\", which the storyboard does not have\(Self.hint(nearest))"
    case .duplicateSegue(let identifier, let scene):
      "two segues of the scene \"\(scene)\" have the identifier \"\(identifier)\"; give each its own"
    case .duplicateContainer(let container, let scene):
      "two embed segues of the scene \"\(scene)\" fill the container \"\(container)\"; give each its own"
    case .controlOfEmbedSegue(let control, let scene):
      "an embed segue of the scene \"\(scene)\" has the control \"\(control)\"; it is performed when the view is loaded, and "
        + "has none"
    case .cyclicEmbedding(let scenes):
      "the scenes \(Self.list(scenes)) embed one another in a circle, so their views would be loaded without end"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private static func list(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
