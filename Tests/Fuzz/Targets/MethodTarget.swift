import HeadlessUIKit
import SampleApplications
import SceneHosting

/// Feeds lines to a host in memory with the sample applications, on clocks that only requests move.
///
/// Every line that comes back must be JSON-RPC. Afterwards a good call must be answered, and when all scenes are closed no
/// controller may be left.
final class MethodTarget: FuzzTarget {
  private let plantsFault: Bool
  private var requests: RequestMutator
  let dictionary: [[UInt8]]

  /// 8 scenes: each costs a launch, and what is wrong with many shows with few.
  private static let mostScenes = 8
  /// 1 us: how far the host's clock moves with each look at it, so that turns end by time, too, and always at the same
  /// request.
  private static let clockStep = 0.000001

  init(plantsFault: Bool) {
    self.plantsFault = plantsFault
    let vocabulary = Vocabulary(Client(Self.makeHost()))
    requests = RequestMutator(vocabulary)
    dictionary = vocabulary.dictionary
  }

  private static func makeHost() -> SceneHost {
    var limits = HostLimits()
    limits.scenes = mostScenes
    var clock = 0.0
    let host = SceneHost(
      identity: SceneHost.Identity(name: "fuzz", version: "0", processID: 1), access: AccessPolicy(ownerUserID: 0),
      limits: limits
    ) {
      clock += clockStep
      return clock
    }
    host.register(ApplicationRegistration("multiview") { MultiviewAppDelegate() })
    host.register(ApplicationRegistration("multiview-contained") { MultiviewAppDelegate(containment: .contained) })
    host.register(ApplicationRegistration("segments") { SegmentsAppDelegate() })
    host.register(ApplicationRegistration("maps") { MapsAppDelegate() })
    // The host tells the operator: the sentence is made as in the daemon, and read by nobody.
    host.onDiagnostic = { _ in }
    var options = SceneOptions()
    options.clock = .virtual
    for application in ["multiview", "segments", "maps"] {
      do throws(HostError) {
        try host.openScene(application, options: options)
      } catch {
        preconditionFailure("a sample cannot be opened: \(error.message)")
      }
    }
    return host
  }

  func mutated(_ input: [UInt8], seed: UInt64) -> [UInt8]? { requests.mutated(input, seed: seed) }

  func check(_ input: [UInt8]) -> String? {
    let host = Self.makeHost()
    let client = Client(host)
    // What they hold each other by is undone by disconnecting, as every transport does.
    defer { client.session.disconnect() }
    return judge(input, client, host)
  }

  private func judge(_ input: [UInt8], _ client: Client, _ host: SceneHost) -> String? {
    do throws(Find) {
      // Lines, whatever the first byte.
      _ = try client.send([0x0A])
      let lines = try client.send(input)
      try AnswerJudge.judge(lines, to: input)
      if plantsFault { Self.fault(lines) }
      host.tick(now: 60)
      host.runPendingWork()
      try AnswerJudge.judge(try client.send([0x0A]), to: input)
      let answer = try client.answer(#"{"jsonrpc":"2.0","id":"after","method":"ping"}"#)
      guard answer == #"{"jsonrpc":"2.0","id":"after","result":"pong"}"# else {
        throw Find("a good call is answered with \(answer)")
      }
      try closeScenes(of: client)
      guard host.sceneCount == 0 else { throw Find("\(host.sceneCount) scenes are open after all were closed") }
      return nil
    } catch {
      return error.sentence
    }
  }

  private func closeScenes(of client: Client) throws(Find) {
    for name in try client.sceneNames() {
      let answer = try client.answer(#"{"jsonrpc":"2.0","id":1,"method":"closeScene","params":[\#(name)]}"#)
      guard answer.contains(#""closed":true,"leaked":[]"#) else { throw Find("scene \(name) is closed with \(answer)") }
    }
  }

  /// The fault of the self-test: ends the process when a client has gone through a view change and closed the scene, which
  /// shows that whole sessions are come by.
  private static func fault(_ lines: [[UInt8]]) {
    let text = lines.map { String(decoding: $0, as: UTF8.self) }
    precondition(
      !text.contains { $0.contains(#""closed":true"#) } || !text.contains { $0.contains(#""view":2"#) },
      "the planted fault")
  }
}
