import JSONText

/// Cuts a stream of bytes into lines.
///
/// A line ends with LF; a CR before it is not part of the line; lines of white space are skipped. A line that lies wholly
/// in a chunk is handed over in place. A partial line is kept and its bytes are searched only once. Memory: one line
/// and, while stopped, what was fed.
public struct LineFramer {
  /// What the framer hands over. The bytes are valid during the call only.
  public enum Frame {
    /// A line without its end.
    case line(UnsafeRawBufferPointer)
    /// A line over the limit; `got` bytes of it had come when it was given up. The rest is thrown away up to the next LF.
    case tooLong(got: Int)
  }

  /// What the receiver of a frame wants.
  public enum FlowControl: Sendable, Hashable {
    /// The next frame.
    case proceed
    /// No more frames until `resume`.
    case stop
  }

  /// How many bytes a line may have, its end not counted.
  public let limit: Int

  /// True while frames are held back because the receiver said `.stop`.
  public private(set) var isStopped = false

  /// True once `finish` was called.
  public private(set) var isFinished = false

  /// Bytes that are not handed over yet. While not stopped: a line's beginning, without LF.
  private var held = HeldBytes()

  /// True inside a line that was given up.
  private var isDiscarding = false

  /// A framer at the start of a stream.
  ///
  /// - Parameter limit: How many bytes a line may have, at least 1.
  public init(limit: Int = Limits.defaultLine) {
    precondition(limit > 0, "a line may have at least one byte")
    self.limit = limit
  }

  /// How many bytes are held.
  public var heldBytes: Int { held.count }

  /// Takes bytes as they were read and hands over the frames that are complete.
  ///
  /// While stopped it only keeps the bytes; the caller is to stop reading. `body` must not use the framer.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    precondition(!isFinished, "bytes after the end of the stream")
    guard let last = chunk.last else { return }
    if isStopped {
      held.keep(chunk)
      return
    }
    var position = 0
    if !held.isEmpty {
      guard let end = ByteSearch.firstOffset(of: Self.lineFeed, in: chunk) else {
        if isOverlong(held.count + chunk.count, last: last) {
          giveUpHeldLine(got: held.count + chunk.count, body)
        } else {
          held.keep(chunk)
        }
        return
      }
      position = end + 1
      completeHeldLine(with: UnsafeRawBufferPointer(rebasing: chunk[0..<end]), body)
    }
    if !isStopped { takeLines(of: chunk, at: &position, body) }
    held.keep(chunk, from: position)
  }

  /// Goes on after `.stop`.
  public mutating func resume(_ body: (Frame) -> FlowControl) {
    guard isStopped else { return }
    isStopped = false
    var position = held.consumed
    var taken = held.take()
    taken.withUnsafeBytes { takeLines(of: $0, at: &position, body) }
    held.putBack(&taken, consumed: position)
    if !isStopped { held.compact() }
  }

  /// The stream has ended: what is left is the last line. After `.stop`, `resume` goes on as usual.
  public mutating func finish(_ body: (Frame) -> FlowControl) {
    precondition(!isFinished, "the stream ended twice")
    isFinished = true
    guard !isStopped else { return }
    isStopped = true
    resume(body)
  }
}

// MARK: Parts

extension LineFramer {
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Hands over the lines from `position` on. Afterwards `position` is at the first byte that must be kept.
  private mutating func takeLines(
    of bytes: UnsafeRawBufferPointer, at position: inout Int, _ body: (Frame) -> FlowControl
  ) {
    while position < bytes.count, !isStopped {
      let end = ByteSearch.firstOffset(of: Self.lineFeed, in: bytes, from: position)
      let line = UnsafeRawBufferPointer(rebasing: bytes[position..<(end ?? bytes.count)])
      if end == nil, !isFinished {
        if isDiscarding {
          position = bytes.count
        } else if isOverlong(line.count, last: line.last ?? 0) {
          position = bytes.count
          isDiscarding = true
          hand(.tooLong(got: line.count), body)
        }
        return
      }
      position = end.map { $0 + 1 } ?? bytes.count
      if isDiscarding { isDiscarding = false } else { hand(line, body) }
    }
  }

  /// Hands over a whole line, unless it is blank.
  private mutating func hand(_ line: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    var count = line.count
    if count > 0, line[count - 1] == Self.carriageReturn { count -= 1 }
    if count > limit {
      hand(.tooLong(got: count), body)
      return
    }
    for index in 0..<count {
      let byte = line[index]
      guard byte == 0x20 || byte == 0x09 || byte == Self.carriageReturn else {
        hand(.line(UnsafeRawBufferPointer(rebasing: line[0..<count])), body)
        return
      }
    }
  }

  private mutating func hand(_ frame: Frame, _ body: (Frame) -> FlowControl) {
    if body(frame) == .stop { isStopped = true }
  }

  /// Whether a line whose end has not come yet is over the limit; a CR may still turn out to belong to its end.
  private func isOverlong(_ count: Int, last: UInt8) -> Bool {
    count > limit && !(count == limit + 1 && last == Self.carriageReturn)
  }

  private mutating func giveUpHeldLine(got: Int, _ body: (Frame) -> FlowControl) {
    held.forget()
    isDiscarding = true
    hand(.tooLong(got: got), body)
  }

  private mutating func completeHeldLine(with rest: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    let count = held.count + rest.count
    if isOverlong(count, last: rest.last ?? held.bytes.last ?? 0) {
      held.forget()
      hand(.tooLong(got: count), body)
      return
    }
    held.keep(rest)
    var line = held.take()
    line.withUnsafeBytes { hand($0, body) }
    held.putBack(&line, consumed: line.count)
    held.forget()
  }
}
