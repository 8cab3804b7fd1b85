import ConformanceSupport
import JSONRPCCore
import JSONText
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  private func run(_ transcript: Transcript) {
    let server = SpecificationServer()
    for exchange in transcript.exchanges {
      let answers = exchange.sent.compactMap { server.send($0) }
      #expect(answers == exchange.expected, "exchange at line \(exchange.line)")
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
      let sent = transcript.sent.map { $0 + "\r\n" }.joined()
      for byte in sent.utf8 {
        [byte].withUnsafeBytes { bytes in
          framer.feed(bytes) { frame in
            guard case .line(let line) = frame else { return .stop }
            if let answer = server.send(Array(line)) { answers.append(answer) }
            return .proceed
          }
        }
      }
      #expect(answers == transcript.expected)
    }
  }

  @Test("the reader: blocks, several lines before an answer, silence, comments, and what it refuses")
  func reader() throws {
    let transcript = try Transcript(text: "# c\n--> a\n--> b\n<-- c\n--> d\n\n--> e\n# x\n<-- f\n<-- g\n")
    #expect(transcript.exchanges.map(\.sent) == [["a", "b"], ["d"], ["e"]])
    #expect(transcript.exchanges.map(\.expected) == [["c"], [], ["f", "g"]])
    #expect(transcript.exchanges.map(\.line) == [2, 5, 7])
    #expect(throws: Transcript.Malformed.self) { try Transcript(text: "<-- answer without a question") }
    #expect(throws: Transcript.Malformed.self) { try Transcript(text: "--> a\n\n<-- b") }
    #expect(throws: Transcript.Malformed.self) { try Transcript(text: "->a") }
  }

  @Test("one ellipsis is a word that differs from run to run, two are anything")
  func wildcards() {
    #expect(Transcript.matches(#"{"id":"n12"}"#, #"{"id":"…"}"#))
    #expect(Transcript.matches(#"{"id":"n12","pid":7}"#, #"{"id":"n…","pid":…}"#))
    #expect(!Transcript.matches(#"{"id":""}"#, #"{"id":"…"}"#))
    #expect(!Transcript.matches(#"{"id":"a","b":"c"}"#, #"{"id":"…"}"#))
    #expect(Transcript.matches(#"{"id":"a","b":"c"}"#, #"{"id":"……"}"#))
    #expect(Transcript.matches("ababc", "……abc") && Transcript.matches("abc", "……abc"))
    #expect(Transcript.matches("a", "a") && !Transcript.matches("a", "ab") && !Transcript.matches("ab", "a"))
    #expect(!Transcript.matches("ab…", "ab") && Transcript.matches("", ""))
  }
}
