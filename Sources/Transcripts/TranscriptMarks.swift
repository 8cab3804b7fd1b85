/// What stands in angle brackets, and escapes.
enum TranscriptMarks {
  enum Part: Sendable, Hashable {
    case text(String)
    /// `<get:NAME>`
    case get(String)
  }

  /// More than any limit of a message that a kit would want to exceed, so that a slip of the pen does not fill the memory.
  private static let greatestCount = 4_194_304

  /// The argument of a text that is one mark: NAME of `<set:NAME>`.
  static func argument(of mark: String, in text: String) -> String? {
    guard text.hasPrefix("<\(mark):"), text.hasSuffix(">") else { return nil }
    return String(text.dropFirst(mark.count + 2).dropLast())
  }

  /// Whether a value may have the name: ASCII letters, digits and dashes.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// Where a mark stands first. The library's own search would make a program a quarter larger.
  private static func range(of mark: String, in text: Substring) -> Range<String.Index>? {
    var rest = text
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      if text[start...].hasPrefix(mark) { return start..<text.utf8.index(start, offsetBy: mark.utf8.count) }
      rest = text[text.utf8.index(after: start)...]
    }
    return nil
  }

  /// Cuts a text at its `<get:NAME>`.
  static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let start = range(of: "<get:", in: rest),
      let end = rest[start.upperBound...].firstIndex(of: ">"),
      isName(String(rest[start.upperBound..<end]))
    {
      if start.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<start.lowerBound]))) }
      parts.append(.get(String(rest[start.upperBound..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  /// Replaces each `<repeat:N>TEXT</repeat>`.
  static func repeated(_ text: String) throws(TranscriptSyntaxError) -> String {
    var result = ""
    var rest = text[...]
    while let start = range(of: "<repeat:", in: rest) {
      result += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstIndex(of: ">"),
        let count = Int(rest[start.upperBound..<end]), count >= 0,
        let close = range(of: "</repeat>", in: rest[end...])
      else { throw TranscriptSyntaxError("a repetition is written <repeat:N>TEXT</repeat>, with N a whole number") }
      let unit = rest[rest.index(after: end)..<close.lowerBound]
      guard unit.utf8.count.multipliedReportingOverflow(by: count).overflow == false,
        unit.utf8.count * count <= greatestCount
      else { throw TranscriptSyntaxError("<repeat:\(count)> makes more than \(greatestCount) bytes") }
      result += String(repeating: String(unit), count: count)
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  /// The bytes of a text with escapes.
  static func unescaped(_ text: String) throws(TranscriptSyntaxError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
          throw TranscriptSyntaxError("\\x is followed by two hexadecimal digits")
        }
        rest = rest.dropFirst(2)
        bytes.append(value)
      default: throw TranscriptSyntaxError("a backslash in bytes is followed by n, r, t, xHH or another backslash")
      }
    }
    return bytes
  }
}
