extension JSONWriter {
  /// Writes a name of our own code in quotes, after a comma where asked, with a colon.
  ///
  /// Names in the code are plain; to look at each of them in each answer would be an eighth of its cost. A debug build, as
  /// the tests are, looks.
  mutating func name(_ text: StaticString, comma: Bool) {
    guard text.hasPointerRepresentation else {
      quote(text.description, comma: comma, colon: true)
      return
    }
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    assert(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }, "a name in the code has to be escaped: \(text)")
    reserve(bytes.count &+ 4)
    var end = count
    withStorage { target in
      if comma {
        target[end] = UInt8(ascii: ",")
        end &+= 1
      }
      target[end] = UInt8(ascii: "\"")
      target.baseAddress.map { ($0 + end + 1).copyMemory(from: text.utf8Start, byteCount: bytes.count) }
      end &+= bytes.count &+ 1
      target[end] = UInt8(ascii: "\"")
      target[end &+ 1] = UInt8(ascii: ":")
      end &+= 2
    }
    advance(to: end)
  }

  /// Writes `text` in quotes, after a comma and before a colon where asked.
  mutating func quote(_ text: StaticString, comma: Bool, colon: Bool) {
    guard text.hasPointerRepresentation else {
      quote(text.description, comma: comma, colon: colon)
      return
    }
    quote(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), comma: comma, colon: colon)
  }

  mutating func quote(_ text: String, comma: Bool, colon: Bool) {
    var text = text
    text.withUTF8 { quote(UnsafeRawBufferPointer($0), comma: comma, colon: colon) }
  }

  /// Escapes only what JSON demands: the quote, the backslash and control characters. All else passes as UTF-8.
  mutating func quote(_ text: UnsafeRawBufferPointer, comma: Bool, colon: Bool) {
    // Room for all of it when nothing is to be escaped, which is the usual case: one check instead of one a part.
    reserve(text.count &+ 4)
    var end = count
    let plain = withStorage { target in
      if comma {
        target[end] = UInt8(ascii: ",")
        end &+= 1
      }
      target[end] = UInt8(ascii: "\"")
      end &+= 1
      let plain = Self.copyPlain(text, from: 0, to: target, at: end)
      end &+= plain
      if plain == text.count {
        target[end] = UInt8(ascii: "\"")
        end &+= 1
        if colon {
          target[end] = UInt8(ascii: ":")
          end &+= 1
        }
      }
      return plain
    }
    advance(to: end)
    if plain < text.count { quoteRest(of: text, from: plain, colon: colon) }
  }

  /// The rest of a string that has something to escape at `start`.
  @inline(never)
  private mutating func quoteRest(of text: UnsafeRawBufferPointer, from start: Int, colon: Bool) {
    var index = start
    while index < text.count {
      escape(text[index])
      index &+= 1
      reserve(text.count &- index)
      let end = count
      let plain = withStorage { Self.copyPlain(text, from: index, to: $0, at: end) }
      advance(to: end &+ plain)
      index &+= plain
    }
    append(UInt8(ascii: "\""))
    if colon { append(UInt8(ascii: ":")) }
  }

  /// Copies bytes until one must be escaped, eight at a time.
  ///
  /// - Returns: How many were copied.
  @inline(__always)
  private static func copyPlain(
    _ text: UnsafeRawBufferPointer, from start: Int, to target: UnsafeMutableRawBufferPointer, at end: Int
  ) -> Int {
    var index = start
    var place = end
    while index &+ 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if ByteSearch.specials(UInt64(littleEndian: word), stopsAtNonASCII: false) != 0 { break }
      target.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      index &+= 8
      place &+= 8
    }
    // The last bytes as a word that overlaps the one before: looking at them one by one would cost more than all others.
    let rest = text.count &- index
    if rest > 0, rest < 8, index &- start >= 8 {
      let word = text.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
      if ByteSearch.specials(UInt64(littleEndian: word), stopsAtNonASCII: false) == 0 {
        target.storeBytes(of: word, toByteOffset: place &- (8 &- rest), as: UInt64.self)
        return text.count &- start
      }
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      target[place] = byte
      index &+= 1
      place &+= 1
    }
    return index &- start
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
