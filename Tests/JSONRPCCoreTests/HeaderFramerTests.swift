import ConformanceSupport
import JSONRPCCore
import Testing

@Suite("HeaderFramer")
struct HeaderFramerTests {
  private static func message(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }

  /// Bodies of all kinds, at the limit of 16 and over it; headers in all the ways that are allowed.
  private static let stream = Array(
    (message("one") + message("t\nw\r\no\n") + message("") + message(" \n\t\r")
      + "CONTENT-LENGTH:4\r\n\r\nfour"
      + "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: \t 05 \t\r\n\r\nfive5"
      + "X-Any!#$%&'*+-.^_`|~9: ä: \u{0}, Content-Length: 7\r\nContent-Lengt:1\r\nContent-Length2: 2\r\n"
      + "Content-Length: 3\r\n\r\nsix"
      + message("0123456789abcdef") + message("0123456789abcdefg") + message("after")
      + message("Content-Length: 99\r\n\r\nnot a header") + message("\u{0}ä") + message("last")).utf8)

  private static let frames = [
    "one", "t\nw\r\no\n", "four", "five5", "six", "0123456789abcdef", "tooLong 17", "after", "tooLong 34", "\u{0}ä",
    "last",
  ]

  @Test("a body has as many bytes as its header says, names are in any case, blank bodies are skipped")
  func whole() {
    var recorder = FrameRecorder()
    recorder.feed(Self.stream)
    #expect(recorder.frames == Self.frames)
    #expect(recorder.framer.usesHeaders)
    #expect(recorder.framer.heldBytes == 0)
    recorder.finish()
    #expect(recorder.frames == Self.frames)
    #expect(recorder.framer.isFinished)
  }

  @Test("the same frames come in pieces of any size", arguments: [1, 2, 3, 7, 16, 17, 143, 4096])
  func pieces(size: Int) {
    var recorder = FrameRecorder()
    recorder.feed(Self.stream, piecesOf: size)
    recorder.finish()
    #expect(recorder.frames == Self.frames)
    #expect(recorder.framer.heldBytes == 0)
  }

  @Test("the same frames come at every split into two, and with a short piece of several lengths between")
  func everySplit() {
    let count = Self.stream.count
    for first in 0...count {
      for second in stride(from: first, through: min(count, first + 54), by: 6) {
        var recorder = FrameRecorder()
        recorder.feed(Self.stream[..<first])
        recorder.feed(Self.stream[first..<second])
        recorder.feed(Self.stream[second...])
        recorder.finish()
        #expect(recorder.frames == Self.frames, "split at \(first) and \(second)")
      }
    }
  }

  @Test("the same frames come at every split when the receiver stops after each, or every second")
  func everySplitStopped() {
    for every in 1...3 {
      for split in 0...Self.stream.count {
        var recorder = FrameRecorder(stopsEvery: every)
        recorder.feed(Self.stream[..<split])
        recorder.resumeAll()
        recorder.feed(Self.stream[split...])
        recorder.finish()
        recorder.resumeAll()
        #expect(recorder.frames == Self.frames, "stopped every \(every), split at \(split)")
        #expect(recorder.framer.heldBytes == 0)
      }
    }
  }

  @Test("while stopped nothing is handed over, and what is fed is kept")
  func stopped() {
    var recorder = FrameRecorder(stopsEvery: 1)
    recorder.feed(Self.message("a") + Self.message("b") + "Content-Length: 2\r\n\r\nc")
    #expect(recorder.frames == ["a"])
    #expect(recorder.framer.isStopped)
    recorder.feed("c" + Self.message("d") + "Content-L")
    #expect(recorder.frames == ["a"])
    recorder.resume()
    #expect(recorder.frames == ["a", "b"])
    recorder.feed("ength: 1\r\n\r\n")
    recorder.resume()
    recorder.resume()
    recorder.resume()
    #expect(recorder.frames == ["a", "b", "cc", "d"])
    #expect(!recorder.framer.isStopped)
    recorder.feed("e")
    recorder.finish()
    #expect(recorder.frames == ["a", "b", "cc", "d", "e"])
    #expect(recorder.framer.isStopped)
    recorder.resume()
    #expect(!recorder.framer.isStopped)
  }

