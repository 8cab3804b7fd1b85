/// How far a client has got in a stream of state.
struct StreamPosition {
  /// What a client has not been told, and will be told with a snapshot.
  struct Behind {
    /// Why.
    enum Reason: String, CaseIterable {
      /// The scene was opened, and the client follows all.
      case opened
      /// The client has not read: what it had not been sent yet was dropped.
      case fellBehind
    }

    let reason: Reason
    /// The revision that the client has, or will have when it has read what it is being sent.
    let from: Int
    /// How many deltas it will not get.
    var deltas: Int
    /// When the first of them was made, in seconds of the host's clock.
    let since: Double
  }

  let stream: StateStream
  unowned let scene: HostedScene
  /// Nil: it gets each delta.
  var behind: Behind?
}
