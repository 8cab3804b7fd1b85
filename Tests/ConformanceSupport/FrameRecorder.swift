package import JSONRPCCore

/// Feeds pieces to a framer that begins undecided, and writes down what comes: a message's text, or what is wrong.
package struct FrameRecorder {
  package var framer: MessageFramer
  package var frames: [String] = []
  /// After how many frames to say `.stop`; 0 is never.
  package var stopsEvery = 0

  package init(limit: Int = 16, stopsEvery: Int = 0) {
    framer = MessageFramer(limit: limit)
    self.stopsEvery = stopsEvery
  }

  private static func text(_ frame: MessageFramer.Frame) -> String {
    switch frame {
    case .message(let bytes): text(bytes)
    case .tooLong(let got): "tooLong \(got)"
    case .malformedHeader(let fault): "malformed: \(fault)"
    case .unknownProtocol(let first): "unknown: \(first)"
    }
  }

  /// A message as a text; where it is none, each byte as the character of its number, so that different messages stay
  /// different.
  package static func text(_ message: some Collection<UInt8>) -> String {
    if let text = String(validating: message, as: UTF8.self) { return text }
    var text = "bytes "
    for byte in message { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  private mutating func run(
    _ step: (inout MessageFramer, (MessageFramer.Frame) -> MessageFramer.FlowControl) -> Void
  ) {
    var frames = frames
    let every = stopsEvery
    step(&framer) { frame in
      frames.append(Self.text(frame))
      return every > 0 && frames.count.isMultiple(of: every) ? .stop : .proceed
    }
    self.frames = frames
  }

  package mutating func feed(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { bytes in run { $0.feed(bytes, $1) } }
  }

  package mutating func feed(_ text: String) { feed(text.utf8) }

  /// Feeds pieces of a size, as a peer's writes would come.
  package mutating func feed(_ bytes: [UInt8], piecesOf size: Int) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + size)
      feed(bytes[start..<end])
      start = end
    }
  }

  package mutating func resume() { run { $0.resume($1) } }

  package mutating func resumeAll() { while framer.isStopped { resume() } }

  package mutating func finish() { run { $0.finish($1) } }

  /// The frames of a whole stream.
  package static func frames(of stream: some Collection<UInt8>, limit: Int = 16) -> [String] {
    var recorder = FrameRecorder(limit: limit)
    recorder.feed(stream)
    recorder.finish()
    return recorder.frames
  }

  package static func frames(of stream: String, limit: Int = 16) -> [String] {
    frames(of: Array(stream.utf8), limit: limit)
  }
}
