import ConformanceSupport
import Foundation
import Testing
import Transcripts

/// What a message is cut into must not be seen in what comes back. Each piece is written when the daemon has read the one
/// before it, so that they come in reads of their own; a test of that asks the daemon how often it has read.
@Suite("Messages in pieces over a socket")
struct SplitTests {
  private static func lines(_ name: String) throws -> [[UInt8]] {
    try TranscriptFile.lines(of: name).map { $0 + [UInt8(ascii: "\n")] }
  }

  /// The answer to each line, sent alone and whole.
  private func wholeAnswers(_ lines: [[UInt8]], _ specification: SpecificationDaemon) throws -> [[UInt8]] {
    try lines.map { try specification.answer(to: $0) }
  }

  /// How many reads the daemon has made of a connection's bytes.
  private func reads(of connection: SocketConnection) throws -> Int {
    try connection.writeSeparately(Array("reads\n".utf8))
    return try #require(Int(connection.takeLine() ?? ""))
  }

  /// Nearly each piece was a read of its own: on a busy machine the kernel may put the next piece into a read that has
  /// taken the one before it and has not returned.
  private func expectReads(_ count: Int, of connection: SocketConnection) throws {
    let found = try reads(of: connection)
    #expect(found <= count)
    #expect(found >= count - max(2, count / 50))
  }

  @Test("every message cut in two at every byte", arguments: TranscriptTests.specification)
  func inTwo(name: String) throws {
    let specification = try SpecificationDaemon()
    let lines = try Self.lines(name)
    let answers = try wholeAnswers(lines, specification)
    let connection = try specification.connect()
    var cuts = 0
    for (line, answer) in zip(lines, answers) {
      for cut in 1..<line.count {
        try connection.writeSeparately(line[..<cut])
        try connection.writeSeparately(line[cut...])
        cuts += 1
      }
      let expected = Array(repeatElement(answer, count: line.count - 1).joined())
      #expect(try connection.take(expected.count) == expected, "\(String(decoding: line, as: UTF8.self))")
    }
    try expectReads(2 * cuts + 1, of: connection)
    connection.endInput()
    #expect(try connection.takeRest() == [])
  }

  @Test("every message byte by byte, and all of them in pieces of 143 bytes", arguments: TranscriptTests.specification)
  func inPieces(name: String) throws {
    let specification = try SpecificationDaemon()
    let lines = try Self.lines(name)
    let stream = Array(lines.joined())
    let expected = Array(try wholeAnswers(lines, specification).joined())
    for size in [1, 143] {
      let connection = try specification.connect()
      for start in stride(from: 0, to: stream.count, by: size) {
        try connection.writeSeparately(stream[start..<min(stream.count, start + size)])
      }
      #expect(try connection.take(expected.count) == expected, "pieces of \(size)")
      try expectReads((stream.count + size - 1) / size + 1, of: connection)
      connection.endInput()
      #expect(try connection.takeRest() == [])
    }
  }

  @Test("all messages in one write, once and a hundred times", arguments: TranscriptTests.specification)
  func inOneWrite(name: String) throws {
    let specification = try SpecificationDaemon()
    let lines = try Self.lines(name)
    let stream = Array(lines.joined())
    let expected = Array(try wholeAnswers(lines, specification).joined())
    #expect(try specification.answer(to: stream) == expected)
    let many = try specification.answer(to: Array(repeatElement(stream, count: 100).joined()))
    #expect(many == Array(repeatElement(expected, count: 100).joined()))
  }

  // MARK: controllerd

  @Test("controllerd: every message cut in two at every byte")
  func ownInTwo() throws {
    let daemon = try Daemon(TranscriptTests.controllerd)
    let cases = try TranscriptFile.named("controllerd.jsonl").cases
    let longest = cases.map { $0.steps.compactMap { $0.sentText?.source.utf8.count }.max() ?? 0 }
    // One run cuts all messages at one distance from their beginning.
    for cut in 1...(longest.max() ?? 1) {
      let long = zip(cases, longest).filter { $0.1 >= cut }.map(\.0)
      #expect(TranscriptTests.run(long, at: daemon.socket, cut: .inTwo(cut)).failed == [], "cut at byte \(cut)")
      // One sentence instead of hundreds that say the same.
      try #require(daemon.isThere, "cut at byte \(cut): \(daemon.state)")
    }
    #expect(daemon.terminate() == 0)
  }

  @Test("controllerd: byte by byte, in pieces of 143 bytes, and all of a case in one write")
  func ownInPieces() throws {
    let daemon = try Daemon(TranscriptTests.controllerd)
    // Who is sent away cannot send the rest; StrangerTests cuts what strangers send.
    let cases = try TranscriptFile.named("controllerd.jsonl").cases.filter { $0.rules != ["stranger"] }
    for size in [1, 143] {
      #expect(TranscriptTests.run(cases, at: daemon.socket, cut: .pieces(size)).failed == [], "pieces of \(size)")
      try #require(daemon.isThere, "pieces of \(size): \(daemon.state)")
    }
    let together = cases.compactMap(Self.sentTogether)
    #expect(together.count > cases.count / 2)
    #expect(TranscriptTests.run(together, at: daemon.socket, cut: .together).failed == [])
    #expect(daemon.terminate() == 0)
  }

  /// A case that sends all before it waits for anything; nil where it cannot be done.
  private static func sentTogether(_ one: TranscriptCase) -> TranscriptCase? {
    let needs = one.steps.compactMap(\.sentText).reduce(into: Set<String>()) { $0.formUnion($1.uses) }
    guard needs.isSubset(of: Transcript.givenValues), one.steps.allSatisfy({ $0.connection == "A" }) else { return nil }
    var one = one
    one.steps = one.steps.filter(\.isSent) + one.steps.filter { !$0.isSent && !$0.patterns.isEmpty }
    return one
  }
}
