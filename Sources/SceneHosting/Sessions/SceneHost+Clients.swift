extension SceneHost {
  /// Those who are connected, in the order in which they came; not those to whom goodbye was said. Cost: sorting them.
  var clients: [ClientSession] {
    sessions.values.filter { !$0.isClosing }.sorted { $0.number < $1.number }
  }

  /// Sends a client away: what it does not take in one attempt is lost, so that one that has stopped reading goes, too.
  func disconnect(_ session: ClientSession, by other: ClientSession) {
    diagnose(
      "client \(session.name) (user \(session.peer.userID), process \(session.peer.processID)) was disconnected by client "
        + "\(other.name) (user \(other.peer.userID), process \(other.peer.processID))")
    session.close(.disconnected)
  }
}