  @Test(
    "a header that cannot be read is told with its line, once; what came before it counts, nothing after it does",
    arguments: [
      ("Content-Length: 3\n\r\nabc", "line 1 of the header must end with CR LF, and hold neither of them before"),
      ("Content-Length: 3\r\n\nabc", "line 2 of the header must end with CR LF, and hold neither of them before"),
      ("Content-Length:\r3\r\n\r\nabc", "line 1 of the header must end with CR LF, and hold neither of them before"),
      ("Content-Length: 3\r\r\n\r\nabc", "line 1 of the header must end with CR LF, and hold neither of them before"),
      ("Content-Length 3\r\n\r\nabc", "line 1 of the header has no colon"),
      ("{\"jsonrpc\"}\r\n", "line 1 of the header has no colon"),
      (": 3\r\n\r\nabc", "line 1 of the header has no valid name before its colon"),
      ("Content-Length : 3\r\n\r\nabc", "line 1 of the header has no valid name before its colon"),
      ("X: a\r\n Content-Length: 3\r\n\r\nabc", "line 2 of the header has no valid name before its colon"),
      ("Cöntent-Length: 3\r\n\r\nabc", "line 1 of the header has no valid name before its colon"),
      ("X: a\r\nContent-Length: x\r\n\r\nabc", "Content-Length in line 2 of the header is not a decimal number"),
      ("Content-Length:\r\n\r\nabc", "Content-Length in line 1 of the header is not a decimal number"),
      ("Content-Length:  \t \r\n\r\nabc", "Content-Length in line 1 of the header is not a decimal number"),
      ("Content-Length: -3\r\n\r\nabc", "Content-Length in line 1 of the header is not a decimal number"),
      ("Content-Length: +3\r\n\r\nabc", "Content-Length in line 1 of the header is not a decimal number"),
      ("Content-Length: 3, 3\r\n\r\nabc", "Content-Length in line 1 of the header is not a decimal number"),
      ("Content-Length: 0x3\r\n\r\nabc", "Content-Length in line 1 of the header is not a decimal number"),
      ("Content-Length: 3.0\r\n\r\nabc", "Content-Length in line 1 of the header is not a decimal number"),
      (
        "Content-Length: 3\r\nX: a\r\ncontent-length: 3\r\n\r\nabc",
        "line 3 of the header is a second Content-Length"
      ),
      ("Content-Type: x\r\n\r\nabc", "the header has no Content-Length"),
      ("\r\n" + message("abc"), "the header has no Content-Length"),
      ("C", "the stream ended inside the header"),
      ("Content-Length: 3\r\n", "the stream ended inside the header"),
      ("Content-Length: 3\r\n\r", "the stream ended inside the header"),
      ("Content-Length: 3\r\n\r\n", "Content-Length is 3, but the stream ended after 0 bytes"),
      ("Content-Length: 3\r\n\r\nab", "Content-Length is 3, but the stream ended after 2 bytes"),
    ])
  func malformed(header: String, text: String) {
    let stream = Array((Self.message("before") + header).utf8)
    for split in 0...stream.count {
      for stops in 0...2 {
        var recorder = FrameRecorder(stopsEvery: stops)
        recorder.feed(stream[..<split])
        if stops > 0, split.isMultiple(of: 2) { recorder.resumeAll() }
        recorder.feed(stream[split...])
        recorder.finish()
        recorder.resumeAll()
        #expect(recorder.frames == ["before", "malformed: " + text], "split at \(split), stopped every \(stops)")
        #expect(recorder.framer.heldBytes == 0)
      }
    }
  }

  @Test("after a malformed header what is fed is thrown away, also while stopped")
  func afterMalformed() {
    for stops in 0...1 {
      var recorder = FrameRecorder(stopsEvery: stops)
      recorder.feed("Content: 1\r\n\r\n" + Self.message("a"))
      recorder.feed(Self.message("b"))
      #expect(recorder.framer.heldBytes == 0)
      recorder.resumeAll()
      recorder.feed(Self.message("c"))
      recorder.finish()
      recorder.resumeAll()
      #expect(recorder.frames == ["malformed: the header has no Content-Length"])
      #expect(recorder.framer.heldBytes == 0)
    }
  }

