import ConformanceSupport
import Foundation
import Testing
import Transcripts

/// A daemon with the methods of the specification's examples, on a socket of its own.
struct SpecificationDaemon {
  private let directory: TemporaryDirectory
  let daemon: Daemon

  /// - Parameter mutation: A rule that it breaks on purpose.
  init(mutation: String? = nil) throws {
    directory = try TemporaryDirectory()
    let socket = directory.path(of: "s")
    let words = [socket] + (mutation.map { ["--mutation", $0] } ?? [])
    daemon = try Daemon(words, program: BuiltProducts.program("specificationd"), listensOn: socket)
  }

  func connect() throws -> SocketConnection { try SocketConnection(to: daemon.socket) }

  /// Sends bytes in one write, ends the direction, and gives all that comes back.
  func answer(to bytes: some Collection<UInt8>) throws -> [UInt8] {
    let connection = try connect()
    try connection.write(bytes)
    connection.endInput()
    return try connection.takeRest()
  }
}

@Suite("Transcripts over a socket")
struct TranscriptTests {
  /// Those whose lines are cut up.
  static let specification = ["json-rpc.jsonl", "specification.jsonl", "edge-cases.jsonl"]

  /// The daemon that a few cases of `own` want, as the kit's README says: small limits are reached with few messages.
  static let controllerd =
    ["--scene", "multiview"]
    + [
      "scenes=3", "subscriptions=1", "keys=4", "waits=3", "streams=3", "replayDeltas=4", "outputQueue=65536",
    ].flatMap { ["--limit", $0] }

  /// Runs cases.
  ///
  /// - Returns: What has failed, with its line, and the titles of what was skipped.
  static func run(
    _ cases: [TranscriptCase], at socket: String, cut: CuttingTransport.Cut = .whole
  ) -> (failed: [String], skipped: [String]) {
    let runner = TranscriptRunner(
      transport: CuttingTransport(socket: socket, cut: cut), values: TranscriptFile.values)
    var (failed, skipped): ([String], [String]) = ([], [])
    for one in cases {
      switch runner.run(one) {
      case .passed: break
      case .skipped: skipped.append(one.title)
      case .failed(let fault): failed.append("line \(fault.line): \(one.title): \(fault.message)")
      }
    }
    return (failed, skipped)
  }

  @Test(
    "J1-J20, 4.2: the rules, the specification's examples and the doubtful cases",
    arguments: specification + ["headers.jsonl"])
  func exchanges(name: String) throws {
    let specification = try SpecificationDaemon()
    let outcome = Self.run(try TranscriptFile.named(name).cases, at: specification.daemon.socket)
    #expect(outcome.failed == [])
    #expect(outcome.skipped == (name == "edge-cases.jsonl" ? ["it is counted"] : []))
    #expect(specification.daemon.terminate() == 0)
  }

  static let own = ["controllerd.jsonl", "requests.jsonl", "state.jsonl"]

  @Test(
    "the methods of controllerd itself, each error that the samples can be brought to, twice in a row", arguments: own)
  func ownMethods(name: String) throws {
    let daemon = try Daemon(Self.controllerd)
    let cases = try TranscriptFile.named(name).cases
    for _ in 1...2 {
      let outcome = Self.run(cases, at: daemon.socket)
      #expect(outcome.failed == [])
      #expect(outcome.skipped == [])
    }
    #expect(daemon.terminate() == 0)
  }

  @Test("the transcripts have every error of the table but the one that controllerd's names, and every method")
  func ownErrors() throws {
    let cases = try TranscriptFile.names.flatMap { try TranscriptFile.named($0).cases }
    let answers = cases.flatMap(\.steps).flatMap(\.patterns).map(\.source).joined()
    let missing = (1000...1025).filter { !answers.contains("\"code\":\($0),") }
    #expect(missing == [1010])
    let methods = try JSON(
      String(contentsOf: BuiltProducts.checkout.appending(path: "Protocol/openrpc.json"), encoding: .utf8))["methods"]
    let sent = cases.flatMap(\.steps).compactMap(\.sentText?.source).joined()
    let unused = methods.elements.compactMap { $0["name"].string }.filter { !sent.contains("\"method\":\"\($0)\"") }
    #expect(unused == [])
  }
}
