import HeadlessUIKit
import JSONRPCCore

extension SceneHost: HostedService {
  /// When the next timer of a scene with a real clock is due, or the time of a call that waits is over. Cost: the open scenes.
  public var nextDeadline: Double? {
    var timer = scenes.compactMap(\.nextDeadline).min()
    if let end = complaints.deadline { timer = min(end, timer ?? end) }
    guard let wait = deadlines.first?.deadline else { return timer }
    return min(wait, timer ?? wait)
  }

  /// Makes the session of a client.
  public func makeSession(peer: PeerCredentials, ceiling: Role) -> any ByteStreamSession {
    ClientSession(host: self, peer: peer, role: access.role(of: peer, ceiling: ceiling))
  }

  /// Fires the timers that are due, then ends the waiting of calls whose time is over.
  public func tick(now: Double) {
    for scene in scenes { scene.followClock(to: now) }
    endWaits(dueAt: now)
    tellRestOfComplaints(at: now)
  }

  /// Settles the scenes that a `Task` has changed.
  public func runPendingWork() {
    for scene in takePendingScenes() {
      scene.followClock(to: now())
      do {
        try scene.application.settle()
      } catch {
        diagnose("scene \(scene.name): \(scene.translate(error).message)")
      }
    }
  }

  /// Gives up the memory of large answers, and of snapshots. Cost: the streams that are followed.
  public func releaseMemory() {
    releaseAnswerMemory()
    for scene in scenes {
      for stream in scene.streams.values { stream.forgetNodesText() }
    }
  }

  /// Closes all scenes, the newest first, and says goodbye to the clients that still listen: the last they hear.
  public func shutDown() {
    for scene in scenes.reversed() { close(scene) }
    tellRestOfComplaints(at: .infinity)
    for session in sessions.values where !session.isFinished { sayGoodbye(.shutdown, to: session) }
  }

  /// Opens a scene at start.
  ///
  /// - Throws: `HostError` with a sentence for the operator.
  public func openScene(_ application: String, name: String? = nil, options: SceneOptions = SceneOptions())
    throws(HostError)
  {
    do {
      try open(application, name: name, options: options)
    } catch {
      throw HostError(message: error.message)
    }
  }

  /// How many scenes are open.
  public var sceneCount: Int { scenes.count }

  /// The names of the registered applications, in the order of their registration.
  public var applicationNames: [String] { registrationOrder }
}

/// Why a scene could not be opened at start.
public struct HostError: Error, Sendable, CustomStringConvertible {
  /// A sentence for the operator.
  public let message: String

  /// The sentence.
  public var description: String { message }
}
