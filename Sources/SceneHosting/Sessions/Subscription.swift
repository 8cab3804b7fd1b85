/// What a client wants to be told, without having asked each time.
struct Subscription {
  /// The kinds of events.
  enum Kind: String, CaseIterable {
    /// Callbacks and broken contracts.
    case trace
    /// Each settled change of a scene's state.
    case state
    /// Scenes that are opened and closed.
    case scenes
    /// Messages between controllers, and to delegates that have gone.
    case messages
  }

  /// The name by which it is ended, "s" and a number; unique in its connection.
  let name: String
  let kinds: [Kind]
  /// The scene that it is about; nil: all, those that are opened later too.
  let scene: String?
  /// Which part of the state it is about.
  let scope: StateScope

  /// What it covers.
  var topics: [Topic] { kinds.map { Topic(kind: $0, scene: scene) } }

  /// Whether it covers the state of a scene in a scope.
  func coversState(of name: String, in scope: StateScope) -> Bool {
    kinds.contains(.state) && (scene == nil || scene == name) && self.scope == scope
  }
}

/// Events of one kind, of one scene or of all.
struct Topic: Hashable {
  let kind: Subscription.Kind
  /// Nil: all scenes.
  let scene: String?
}