  @Test("what was kept while stopped is thrown away once a header in it is malformed")
  func malformedWhileStopped() {
    var recorder = FrameRecorder(stopsEvery: 1)
    recorder.feed(Self.message("a") + "Content: 1\r\n\r\n" + Self.message("b"))
    recorder.feed(Self.message("c"))
    recorder.resume()
    #expect(recorder.frames == ["a", "malformed: the header has no Content-Length"])
    #expect(recorder.framer.isStopped)
    #expect(recorder.framer.heldBytes == 0)
    recorder.resume()
    #expect(!recorder.framer.isStopped)
    #expect(recorder.frames.count == 2)
  }

  @Test("a header without an end that was kept while stopped is too much at 4 KiB, too")
  func headerLimitWhileStopped() {
    for (count, frames) in [(4095, 1), (4096, 2)] {
      var recorder = FrameRecorder(stopsEvery: 1)
      recorder.feed(Self.message("a"))
      recorder.feed([UInt8](repeating: UInt8(ascii: "C"), count: count))
      recorder.resume()
      #expect(recorder.frames.count == frames, "\(count) bytes")
    }
  }

  // MARK: Limits

  @Test("a body at the limit is handed over, one above it is skipped, and the message after it is read")
  func bodyLimit() {
    for (count, expected) in [(99, 99), (100, 100), (101, nil), (5000, nil)] as [(Int, Int?)] {
      let body = String(repeating: "x", count: count)
      let stream = Array((Self.message(body) + Self.message("next")).utf8)
      for size in [1, 143, stream.count] {
        var recorder = FrameRecorder(limit: 100)
        recorder.feed(stream, piecesOf: size)
        #expect(recorder.frames == [expected == nil ? "tooLong \(count)" : body, "next"], "pieces of \(size)")
      }
    }
  }

  @Test("a length beyond all numbers is too long, told at once, and nothing of its body is kept")
  func hugeLength() {
    let nines = String(repeating: "9", count: 4000)
    for digits in ["9223372036854775807", "9223372036854775808", "18446744073709551616", nines] {
      var recorder = FrameRecorder()
      recorder.feed("Content-Length: \(digits)\r\n\r\n")
      #expect(recorder.frames == ["tooLong 9223372036854775807"])
      recorder.feed([UInt8](repeating: 0x0A, count: 10_000))
      #expect(recorder.framer.heldBytes == 0)
      recorder.finish()
      #expect(recorder.frames.count == 1)
    }
  }

  @Test("a header of 4 KiB is read, one byte more is too much, with and without its end")
  func headerLimit() {
    #expect(HeaderFramer.headerLimit == 4096)
    func header(of count: Int) -> [UInt8] {
      let length = "Content-Length: 2\r\n"
      let filler = String(repeating: "x", count: count - length.utf8.count - 7)
      return Array("\(length)X: \(filler)\r\n\r\n".utf8)
    }
    let tooLong = ["malformed: the header has more than the 4096 bytes that are allowed"]
    for size in [1, 143, 4095, 4096, 4097, 10_000] {
      for (count, frames) in [(4095, ["ab"]), (4096, ["ab"]), (4097, tooLong), (9000, tooLong)] {
        #expect(header(of: count).count == count)
        var recorder = FrameRecorder()
        recorder.feed(header(of: count) + Array("ab".utf8), piecesOf: size)
        #expect(recorder.frames == frames, "\(count) bytes in pieces of \(size)")
      }
      for (count, frames) in [(4095, []), (4096, tooLong)] {
        var recorder = FrameRecorder()
        recorder.feed([UInt8](repeating: UInt8(ascii: "C"), count: count), piecesOf: size)
        #expect(recorder.frames == frames, "\(count) bytes without an end in pieces of \(size)")
      }
    }
  }

