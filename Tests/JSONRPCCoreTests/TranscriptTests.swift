import JSONRPCCore
import JSONText
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  private func run(_ transcript: Transcript) {
    let server = SpecificationServer()
    for exchange in transcript.exchanges {
      let answers = exchange.sent.compactMap { server.send($0) }
      #expect(answers == (exchange.expected.map { [$0] } ?? []), "exchange at line \(exchange.line)")
    }
  }

  @Test("J1-J16: the 15 example exchanges of the specification, byte for byte")
  func specification() throws {
    let transcript = try Transcript(named: "specification.txt")
    #expect(transcript.exchanges.count == 15)
    run(transcript)
  }

  @Test("4.2: the doubtful cases, byte for byte")
  func edgeCases() throws {
    let transcript = try Transcript(named: "edge-cases.txt")
    #expect(transcript.exchanges.count == 25)
    run(transcript)
  }

  @Test("both transcripts, framed and fed byte by byte on one connection, give the same lines")
  func onOneConnection() throws {
    for name in ["specification.txt", "edge-cases.txt"] {
      let transcript = try Transcript(named: name)
      let server = SpecificationServer()
      var framer = LineFramer()
      var answers: [String] = []
      let sent = transcript.exchanges.flatMap(\.sent).map { $0 + "\r\n" }.joined()
      for byte in sent.utf8 {
        [byte].withUnsafeBytes { bytes in
          framer.feed(bytes) { frame in
            guard case .line(let line) = frame else { return .stop }
            if let answer = server.send(Array(line)) { answers.append(answer) }
            return .proceed
          }
        }
      }
      #expect(answers == transcript.exchanges.compactMap(\.expected))
    }
  }

  @Test("the reader: blocks, several lines before an answer, silence, comments, and what it refuses")
  func reader() throws {
    let transcript = try Transcript(text: "# c\n--> a\n--> b\n<-- c\n--> d\n\n--> e\n# x\n<-- f\n")
    #expect(transcript.exchanges.map(\.sent) == [["a", "b"], ["d"], ["e"]])
    #expect(transcript.exchanges.map(\.expected) == ["c", nil, "f"])
    #expect(transcript.exchanges.map(\.line) == [2, 5, 7])
    #expect(throws: Transcript.Malformed.self) { try Transcript(text: "<-- answer without a question") }
    #expect(throws: Transcript.Malformed.self) { try Transcript(text: "--> a\n<-- b\n<-- c") }
    #expect(throws: Transcript.Malformed.self) { try Transcript(text: "->a") }
  }
}
