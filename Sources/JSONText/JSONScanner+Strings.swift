extension JSONScanner {
  /// Scans a string from its opening quote.
  ///
  /// - Returns: Whether it has escapes.
  @inline(__always)
  mutating func scanString() throws(JSONSyntaxError) -> Bool {
    var hasEscapes = false
    var index = position &+ 1
    while true {
      index = skipPlain(from: index)
      guard index < bytes.count else {
        throw JSONSyntaxError(.unexpectedEnd, at: bytes.count, expected: .stringEnd)
      }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        position = index &+ 1
        return hasEscapes
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index = try scanEscape(at: index)
      } else if byte >= 0x80 {
        index = try scanNonASCII(at: index)
      } else {
        throw JSONSyntaxError(.controlCharacter, at: index, detail: Int(byte))
      }
    }
  }

  /// The first byte from `start` on that needs a closer look, eight bytes at a time.
  @inline(__always)
  private func skipPlain(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let marks = ByteSearch.specials(word, stopsAtNonASCII: true)
      if marks != 0 { return index &+ marks.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index &+= 1
    }
    return index
  }

  /// - Returns: The offset after the escape that begins at `start`.
  private func scanEscape(at start: Int) throws(JSONSyntaxError) -> Int {
    guard start + 1 < bytes.count else {
      throw JSONSyntaxError(.unexpectedEnd, at: bytes.count, expected: .escape)
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      let unit = try scanUnit(ofEscapeAt: start)
      if unit & 0xF800 != 0xD800 { return start + 6 }
      guard unit & 0xFC00 == 0xD800, start + 7 < bytes.count, bytes[start + 6] == UInt8(ascii: "\\"),
        bytes[start + 7] == UInt8(ascii: "u"), try scanUnit(ofEscapeAt: start + 6) & 0xFC00 == 0xDC00
      else { throw JSONSyntaxError(.loneSurrogate, at: start) }
      return start + 12
    default:
      throw JSONSyntaxError(.invalidEscape, at: start, expected: .escape)
    }
  }

  private func scanUnit(ofEscapeAt start: Int) throws(JSONSyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for index in (start + 2)..<(start + 6) {
      guard index < bytes.count else {
        throw JSONSyntaxError(.unexpectedEnd, at: bytes.count, expected: .hexDigits)
      }
      guard let digit = hexadecimalValue(bytes[index]) else {
        throw JSONSyntaxError(.invalidEscape, at: start, expected: .hexDigits)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Validates a run of bytes from 0x80 on (Unicode 16, table 3-7).
  ///
  /// - Returns: The offset after the run.
  private func scanNonASCII(at start: Int) throws(JSONSyntaxError) -> Int {
    var index = start
    while index < bytes.count, bytes[index] >= 0x80 {
      let lead = bytes[index]
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: length = 4
      default: throw JSONSyntaxError(.invalidUTF8, at: index)
      }
      guard index + length <= bytes.count, second.contains(bytes[index + 1]) else {
        throw JSONSyntaxError(.invalidUTF8, at: index)
      }
      for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 {
        throw JSONSyntaxError(.invalidUTF8, at: index)
      }
      index += length
    }
    return index
  }
}
