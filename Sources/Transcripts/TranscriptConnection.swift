/// A connection of a case that runs: cuts what comes into messages.
final class TranscriptConnection {
  /// What the next message is.
  enum Next {
    case message([UInt8])
    case end
    case nothing(String)
  }

  /// More than any server has reason to send in one message.
  private static let longestMessage = 67_108_864
  /// More than a header has.
  private static let longestHeader = 16_384

  private let channel: any TranscriptChannel
  private let usesHeaders: Bool
  private var received: [UInt8] = []
  /// How much of `received` was looked at for the end of a line.
  private var searched = 0

  /// Whether we have ended our direction.
  private(set) var hasEndedInput = false

  /// Whether the server has ended its direction.
  private(set) var hasEnded = false

  init(_ channel: any TranscriptChannel, usesHeaders: Bool) {
    self.channel = channel
    self.usesHeaders = usesHeaders
  }

  func send(message: [UInt8]) throws(TranscriptFault) {
    if usesHeaders {
      try channel.send(Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message)
    } else {
      try channel.send(message + [UInt8(ascii: "\n")])
    }
  }

  func send(bytes: [UInt8]) throws(TranscriptFault) { try channel.send(bytes) }

  func endInput() {
    hasEndedInput = true
    channel.endInput()
  }

  func close() { channel.close() }

  /// Begins to wait for something, for which any number of messages may be looked at.
  func beginWait() { channel.beginWait() }

  /// Waits for the next message.
  func next() throws(TranscriptFault) -> Next {
    while true {
      if let message = try usesHeaders ? takeBody() : takeLine() { return .message(message) }
      if hasEnded { return try theEnd() }
      switch try channel.receive() {
      case .bytes(let bytes):
        received += bytes
        guard received.count <= Self.longestMessage else {
          throw TranscriptFault("the server sent more than \(Self.longestMessage) bytes in one message, or unasked")
        }
      case .end: hasEnded = true
      case .nothing(let patience): return .nothing(patience)
      }
    }
  }

  private func theEnd() throws(TranscriptFault) -> Next {
    guard received.isEmpty else {
      throw TranscriptFault("the connection ended inside a message: \(TranscriptRunner.shown(received))")
    }
    return .end
  }

  private func takeLine() -> [UInt8]? {
    guard let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = received.count
      return nil
    }
    searched = 0
    defer { received.removeSubrange(...end) }
    return Array(received[..<end])
  }

  private func takeBody() throws(TranscriptFault) -> [UInt8]? {
    if let first = received.first, !Character(Unicode.Scalar(first)).isLetter {
      throw TranscriptFault("expected a header, got \(TranscriptRunner.shown(received))")
    }
    guard let end = endOfHeader else {
      guard received.count > Self.longestHeader else { return nil }
      throw TranscriptFault(
        "a header did not end within \(Self.longestHeader) bytes: \(TranscriptRunner.shown(received))")
    }
    let header = String(decoding: received[..<end], as: UTF8.self)
    let fields = header.split(separator: "\r\n").map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    let lengths = fields.filter { $0.first?.lowercased() == "content-length" }
    guard lengths.count == 1, lengths[0].count == 2,
      let length = Int(lengths[0][1].filter { $0 != " " }), length >= 0
    else { throw TranscriptFault("expected a header with one Content-Length, got \(TranscriptRunner.shown(received))") }
    guard received.count - end >= length else { return nil }
    defer { received.removeSubrange(..<(end + length)) }
    return Array(received[end..<(end + length)])
  }

  /// Where the body begins; nil while the header is not whole.
  private var endOfHeader: Int? {
    let blank = Array("\r\n\r\n".utf8)
    return received.prefix(Self.longestHeader).indices.first { received[$0...].starts(with: blank) }.map { $0 + 4 }
  }
}
