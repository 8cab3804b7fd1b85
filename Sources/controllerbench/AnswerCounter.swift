import Glibc

/// How the answers of a server are told apart.
enum AnswerFormat {
  /// One answer a line, ended by LF.
  case lines
  /// RESP, Redis's protocol: bulk strings with their length in front, and one-line answers.
  case redis
}

/// Counts the answers in a stream of bytes that comes in pieces. Allocates nothing.
struct AnswerCounter {
  /// Why a stream can no longer be followed.
  enum Fault: Error {
    /// Redis answered with an error, or with something that is no answer to a GET or SET.
    case notAnAnswer
  }

  private let format: AnswerFormat

  /// Bytes of the answer that has begun and is not complete.
  private(set) var pending = 0

  /// Complete answers so far.
  private(set) var answers: UInt64 = 0

  /// The size of the answer that was complete last.
  private(set) var lastSize = 0

  /// How many answers were shorter than the one before. A number in the answers may gain digits; but an error between
  /// answers, or an answer that was cut, is followed or preceded by a shorter one.
  private(set) var shortened: UInt64 = 0

  /// RESP: the bytes that are left of a bulk string whose length is known, with its CR LF; nil inside of a first line.
  private var bulkRest: Int?
  private var bulkLength = 0
  private var firstByte: UInt8 = 0

  /// A bulk string is never longer than Redis allows; a length beyond that is none.
  private static let greatestBulk = 512 << 20

  init(_ format: AnswerFormat) { self.format = format }

  /// Counts on.
  ///
  /// - Parameter ends: Called with the offset after each answer's last byte.
  /// - Returns: How many answers were complete with these bytes.
  @inline(__always)
  mutating func count(
    _ bytes: UnsafeRawBufferPointer, ends: (_ offset: Int) -> Void = { _ in }
  ) throws(Fault) -> Int {
    let before = answers
    switch format {
    case .lines: countLines(bytes, ends)
    case .redis: try countReplies(bytes, ends)
    }
    return Int(answers &- before)
  }

  private mutating func complete(size: Int) {
    if size < lastSize { shortened &+= 1 }
    lastSize = size
    answers &+= 1
    pending = 0
  }

  @inline(__always)
  private mutating func countLines(_ bytes: UnsafeRawBufferPointer, _ ends: (Int) -> Void) {
    guard let start = bytes.baseAddress else { return }
    var position = 0
    while position < bytes.count {
      guard let end = memchr(start + position, 0x0A, bytes.count &- position) else {
        pending &+= bytes.count &- position
        return
      }
      let next = UnsafeRawPointer(end) - start + 1
      complete(size: pending &+ next &- position)
      position = next
      ends(position)
    }
  }

  @inline(__always)
  private mutating func countReplies(_ bytes: UnsafeRawBufferPointer, _ ends: (Int) -> Void) throws(Fault) {
    var position = 0
    while position < bytes.count {
      if let rest = bulkRest {
        let taken = min(rest, bytes.count &- position)
        position &+= taken
        pending &+= taken
        bulkRest = rest &- taken
        guard taken == rest else { return }
      } else {
        let isComplete = try takeOfFirstLine(bytes[position])
        position &+= 1
        guard isComplete else { continue }
      }
      bulkRest = nil
      complete(size: pending)
      ends(position)
    }
  }

  /// Takes one byte of an answer's first line.
  ///
  /// - Returns: Whether the answer is complete with it; else, at the line's end, `bulkRest` says what is to come.
  @inline(__always)
  private mutating func takeOfFirstLine(_ byte: UInt8) throws(Fault) -> Bool {
    if pending == 0 {
      guard byte == UInt8(ascii: "$") || byte == UInt8(ascii: "+") else { throw .notAnAnswer }
      firstByte = byte
      bulkLength = 0
    } else if byte == UInt8(ascii: "\n") {
      pending &+= 1
      guard firstByte == UInt8(ascii: "$") else { return true }
      bulkRest = bulkLength &+ 2
      return false
    } else if firstByte == UInt8(ascii: "$"), byte != UInt8(ascii: "\r") {
      let digit = byte &- UInt8(ascii: "0")
      // No digit: a nil answer, `$-1`, which means that the value is gone.
      guard digit < 10, bulkLength <= Self.greatestBulk else { throw .notAnAnswer }
      bulkLength = bulkLength &* 10 &+ Int(digit)
    }
    pending &+= 1
    return false
  }
}
