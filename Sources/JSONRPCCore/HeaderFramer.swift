import JSONText

/// Cuts a stream of bytes into messages that have a header each, as the Language Server Protocol frames them.
///
/// A header is lines of `Name: value` and an empty line; each ends with CR LF, as the protocol demands (a bare LF is a
/// fault: guessing would hide a client that other servers refuse). Names are not case-sensitive; blanks around a value
/// are fine. `Content-Length` must be there once, in decimal; other fields are allowed and ignored, `Content-Type` too,
/// since JSON is UTF-8 whatever it says. The body is that many bytes; blank bodies are skipped, as blank lines are.
///
/// A body that lies wholly in a chunk is handed over in place. What came in part is kept, and no byte is searched twice.
/// Memory: one message and, while stopped, what was fed. After a malformed header there is no telling where a message
/// begins: nothing more is handed over, and what is fed is thrown away.
public struct HeaderFramer {
  /// What the framer hands over. The bytes are valid during the call only.
  public enum Frame {
    /// A message without its header. It may hold LF.
    case message(UnsafeRawBufferPointer)
    /// A message over the limit; `got` bytes were announced (`Int.max` stands for more). Its body is thrown away.
    case tooLong(got: Int)
    /// A header that cannot be read. Nothing comes after it.
    case malformedHeader(HeaderFault)
    /// The first byte of a stream that is neither of lines nor of messages with headers. Nothing comes after it.
    case unknownProtocol(first: UInt8)
  }

  /// What the receiver of a frame wants.
  public typealias FlowControl = LineFramer.FlowControl

  /// 4 KiB a header, its end included: a usual one has 25 bytes, and each has to be kept until it is whole.
  public static let headerLimit = 4096

  /// How many bytes a body may have.
  public let limit: Int

  /// True while frames are held back because the receiver said `.stop`.
  public private(set) var isStopped = false

  /// True once `finish` was called.
  public private(set) var isFinished = false

  /// What comes next in the stream.
  private enum Expectation {
    case header
    /// A body of that many bytes.
    case body(Int)
    /// The rest of a body that was given up.
    case discarded(Int)
    /// Nothing, after a malformed header.
    case nothing
  }

  private var expectation = Expectation.header
  /// The header so far.
  private var header = HeaderBlock()
  /// Bytes that are not handed over yet. While not stopped: a header line's beginning, without LF, or a body's.
  private var held = HeldBytes()

  /// A framer at the start of a stream.
  ///
  /// - Parameter limit: How many bytes a body may have, at least 1.
  public init(limit: Int = Limits.defaultLine) {
    precondition(limit > 0, "a message may have at least one byte")
    self.limit = limit
  }

  /// How many bytes are held.
  public var heldBytes: Int { held.count }

  /// Takes bytes as they were read and hands over the frames that are complete.
  ///
  /// While stopped it only keeps the bytes; the caller is to stop reading. `body` must not use the framer.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    precondition(!isFinished, "bytes after the end of the stream")
    if case .nothing = expectation { return }
    if isStopped {
      held.keep(chunk)
      return
    }
    var position = 0
    if !held.isEmpty {
      guard let end = endOfHeld(in: chunk) else {
        keepPart(chunk, body)
        return
      }
      completeHeld(with: UnsafeRawBufferPointer(rebasing: chunk[..<end]), body)
      position = end
    }
    takeFrames(of: chunk, at: &position, body)
    keepPart(UnsafeRawBufferPointer(rebasing: chunk[position...]), body)
  }

  /// Goes on after `.stop`.
  public mutating func resume(_ body: (Frame) -> FlowControl) {
    guard isStopped else { return }
    isStopped = false
    var position = held.consumed
    var taken = held.take()
    taken.withUnsafeBytes { takeFrames(of: $0, at: &position, body) }
    held.putBack(&taken, consumed: position)
    if case .nothing = expectation { held.forget() }
    if isStopped { return }
    held.compact()
    if isHeaderOverlong { giveUp(.tooLong(limit: Self.headerLimit), body) }
    if isFinished { takeEnd(body) }
  }

  /// The stream has ended; an end inside a message is a malformed header. After `.stop`, `resume` goes on as usual.
  public mutating func finish(_ body: (Frame) -> FlowControl) {
    precondition(!isFinished, "the stream ended twice")
    isFinished = true
    if !isStopped { takeEnd(body) }
  }
}

