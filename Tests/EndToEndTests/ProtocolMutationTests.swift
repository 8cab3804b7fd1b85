import ConformanceSupport
import Testing

@Suite("The conformance kit before a controllerd that breaks rules of its own protocol")
struct ProtocolMutationTests {
  private static let files = TranscriptTests.own.map { "Protocol/transcripts/\($0)" }

  private func conform(_ words: [String], mutation: TrafficMutation?) throws -> Tool.Outcome {
    let daemon = try Daemon(TranscriptTests.controllerd)
    let proxy = try MutatingProxy(to: daemon.socket, mutation: mutation)
    return try Tool.run(
      [BuiltProducts.program("controllerctl"), "--socket", proxy.socket, "conform"] + Self.files + words,
      in: BuiltProducts.checkout)
  }

  @Test("what stands between changes nothing by itself")
  func none() throws {
    let outcome = try conform([], mutation: nil)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.lines.last?.hasSuffix(" 0 failed, 0 skipped") == true)
  }

  @Test("a mutation fails at a case that names the rule", arguments: TrafficMutation.all.map(\.name))
  func mutation(name: String) throws {
    let mutation = try #require(TrafficMutation.named(name))
    let outcome = try conform(["--filter", mutation.rule], mutation: mutation)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.lines.contains { $0.hasPrefix("not ok ") }, "\(outcome)")
  }

  @Test("each mutation has a name of its own, also beside those of JSON-RPC's rules")
  func names() {
    let names = TrafficMutation.all.map(\.name) + Mutation.all.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
