/// What a client wants to be told, without having asked each time.
struct Subscription {
  /// The kinds of events.
  enum Kind: String, CaseIterable {
    /// Callbacks and broken contracts.
    case trace
    /// Messages between controllers, and to delegates that have gone.
    case messages
  }

  /// The name by which it is ended, "s" and a number; unique in its connection.
  let name: String
  let kinds: [Kind]
  /// The scene that it is about; nil: all, those that are opened later too.
  let scene: String?

  /// What it covers.
  var topics: [Topic] { kinds.map { Topic(kind: $0, scene: scene) } }
}

/// Events of one kind, of one scene or of all.
struct Topic: Hashable {
  let kind: Subscription.Kind
  /// Nil: all scenes.
  let scene: String?
}
