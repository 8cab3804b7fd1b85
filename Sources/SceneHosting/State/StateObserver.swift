/// Looks at each change of a stream, inside the daemon.
@MainActor
protocol StateObserver: AnyObject {
  /// The tree has changed; what has gone is in it no more.
  func stateDidChange(_ difference: StateDifference, of tree: StateTree)
}
