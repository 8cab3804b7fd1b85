/// What a storyboard says, whatever it was written in: scenes, and the segues between them.
///
/// A definition is made once and never changes; the controllers that are made from it are other objects. It is checked
/// when it is made: what names something that is not there is refused then, not when a person comes to it.
@MainActor
public struct StoryboardDefinition {
  /// What the storyboard is called, in messages.
  public let name: String

  /// The scenes, in the order in which they were given.
  public let scenes: [Scene]

  /// The scene that the storyboard begins with; nil: it has none, and its scenes are made by their identifiers.
  public let initialScene: Scene?

  private let placesByID: [String: Int]
  private let placesByIdentifier: [String: Int]

  /// A storyboard's definition.
  ///
  /// - Parameters:
  ///   - name: What it is called, in messages.
  ///   - initial: The id of the scene that it begins with.
  ///   - scenes: Its scenes.
  /// - Throws: `StoryboardError` for a name that nothing has or that two things have, or for scenes that embed one another
  ///   in a circle. Cost: linear in the scenes and their segues.
  public init(name: String, initial: String?, scenes: [Scene]) throws(StoryboardError) {
    self.name = name
    self.scenes = scenes
    placesByID = try Self.places(of: scenes)
    placesByIdentifier = try Self.identifiers(of: scenes)
    let ids = scenes.map(\.id)
    if let initial {
      guard let place = placesByID[initial] else {
        throw .unknownInitialScene(initial, nearest: SpellingHint.nearest(to: initial, in: ids))
      }
      initialScene = scenes[place]
    } else {
      initialScene = nil
    }
    for scene in scenes { try Self.check(scene, ids: ids, places: placesByID) }
    try checkEmbedding()
  }

  func place(ofScene id: String) -> Int? { placesByID[id] }

  /// The scene with the id.
  public func scene(id: String) -> Scene? { placesByID[id].map { scenes[$0] } }

  /// The scene with the storyboard identifier.
  public func scene(identifier: String) -> Scene? { placesByIdentifier[identifier].map { scenes[$0] } }

  /// The storyboard identifiers, in the order of the scenes.
  public var identifiers: [String] { scenes.compactMap(\.identifier) }
}