  @Test("a message is told when its last byte is here, and holds no more memory than it needs")
  func memory() {
    var recorder = FrameRecorder(limit: 1000)
    recorder.feed("Content-Length: 1000\r\n\r\n")
    #expect(recorder.framer.heldBytes == 0)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 300)
    for held in [300, 600, 900] {
      recorder.feed(piece)
      #expect(recorder.framer.heldBytes == held)
    }
    #expect(recorder.frames == [])
    recorder.feed(Array("xContent-".utf8).prefix(1) + piece.prefix(99) + Array("Content-".utf8))
    #expect(recorder.frames == [String(repeating: "x", count: 1000)])
    #expect(recorder.framer.heldBytes == 8)
    recorder.feed("Length: 1001\r\n\r\n")
    #expect(recorder.frames.last == "tooLong 1001")
    for _ in 0..<3 { recorder.feed(piece) }
    #expect(recorder.framer.heldBytes == 0)
    recorder.feed(piece.prefix(101) + Array(Self.message("next").utf8))
    #expect(recorder.frames.last == "next")
  }

  @Test("a message that lies wholly in a chunk is handed over in place, also when its header began in another")
  func inPlace() {
    var framer = HeaderFramer()
    func offsets(_ text: String) -> [Int] {
      Array(text.utf8).withUnsafeBytes { bytes in
        var offsets: [Int] = []
        framer.feed(bytes) { frame in
          if case .message(let message) = frame, let start = message.baseAddress, let base = bytes.baseAddress {
            offsets.append(start - base)
          }
          return .proceed
        }
        return offsets
      }
    }
    #expect(offsets(Self.message("first") + Self.message("second") + "Content-Len") == [21, 47])
    #expect(framer.heldBytes == 11)
    #expect(offsets("gth: 5\r\n\r\nthird") == [10])
    #expect(framer.heldBytes == 0)
  }

  @Test("the default limit is that of a line, 1 MiB")
  func defaultLimit() {
    #expect(HeaderFramer().limit == 1_048_576)
    #expect(MessageFramer().limit == 1_048_576)
  }

  // MARK: At random

  /// A stream of messages, most of them well formed, with some bytes of it changed now and then.
  private static func randomStream(_ random: inout SeededGenerator) -> [UInt8] {
    var stream: [UInt8] = []
    let fields = ["X: y", "Content-Type: utf8", "content-length2: 1", "A:", "", "no colon", "Content-Length: 4"]
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let body = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Array("ab \n\r:CL".utf8).randomElement(using: &random) ?? 0
      }
      let name = ["Content-Length", "content-length", "CONTENT-LENGTH"].randomElement(using: &random) ?? ""
      var lines = ["\(name):\(Bool.random(using: &random) ? " " : "")\(body.count)"]
      while Int.random(in: 0..<4, using: &random) == 0 {
        lines.insert(fields.randomElement(using: &random) ?? "", at: Bool.random(using: &random) ? 0 : lines.count)
      }
      stream += lines.flatMap { Array(($0 + "\r\n").utf8) } + Array("\r\n".utf8) + body
    }
    for _ in 0..<max(0, Int.random(in: -6...2, using: &random)) where !stream.isEmpty {
      let place = Int.random(in: 0..<stream.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: stream.remove(at: place)
      case 1: stream[place] = UInt8.random(in: 0...127, using: &random)
      default: stream.insert(Array("\r\n: 9Cx".utf8).randomElement(using: &random) ?? 0, at: place)
      }
    }
    // What is tested here is the framing with headers.
    return [UInt8(ascii: "C")] == Array(stream.prefix(1)) ? stream : Array("C: x\r\n".utf8) + stream
  }

  @Test("random streams in random pieces, with stops, mean what a naive reader of the whole says")
  func random() {
    for seed in [1, 2, 3, UInt64.random(in: .min ... .max)] {
      var random = SeededGenerator(seed: seed)
      for round in 0..<1000 {
        let stream = Self.randomStream(&random)
        let expected = HeaderReference.frames(of: stream, limit: 8)
        var recorder = FrameRecorder(limit: 8, stopsEvery: Int.random(in: 0..<4, using: &random))
        var start = 0
        while start < stream.count {
          let end = min(stream.count, start + Int.random(in: 0..<24, using: &random))
          recorder.feed(stream[start..<end])
          start = end
          if Bool.random(using: &random) { recorder.resume() }
        }
        recorder.finish()
        recorder.resumeAll()
        #expect(
          recorder.frames == expected,
          "seed \(seed), round \(round), stream \(String(decoding: stream, as: UTF8.self).debugDescription)")
      }
    }
  }
}
