import ConformanceSupport
import SceneHosting

/// Answers all clients with one `SpecificationServer`.
@MainActor
final class SpecificationService: HostedService {
  var onDeadlineChange: (@MainActor () -> Void)?
  let nextDeadline: Double? = nil
  let server = SpecificationServer(keepsLog: false)
  private let mutation: Mutation?

  /// - Parameter mutation: The rule that is broken on purpose.
  init(mutation: Mutation?) { self.mutation = mutation }

  func makeSession(peer: PeerCredentials, ceiling: Role) -> any ByteStreamSession {
    SpecificationSession(server: server, mutation: mutation)
  }

  func tick(now: Double) {}
  func runPendingWork() {}
  func releaseMemory() {}
  func shutDown() {}
}
