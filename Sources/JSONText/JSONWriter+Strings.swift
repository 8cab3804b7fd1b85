extension JSONWriter {
  mutating func quote(_ text: StaticString) {
    guard text.hasPointerRepresentation else {
      quote(text.description)
      return
    }
    quote(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func quote(_ text: String) {
    var text = text
    text.withUTF8 { quote(UnsafeRawBufferPointer($0)) }
  }

  /// Escapes only what JSON demands: the quote, the backslash and control characters. All else passes as UTF-8.
  mutating func quote(_ text: UnsafeRawBufferPointer) {
    append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while true {
      index = Self.skipPlain(text, from: index)
      guard index < text.count else { break }
      append(UnsafeRawBufferPointer(rebasing: text[start..<index]))
      escape(text[index])
      index &+= 1
      start = index
    }
    append(UnsafeRawBufferPointer(rebasing: text[start...]))
    append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func skipPlain(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= text.count {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let marks = ByteSearch.specials(word, stopsAtNonASCII: false)
      if marks != 0 { return index &+ marks.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index &+= 1
    }
    return index
  }

  @inline(never)
  private mutating func escape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append(UInt8(ascii: "u"))
      append(UInt8(ascii: "0"))
      append(UInt8(ascii: "0"))
      append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 0xF
      append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }
}
