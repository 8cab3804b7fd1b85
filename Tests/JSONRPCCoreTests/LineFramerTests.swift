import ConformanceSupport
import JSONRPCCore
import Testing

/// Feeds pieces, and writes down what comes: a line's text, or "tooLong".
private struct Recorder {
  var framer: LineFramer
  var frames: [String] = []
  /// After how many frames to say `.stop`; 0 is never.
  var stopsEvery = 0

  init(limit: Int = 16, stopsEvery: Int = 0) {
    framer = LineFramer(limit: limit)
    self.stopsEvery = stopsEvery
  }

  private static func text(_ frame: LineFramer.Frame) -> String {
    switch frame {
    case .line(let bytes): String(decoding: bytes, as: UTF8.self)
    case .tooLong: "tooLong"
    }
  }

  private mutating func run(_ step: (inout LineFramer, (LineFramer.Frame) -> LineFramer.FlowControl) -> Void) {
    var frames = frames
    let every = stopsEvery
    step(&framer) { frame in
      frames.append(Self.text(frame))
      return every > 0 && frames.count.isMultiple(of: every) ? .stop : .proceed
    }
    self.frames = frames
  }

  mutating func feed(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { bytes in run { $0.feed(bytes, $1) } }
  }

  mutating func resume() { run { $0.resume($1) } }

  mutating func resumeAll() { while framer.isStopped { resume() } }

  mutating func finish() { run { $0.finish($1) } }
}

@Suite("LineFramer")
struct LineFramerTests {
  /// Lines, blank lines, CR in all places, lines at the limit of 16 and over it, and a last line without its end.
  private static let stream = Array(
    ("one\n" + "two\r\n" + "\n" + "\r\n" + " \t\n" + "0123456789abcdef\n" + "0123456789abcdef\r\n"
      + "0123456789abcdefg\n"
      + "a\rb\r\r\n" + "far over the limit, which is sixteen bytes\r\n" + "after\n" + "0123456789abcdef\rx\n"
      + "\u{0}ä\n"
      + "last").utf8)

  private static let frames = [
    "one", "two", "0123456789abcdef", "0123456789abcdef", "tooLong", "a\rb\r", "tooLong", "after", "tooLong", "\u{0}ä",
    "last",
  ]

  @Test("LF and CRLF end a line, blank lines are skipped, the last line needs no end, the limit is exact")
  func whole() {
    var recorder = Recorder()
    recorder.feed(Self.stream)
    recorder.finish()
    #expect(recorder.frames == Self.frames)
    #expect(recorder.framer.heldBytes == 0)
  }

  @Test("the same frames come byte by byte")
  func byteByByte() {
    var recorder = Recorder()
    for byte in Self.stream { recorder.feed([byte]) }
    recorder.finish()
    #expect(recorder.frames == Self.frames)
  }

  @Test("the same frames come at every split into two, and into three")
  func everySplit() {
    for first in 0...Self.stream.count {
      for second in first...Self.stream.count {
        var recorder = Recorder()
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
        var recorder = Recorder(stopsEvery: every)
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
    var recorder = Recorder(stopsEvery: 1)
    recorder.feed(Array("a\nb\nc".utf8))
    #expect(recorder.frames == ["a"])
    #expect(recorder.framer.isStopped)
    recorder.feed(Array("c\nd\n".utf8))
    #expect(recorder.frames == ["a"])
    recorder.resume()
    #expect(recorder.frames == ["a", "b"])
    recorder.feed(Array("e".utf8))
    recorder.finish()
    #expect(recorder.frames == ["a", "b"])
    recorder.resume()
    recorder.resume()
    recorder.resume()
    recorder.resume()
    #expect(recorder.frames == ["a", "b", "cc", "d", "e"])
    #expect(!recorder.framer.isStopped)
  }

  @Test("random streams in random pieces, with stops, give the frames of one piece")
  func random() {
    for seed in [1, 2, 3, UInt64.random(in: .min ... .max)] {
      var random = SeededGenerator(seed: seed)
      for round in 0..<500 {
        let alphabet = Array("ab\n\r \n\rcdefgh".utf8)
        let stream = (0..<Int.random(in: 0..<120, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? 0
        }
        var whole = Recorder(limit: 5)
        whole.feed(stream)
        whole.finish()
        var pieces = Recorder(limit: 5, stopsEvery: Int.random(in: 0..<4, using: &random))
        var start = 0
        while start < stream.count {
          let end = min(stream.count, start + Int.random(in: 0..<12, using: &random))
          pieces.feed(stream[start..<end])
          start = end
          if Bool.random(using: &random) { pieces.resume() }
        }
        pieces.finish()
        pieces.resumeAll()
        #expect(pieces.frames == whole.frames, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("a line over the limit is told once, at once, and keeps no memory")
  func memory() {
    var recorder = Recorder(limit: 1000)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 300)
    for _ in 0..<3 { recorder.feed(piece) }
    #expect(recorder.frames == [])
    #expect(recorder.framer.heldBytes == 900)
    recorder.feed(piece)
    #expect(recorder.frames == ["tooLong"])
    for _ in 0..<1000 { recorder.feed(piece) }
    #expect(recorder.framer.heldBytes == 0)
    recorder.feed(Array("\nnext\n".utf8))
    #expect(recorder.frames == ["tooLong", "next"])
  }

  @Test("the bytes that had come are told with a line over the limit")
  func got() {
    var framer = LineFramer(limit: 4)
    var got: [Int] = []
    func take(_ text: String) {
      Array(text.utf8).withUnsafeBytes { bytes in
        framer.feed(bytes) { frame in
          if case .tooLong(let count) = frame { got.append(count) }
          return .proceed
        }
      }
    }
    take("123")
    take("456")
    take("789\n12345678\n1234\n")
    #expect(got == [6, 8])
  }

  @Test("a line that lies wholly in a chunk is handed over in place")
  func inPlace() {
    var framer = LineFramer()
    let chunk = Array("first\nsecond\npart".utf8)
    chunk.withUnsafeBytes { bytes in
      var offsets: [Int] = []
      framer.feed(bytes) { frame in
        if case .line(let line) = frame, let start = line.baseAddress, let base = bytes.baseAddress {
          offsets.append(start - base)
        }
        return .proceed
      }
      #expect(offsets == [0, 6])
    }
    #expect(framer.heldBytes == 4)
  }

  @Test("the default limit is 1 MiB")
  func defaultLimit() {
    #expect(LineFramer().limit == 1_048_576)
  }
}
