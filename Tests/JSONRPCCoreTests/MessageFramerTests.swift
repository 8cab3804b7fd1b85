import ConformanceSupport
import JSONRPCCore
import Testing

@Suite("MessageFramer")
struct MessageFramerTests {
  private static let headers = Array("Content-Length: 2\r\n\r\n{}Content-Type: a\r\nContent-Length: 3\r\n\r\n[1]".utf8)
  private static let lines = Array("{}\r\n\n[1]\n Content-Length: 2\r\n".utf8)

  @Test("the first byte decides, at every split and in pieces of any size")
  func detection() {
    for (stream, frames, usesHeaders) in [
      (Self.headers, ["{}", "[1]"], true), (Self.lines, ["{}", "[1]", " Content-Length: 2"], false),
    ] {
      for split in 0...stream.count {
        var recorder = FrameRecorder(limit: 64)
        recorder.feed(stream[..<split])
        #expect(recorder.framer.isDetected == (split > 0))
        #expect(recorder.framer.usesHeaders == (split > 0 && usesHeaders))
        recorder.feed(stream[split...])
        recorder.finish()
        #expect(recorder.frames == frames, "split at \(split)")
        #expect(recorder.framer.usesHeaders == usesHeaders)
      }
      for size in [1, 143, stream.count] {
        var recorder = FrameRecorder(limit: 64, stopsEvery: 1)
        recorder.feed(stream, piecesOf: size)
        recorder.finish()
        recorder.resumeAll()
        #expect(recorder.frames == frames, "pieces of \(size)")
      }
    }
  }

  @Test("of all first bytes, C and c begin a header, what JSON begins with a line, and blanks decide nothing")
  func firstBytes() {
    for byte in UInt8.min...UInt8.max {
      var recorder = FrameRecorder()
      recorder.feed([byte])
      let character = Character(Unicode.Scalar(byte))
      #expect(recorder.framer.isDetected == !" \t\r\n".unicodeScalars.contains(Unicode.Scalar(byte)), "byte \(byte)")
      #expect(recorder.framer.usesHeaders == "Cc".contains(character), "byte \(byte)")
      let isKnown = "Cc{[\"-0123456789tfn \t\r\n".unicodeScalars.contains(Unicode.Scalar(byte))
      #expect(recorder.frames == (isKnown ? [] : ["unknown: \(byte)"]), "byte \(byte)")
      recorder.feed("\n{}\n")
      if !isKnown { #expect(recorder.frames.count == 1) }
    }
  }

  @Test("a decision holds: a header after a line is a line, a line after a message is no header")
  func forGood() {
    #expect(
      FrameRecorder.frames(of: "1\nContent-Length: 2\r\n\r\n{}\n", limit: 64) == ["1", "Content-Length: 2", "{}"])
    #expect(
      FrameRecorder.frames(of: "Content-Length: 2\r\n\r\n{}\n[1]\n", limit: 64)
        == ["{}", "malformed: line 1 of the header must end with CR LF, and hold neither of them before"])
    // Also when what would decide otherwise is the first byte of a read.
    var recorder = FrameRecorder(limit: 64)
    recorder.feed("1\n")
    recorder.feed("Content-Length: 2\r\n\r\n{}\n")
    recorder.finish()
    #expect(recorder.frames == ["1", "Content-Length: 2", "{}"])
  }

  @Test("detect looks at the first byte only, and changes nothing later")
  func detect() {
    var framer = MessageFramer()
    Array("".utf8).withUnsafeBytes { framer.detect($0) }
    #expect(!framer.isDetected)
    Array("Co".utf8).withUnsafeBytes { framer.detect($0) }
    #expect(framer.isDetected)
    #expect(framer.usesHeaders)
    Array("{}".utf8).withUnsafeBytes { framer.detect($0) }
    #expect(framer.usesHeaders)
  }

  @Test("a stream that ends before its first byte was one of lines")
  func empty() {
    var recorder = FrameRecorder()
    recorder.feed("")
    recorder.finish()
    #expect(recorder.frames == [])
    #expect(recorder.framer.isFinished)
    #expect(!recorder.framer.isDetected)
  }

  @Test("the limit is that of both framings, and what was too long is told in both")
  func limit() {
    #expect(FrameRecorder.frames(of: "12345\n1234\n123\n", limit: 4) == ["tooLong 5", "1234", "123"])
    #expect(
      FrameRecorder.frames(
        of: "Content-Length: 5\r\n\r\n12345Content-Length: 4\r\n\r\n1234Content-Length: 3\r\n\r\n123", limit: 4)
        == ["tooLong 5", "1234", "123"])
  }

  @Test("a header that is sent says its message's length in decimal")
  func messageHeader() {
    for (length, text) in [
      (0, "Content-Length: 0\r\n\r\n"), (9, "Content-Length: 9\r\n\r\n"), (10, "Content-Length: 10\r\n\r\n"),
      (1_048_576, "Content-Length: 1048576\r\n\r\n"), (Int.max, "Content-Length: 9223372036854775807\r\n\r\n"),
    ] {
      #expect(MessageHeader.withBytes(contentLength: length) { String(decoding: $0, as: UTF8.self) } == text)
      #expect(MessageHeader.count(contentLength: length) == text.utf8.count)
    }
  }
}
