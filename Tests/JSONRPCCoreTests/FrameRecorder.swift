import JSONRPCCore

/// Feeds pieces to a framer that begins undecided, and writes down what comes: a message's text, or what is wrong.
struct FrameRecorder {
  var framer: MessageFramer
  var frames: [String] = []
  /// After how many frames to say `.stop`; 0 is never.
  var stopsEvery = 0

  init(limit: Int = 16, stopsEvery: Int = 0) {
    framer = MessageFramer(limit: limit)
    self.stopsEvery = stopsEvery
  }

  private static func text(_ frame: MessageFramer.Frame) -> String {
    switch frame {
    case .message(let bytes): String(decoding: bytes, as: UTF8.self)
    case .tooLong(let got): "tooLong \(got)"
    case .malformedHeader(let fault): "malformed: \(fault)"
    }
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

  mutating func feed(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { bytes in run { $0.feed(bytes, $1) } }
  }

  mutating func feed(_ text: String) { feed(text.utf8) }

  /// Feeds pieces of a size, as a peer's writes would come.
  mutating func feed(_ bytes: [UInt8], piecesOf size: Int) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + size)
      feed(bytes[start..<end])
      start = end
    }
  }

  mutating func resume() { run { $0.resume($1) } }

  mutating func resumeAll() { while framer.isStopped { resume() } }

  mutating func finish() { run { $0.finish($1) } }

  /// The frames of a whole stream.
  static func frames(of stream: some Collection<UInt8>, limit: Int = 16) -> [String] {
    var recorder = FrameRecorder(limit: limit)
    recorder.feed(stream)
    recorder.finish()
    return recorder.frames
  }

  static func frames(of stream: String, limit: Int = 16) -> [String] { frames(of: Array(stream.utf8), limit: limit) }
}
