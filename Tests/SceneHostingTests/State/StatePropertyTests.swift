import ConformanceSupport
import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

/// One client that follows a scope, leaves at random and comes back.
@MainActor
private final class Follower {
  let scope: String
  private let host: SceneHost
  private var client: MemoryClient?
  private(set) var copy: StateCopy?
  /// How it came back, and how often.
  private(set) var returns: [String: Int] = [:]

  init(_ host: SceneHost, scope: String) {
    self.host = host
    self.scope = scope
  }

  var isHere: Bool { client != nil }

  func come() throws {
    let client = MemoryClient(host)
    self.client = client
    let since = copy.map { #","since":{"epoch":"\#(host.epoch)","revision":\#($0.revision)}"# } ?? ""
    let answer = try client.call("subscribe", #"{"kinds":["state"],"scene":"screens"\#(scope)\#(since)}"#)
    let scene = try #require(answer.objects("scenes").first, "\(answer.message)")
    if copy == nil { copy = StateCopy(scene) } else { copy?.resume(scene) }
    let state = scene["state"] as? [String: Any]
    returns[[state?["how"], state?["reason"]].compactMap { $0 as? String }.joined(separator: " "), default: 0] += 1
  }

  func leave() { client = nil }

  func read() throws {
    guard let client else { return }
    while true {
      let lines = client.takeLines()
      client.session.resume()
      guard !lines.isEmpty else { return }
      for line in lines { copy?.take(try MemoryClient.parse(line)) }
    }
  }
}

@MainActor
@Suite("state: random changes, random absences") struct StatePropertyTests {
  private static let scopes = [
    "", #","detail":"controllers""#, #","detail":"navigationItems""#, #","depth":4"#, #","fields":["label","title"]"#,
  ]

  private func tree(_ client: MemoryClient, _ scope: String) throws -> String {
    let answer = try client.call("getTree", #"{"scene":"screens"\#(scope)}"#)
    return StateCopy.canonical(
      root: answer.string("root"), focus: answer.string("focus"),
      answer["nodes"] as? [String: [String: Any]] ?? [:])
  }

  /// Fewer where a sanitizer makes each five times dearer: `.ci/run` says how many.
  private nonisolated static let runs =
    ProcessInfo.processInfo.environment["CONTROLLERD_STATE_RUNS"].flatMap(Int.init) ?? 10

  /// 10 seeds of 1,000 rounds: 10,000 rounds of random changes with random reconnects.
  @Test("every client's copy equals the snapshot at its revision, through 1,000 rounds", arguments: 0..<runs)
  func rounds(number: Int) throws {
    // A run is had again with the seed that it has printed.
    let given = ProcessInfo.processInfo.environment["CONTROLLERD_STATE_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0 ... .max)
    print("state: run \(number), seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var limits = HostLimits()
    limits.replayDeltas = 8
    limits.outputQueue = 2048
    let test = try TestHost(limits: limits, opening: [])
    var screens: RandomScreens?
    test.host.register(
      ApplicationRegistration("screens") {
        let made = RandomScreens(seed: seed)
        screens = made
        return made
      })
    try test.host.openScene("screens")
    let scene = try #require(test.host.scenes.first)
    let asker = test.client()
    let followers = Self.scopes.map { Follower(test.host, scope: $0) }
    for round in 0..<1000 {
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        _ = try? scene.application.perform { screens?.step() }
      }
      if round.isMultiple(of: 20) { try scene.application.perform { screens?.moveRow() } }
      for follower in followers where Int.random(in: 0..<8, using: &generator) == 0 {
        if follower.isHere { follower.leave() } else { try follower.come() }
      }
      for follower in followers where follower.isHere && Int.random(in: 0..<6, using: &generator) == 0 {
        try follower.read()
        let copy = try #require(follower.copy)
        let answer = try asker.call("getTree", #"{"scene":"screens"\#(follower.scope)}"#)
        guard copy.faults.isEmpty, copy.isEqual(to: answer.result, isWhole: follower.scope.isEmpty) else {
          let expected = try tree(asker, follower.scope)
          Issue.record(
            "seed \(seed), round \(round), scope \(follower.scope): \((copy.faults + copy.differences(from: expected)).prefix(4))"
          )
          return
        }
      }
    }
    let returns = followers.reduce(into: [String: Int]()) { $0.merge($1.returns, uniquingKeysWith: +) }
    #expect(returns["resumed", default: 0] > 10 && returns["snapshot tooOld", default: 0] > 10, "\(returns)")
    #expect(followers.contains { ($0.copy?.resyncs ?? 0) > 0 })
    #expect(followers.contains { ($0.copy?.keyedMoves ?? 0) > 0 })
  }
}
