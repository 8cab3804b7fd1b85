import ConformanceSupport
import JSONRPCCore
import Testing
import Transcripts

@Suite("Transcripts")
struct TranscriptTests {
  /// Runs the cases of a file against a server in memory, and returns which were skipped.
  private func run(_ name: String, pieceSize: Int) throws -> [String] {
    let transport = MemoryTransport(server: SpecificationServer(keepsLog: false), pieceSize: pieceSize)
    let runner = TranscriptRunner(transport: transport, values: TranscriptFile.values)
    var skipped: [String] = []
    for one in try TranscriptFile.named(name).cases {
      switch runner.run(one) {
      case .passed: break
      case .skipped: skipped.append(one.title)
      case .failed(let fault): Issue.record("\(name):\(fault.line): \(one.title): \(fault.message)")
      }
    }
    return skipped
  }

  @Test("J1-J20: each rule, whole, in pieces of 143 bytes, and byte by byte", arguments: [.max, 143, 1])
  func rules(pieceSize: Int) throws {
    #expect(try run("json-rpc.jsonl", pieceSize: pieceSize) == [])
  }

  @Test("J1-J16: the 15 example exchanges of the specification, and more with its methods", arguments: [.max, 143, 1])
  func specification(pieceSize: Int) throws {
    #expect(try TranscriptFile.named("specification.jsonl").cases.count { $0.title.first?.isNumber == true } == 15)
    #expect(try run("specification.jsonl", pieceSize: pieceSize) == [])
  }

  @Test("4.2: the doubtful cases, with the words of the errors", arguments: [.max, 143])
  func edgeCases(pieceSize: Int) throws {
    // The one is controllerd's own.
    #expect(try run("edge-cases.jsonl", pieceSize: pieceSize) == ["it is counted"])
  }

  @Test("header: messages with headers", arguments: [.max, 143])
  func headers(pieceSize: Int) throws {
    #expect(try run("headers.jsonl", pieceSize: pieceSize) == [])
  }
}
