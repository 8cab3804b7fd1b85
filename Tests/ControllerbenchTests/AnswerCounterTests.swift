import Testing

@testable import controllerbench

@Suite("controllerbench: answers are counted as what they are")
struct AnswerCounterTests {
  /// Feeds a text in pieces of a size, and returns the offsets where answers end.
  private func ends(_ text: String, _ format: AnswerFormat, pieces: Int) throws -> [Int] {
    var counter = AnswerCounter(format)
    var ends: [Int] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
      let before = ends.count
      let found = try piece.withUnsafeBytes { try counter.count($0) { ends.append(start + $0) } }
      #expect(found == ends.count - before)
    }
    #expect(counter.answers == ends.count)
    #expect(counter.pending == bytes.count - (ends.last ?? 0))
    return ends
  }

  @Test("an answer is a line, wherever the stream is cut", arguments: 1...12)
  func lines(pieces: Int) throws {
    #expect(try ends("a\nbc\n\n12345678\nrest", .lines, pieces: pieces) == [2, 5, 6, 15])
  }

  @Test("a Redis answer is as long as its length says, line feeds and dollars inside or not", arguments: 1...30)
  func bulkStrings(pieces: Int) throws {
    let stream = "$3\r\nabc\r\n$0\r\n\r\n+OK\r\n$11\r\n\r\n$3\r\nabc\r\n\r\n$5\r\nab"
    #expect(try ends(stream, .redis, pieces: pieces) == [9, 15, 20, 38])
  }

  @Test(
    "what is no answer to a GET or SET is refused: an error, a nil, a number, an array, a length that is none",
    arguments: ["-ERR no\r\n", "$-1\r\n", ":1\r\n", "*1\r\n", "$x\r\n", "x", "$99999999999999999999\r\n", "\n"])
  func faults(stream: String) {
    var counter = AnswerCounter(.redis)
    #expect(throws: AnswerCounter.Fault.notAnAnswer) {
      _ = try Array(stream.utf8).withUnsafeBytes { try counter.count($0) }
    }
  }

  @Test("an answer that is shorter than the one before is noticed; one that gains a digit may be")
  func sizes() throws {
    var counter = AnswerCounter(.lines)
    _ = try Array("ab\nabc\nabc\nab\nab\nabc\n".utf8).withUnsafeBytes { try counter.count($0) }
    #expect(counter.answers == 6)
    #expect(counter.shortened == 1)
    #expect(counter.lastSize == 4)
  }

  @Test("an answer is right by its id and its end; an error and another request's answer are not")
  func right() {
    let target = LoadTarget.daemon(path: "", method: "ping", params: nil)
    #expect(
      String(decoding: target.batch(of: 2), as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":1000,"method":"ping"}"# + "\n" + #"{"jsonrpc":"2.0","id":1001,"method":"ping"}"#
        + "\n")
    let answer = Array("{\"jsonrpc\":\"2.0\",\"id\":1001,\"result\":{}}\n".utf8)
    #expect(target.isRight(answer, 1))
    #expect(!target.isRight(answer, 0))
    #expect(!target.isRight(Array(answer.dropLast()), 1))
    #expect(!target.isRight(Array("{\"jsonrpc\":\"2.0\",\"id\":1001,\"error\":{}}\n".utf8), 1))
  }
}
