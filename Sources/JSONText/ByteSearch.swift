import CJansson

/// Searching in raw bytes.
public enum ByteSearch {
  /// The offset of the first `byte` at or after `start`, or nil.
  ///
  /// Cost: `memchr`, about 1/25 ns a byte. `start` may be the count, then the answer is nil.
  public static func firstOffset(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Int? {
    precondition(start >= 0 && start <= bytes.count, "the search starts outside the bytes")
    guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), bytes.count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// Whether `bytes` are exactly the text of `literal`.
  public static func equal(_ bytes: UnsafeRawBufferPointer, _ literal: StaticString) -> Bool {
    precondition(literal.hasPointerRepresentation, "a one-character StaticString has no pointer")
    let count = literal.utf8CodeUnitCount
    guard bytes.count == count else { return false }
    guard let base = bytes.baseAddress else { return true }
    return memcmp(base, literal.utf8Start, count) == 0
  }

  /// Whether the two ranges hold the same bytes.
  public static func equal(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard one.count == other.count else { return false }
    guard let first = one.baseAddress, let second = other.baseAddress else { return true }
    return memcmp(first, second, one.count) == 0
  }

  /// Marks the first byte of a little-endian word that a string cannot hold as it is: a quote, a backslash, a control
  /// character, or (when `stopsAtNonASCII`) a byte from 0x80 on.
  ///
  /// The lowest set bit is exact; higher ones may be false alarms from borrows.
  @inline(__always)
  static func specials(_ word: UInt64, stopsAtNonASCII: Bool) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    var marks = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
    marks |= (word &- (ones &* 0x20)) & ~word
    if stopsAtNonASCII { marks |= word }
    return marks & highs
  }
}
