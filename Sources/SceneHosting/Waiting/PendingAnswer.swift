import JSONRPCCore

/// A call that waits for its answer. Its session, its scene and the host's deadlines know it.
@MainActor
final class PendingAnswer {
  let id: OwnedRequestID
  /// When its time is over, in seconds of the host's clock.
  let deadline: Double
  /// Whose call it is; nil when it is over.
  private(set) var session: ClientSession?
  /// What it waits for; nil when it is over.
  private(set) var waiting: Waiting?

  init(_ id: OwnedRequestID, of session: ClientSession, waiting: Waiting, deadline: Double) {
    self.id = id
    self.session = session
    self.waiting = waiting
    self.deadline = deadline
  }

  /// It is answered, or nobody is left to be answered.
  var isOver: Bool { waiting == nil }

  /// Lets go of all that it has held: lists may keep it for a while.
  func end() {
    session = nil
    waiting = nil
  }
}
