import Testing

@Suite("The specification's examples")
struct SpecificationTranscriptTests {
  @Test("J1-J16: the 15 example exchanges of the specification, byte for byte")
  func specification() throws {
    let transcript = try Transcript(named: "specification.txt")
    #expect(transcript.exchanges.count == 15)
    let server = SpecificationServer()
    for exchange in transcript.exchanges {
      let answers = exchange.sent.compactMap { server.send($0) }
      #expect(answers == (exchange.expected.map { [$0] } ?? []), "exchange at line \(exchange.line)")
    }
  }
}
