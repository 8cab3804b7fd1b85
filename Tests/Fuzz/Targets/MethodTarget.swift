import HeadlessUIKit
import SampleApplications
import SceneHosting

/// Feeds lines to a host in memory with the sample applications, on clocks that only requests move.
///
/// Every line that comes back must be JSON-RPC. Afterwards a good call must be answered, and when all scenes are closed no
/// controller may be left.
///
/// The first byte of an input says how: what the client may do, whether it reads late from a short queue, and whether it
/// ends first or the daemon.
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
    let vocabulary = Vocabulary(Client(Self.makeHost(Manner(0))))
    requests = RequestMutator(vocabulary)
    dictionary = vocabulary.dictionary
  }

  /// What an input's first byte says.
  private struct Manner {
    let role: Role
    let readsLate: Bool
    let endsFirst: Bool

    init(_ byte: UInt8) {
      role = [.administer, .administer, .drive, .observe][Int(byte & 3)]
      readsLate = byte & 4 != 0
      endsFirst = byte & 8 != 0
    }
  }

  private static func makeHost(_ manner: Manner) -> SceneHost {
    var limits = HostLimits()
    limits.scenes = mostScenes
    if manner.readsLate {
      // So short that events are lost, and that requests wait for the reader.
      limits.outputQueue = 4096
      limits.unreadAnswers = 8192
    }
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

  func mutated(_ input: [UInt8], seed: UInt64) -> [UInt8]? {
    guard let first = input.first else { return nil }
    // A byte among many would hardly ever be changed.
    let manner = seed.isMultiple(of: 8) ? UInt8(truncatingIfNeeded: seed >> 3) & 15 : first
    return requests.mutated(Array(input[1...]), seed: seed).map { [manner] + $0 }
  }

  func check(_ input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    let manner = Manner(first)
    let host = Self.makeHost(manner)
    let client = Client(host, role: manner.role, readsLate: manner.readsLate)
    // What they hold each other by is undone by disconnecting, as every transport does.
    defer { client.session.disconnect() }
    do throws(Find) {
      try feed(Array(input[1...]), client, host)
      if manner.endsFirst {
        try AnswerJudge.judge(try client.end(), to: input)
        client.session.disconnect()
      }
      // One that has come only now: the first may have sent others away.
      let keeper = Client(host)
      defer { keeper.session.disconnect() }
      try closeScenes(of: keeper)
      guard host.sceneCount == 0 else { throw Find("\(host.sceneCount) scenes are open after all were closed") }
      guard host.nextDeadline == nil else { throw Find("something is due although no scene is open") }
      host.releaseMemory()
      host.shutDown()
      guard try keeper.send([]).count == 1 else { throw Find("the daemon says no goodbye") }
      return nil
    } catch {
      return error.sentence
    }
  }

  private func feed(_ input: [UInt8], _ client: Client, _ host: SceneHost) throws(Find) {
    // Lines, whatever the first byte of the input.
    _ = try client.send(Array((#"{"jsonrpc":"2.0","method":"ping"}"# + "\n").utf8))
    let lines = try client.send(input)
    try AnswerJudge.judge(lines, to: input)
    if plantsFault { Self.fault(lines) }
    // Who speaks another protocol is sent away, and gets no more answers.
    guard !lines.contains(where: Self.isGoodbye) else { return }
    // An hour is the longest that a call can wait.
    host.tick(now: 4000)
    host.runPendingWork()
    let late = try client.send([0x0A])
    try AnswerJudge.judge(late, to: input)
    guard !late.contains(where: Self.isGoodbye) else { return }
    let answer = try client.answer(#"{"jsonrpc":"2.0","id":"after","method":"ping"}"#)
    guard answer == #"{"jsonrpc":"2.0","id":"after","result":"pong"}"# else {
      throw Find("a good call is answered with \(answer)")
    }
  }

  private static func isGoodbye(_ line: [UInt8]) -> Bool {
    String(decoding: line, as: UTF8.self).contains(#""method":"goodbye""#)
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
