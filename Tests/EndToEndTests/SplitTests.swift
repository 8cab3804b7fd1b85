import ConformanceSupport
import Foundation
import Testing

/// What a message is cut into must not be seen in what comes back. Each piece is written when the daemon has read the one
/// before it, so that they come in reads of their own; a test of that asks the daemon how often it has read.
@Suite("Messages in pieces over a socket")
struct SplitTests {
  private static func lines(_ name: String) throws -> [[UInt8]] {
    try Transcript(named: name).sent.map { Array("\($0)\n".utf8) }
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

  /// Plays the transcript of controllerd, which leaves the daemon as it found it, and says what did not match.
  private func play(
    _ expected: [Transcript.Pattern], to daemon: Daemon, _ write: (SocketConnection) throws -> Void
  ) throws -> String? {
    let connection = try SocketConnection(to: daemon.socket)
    try write(connection)
    connection.endInput()
    let answers = String(decoding: try connection.takeRest(), as: UTF8.self).split(separator: "\n").map(String.init)
    if let different = zip(answers, expected).first(where: { !$1.matches($0) }) { return different.0 }
    return answers.count == expected.count ? nil : "\(answers.count) answers, expected \(expected.count)"
  }

  @Test("controllerd: every message cut in two at every byte")
  func ownInTwo() throws {
    let daemon = try Daemon(TranscriptTests.controllerd)
    let expected = try Transcript(named: "controllerd.txt").expected.map(Transcript.Pattern.init)
    let lines = try Self.lines("controllerd.txt")
    // One run of the transcript cuts all its messages at one distance from their beginning.
    for cut in 1..<(lines.map(\.count).max() ?? 1) {
      let fault = try play(expected, to: daemon) { connection in
        for line in lines {
          guard cut < line.count else {
            try connection.write(line)
            continue
          }
          try connection.writeSeparately(line[..<cut])
          try connection.writeSeparately(line[cut...])
        }
      }
      #expect(fault == nil, "cut at byte \(cut)")
    }
    #expect(daemon.terminate() == 0)
  }

  @Test("controllerd: byte by byte, in pieces of 143 bytes, and all in one write")
  func ownInPieces() throws {
    let daemon = try Daemon(TranscriptTests.controllerd)
    let expected = try Transcript(named: "controllerd.txt").expected.map(Transcript.Pattern.init)
    let stream = Array(try Self.lines("controllerd.txt").joined())
    for size in [1, 143, stream.count] {
      let fault = try play(expected, to: daemon) { connection in
        for start in stride(from: 0, to: stream.count, by: size) {
          try connection.writeSeparately(stream[start..<min(stream.count, start + size)])
        }
      }
      #expect(fault == nil, "pieces of \(size)")
    }
    #expect(daemon.terminate() == 0)
  }
}