// MARK: Parts

extension HeaderFramer {
  private static let lineFeed = UInt8(ascii: "\n")

  /// Whether the header that is being read is over the limit, even if its next byte were its last.
  private var isHeaderOverlong: Bool {
    if case .header = expectation { header.count + held.count >= Self.headerLimit } else { false }
  }

  /// Hands over the frames from `position` on. Afterwards `position` is at the first byte that must be kept.
  private mutating func takeFrames(
    of bytes: UnsafeRawBufferPointer, at position: inout Int, _ body: (Frame) -> FlowControl
  ) {
    while position < bytes.count, !isStopped {
      let available = bytes.count - position
      switch expectation {
      case .header:
        guard let end = ByteSearch.firstOffset(of: Self.lineFeed, in: bytes, from: position) else { return }
        let line = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
        position = end + 1
        take(headerLine: line, body)
      case .body(let length):
        guard available >= length else { return }
        let message = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
        position += length
        take(message: message, body)
      case .discarded(let rest):
        position += min(rest, available)
        expectation = rest > available ? .discarded(rest - available) : .header
      case .nothing:
        position = bytes.count
      }
    }
  }

  /// Where in a chunk the header line or the body that is held ends; nil when it goes on.
  private func endOfHeld(in chunk: UnsafeRawBufferPointer) -> Int? {
    guard case .body(let length) = expectation else {
      return ByteSearch.firstOffset(of: Self.lineFeed, in: chunk).map { $0 + 1 }
    }
    let rest = length - held.count
    return rest <= chunk.count ? rest : nil
  }

  /// Hands over what is held, with the bytes that make it whole.
  private mutating func completeHeld(with rest: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    if case .body(let length) = expectation {
      held.makeRoom(for: length, of: length)
      held.keep(rest)
      var whole = held.take()
      whole.withUnsafeBytes { take(message: $0, body) }
      held.putBack(&whole, consumed: whole.count)
    } else {
      // Measured before it is kept: the chunk may bring a line of any length.
      if header.count + held.count + rest.count > Self.headerLimit {
        giveUp(.tooLong(limit: Self.headerLimit), body)
        return
      }
      held.keep(rest)
      var whole = held.take()
      whole.withUnsafeBytes { take(headerLine: UnsafeRawBufferPointer(rebasing: $0.dropLast()), body) }
      held.putBack(&whole, consumed: whole.count)
    }
    held.forget()
  }

  private mutating func take(headerLine line: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    do throws(HeaderFault) {
      guard try header.take(line) else { return }
    } catch {
      giveUp(error, body)
      return
    }
    let length = header.length ?? 0
    header = HeaderBlock()
    if length > limit {
      expectation = .discarded(length)
      hand(.tooLong(got: length), body)
    } else if length > 0 {
      expectation = .body(length)
    }
  }

  private mutating func take(message: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    expectation = .header
    let isBlank = message.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    if !isBlank { hand(.message(message), body) }
  }

  /// The stream has ended where it stands.
  private mutating func takeEnd(_ body: (Frame) -> FlowControl) {
    switch expectation {
    case .header where header.count + held.count > 0: giveUp(.endsInHeader, body)
    case .body(let length): giveUp(.endsInBody(length: length, got: held.count), body)
    case .header, .discarded, .nothing: break
    }
  }

  private mutating func giveUp(_ fault: HeaderFault, _ body: (Frame) -> FlowControl) {
    expectation = .nothing
    held.forget()
    hand(.malformedHeader(fault), body)
  }

  private mutating func hand(_ frame: Frame, _ body: (Frame) -> FlowControl) {
    if body(frame) == .stop { isStopped = true }
  }

  /// Keeps a chunk's rest, in which what is held does not end.
  private mutating func keepPart(_ part: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    if case .nothing = expectation { return }
    if !isStopped {
      switch expectation {
      case .body(let length): held.makeRoom(for: held.count + part.count, of: length)
      case .header where header.count + held.count + part.count >= Self.headerLimit:
        giveUp(.tooLong(limit: Self.headerLimit), body)
        return
      default: break
      }
    }
    held.keep(part)
  }
}
