extension JSONScanner {
  /// The text of a string that the scanner has accepted, without quotes, with its escapes replaced: valid UTF-8.
  ///
  /// - Parameter contents: The bytes between the quotes (`JSONToken.contents`).
  public static func decoded(_ contents: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(contents.count)
    var index = 0
    while index < contents.count {
      let byte = contents[index]
      guard byte == 0x5C else {
        text.append(byte)
        index += 1
        continue
      }
      precondition(index + 1 < contents.count, "decoded a string that was not validated")
      let escape = contents[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var unit = hexadecimalUnit(contents, at: index)
        index += 4
        if unit & 0xFC00 == 0xD800 {
          unit = 0x10000 + (unit & 0x3FF) << 10 + (hexadecimalUnit(contents, at: index + 2) & 0x3FF)
          index += 6
        }
        appendUTF8(unit, to: &text)
      default: text.append(escape)
      }
    }
    return text
  }
}

private func hexadecimalUnit(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt32 {
  precondition(start + 4 <= bytes.count, "decoded a string that was not validated")
  var unit: UInt32 = 0
  for index in start..<(start + 4) { unit = unit << 4 | UInt32(hexadecimalValue(bytes[index]) ?? 0) }
  return unit
}

/// The value of a hexadecimal digit, or nil.
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

private func appendUTF8(_ scalar: UInt32, to text: inout [UInt8]) {
  switch scalar {
  case ..<0x80:
    text.append(UInt8(truncatingIfNeeded: scalar))
  case ..<0x800:
    text.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  case ..<0x10000:
    text.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  default:
    text.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }
}
