/// The bytes that a transcript's line stands for: `<repeat:N>TEXT</repeat>` is TEXT N times, `<get:NAME>` a value that was
/// given or captured. A line of bytes (`==>`) has escapes, too.
public struct TranscriptText: Sendable {
  private enum Part: Sendable {
    case bytes([UInt8])
    /// A string's text without quotes, or other JSON.
    case text(of: String)
    /// JSON.
    case value(of: String)
  }

  private var parts: [Part] = []

  /// The text as it was written.
  public let source: String

  /// The names of the values that it uses.
  public let uses: Set<String>

  /// - Parameter hasEscapes: Whether `\n`, `\r`, `\t`, `\\` and `\xHH` stand for bytes.
  init(_ source: String, hasEscapes: Bool = false) throws(TranscriptSyntaxError) {
    self.source = source
    let marks = TranscriptMarks.parts(of: try TranscriptMarks.repeated(source))
    uses = Set(
      marks.compactMap { mark in
        guard case .get(let name) = mark else { return nil }
        return name
      })
    var opens = false
    for (index, mark) in marks.enumerated() {
      switch mark {
      case .text(var text):
        // Quotes around a value belong to the mark.
        if opens { text.removeFirst() }
        opens = Self.endsWithQuote(text) && Self.hasQuoteAfterGet(marks, at: index)
        if opens { text.removeLast() }
        parts.append(.bytes(hasEscapes ? try TranscriptMarks.unescaped(text) : Array(text.utf8)))
      case .get(let name): parts.append(opens ? .value(of: name) : .text(of: name))
      }
    }
  }

  private static func endsWithQuote(_ text: String) -> Bool { text.hasSuffix("\"") && !text.hasSuffix("\\\"") }

  private static func hasQuoteAfterGet(_ marks: [TranscriptMarks.Part], at index: Int) -> Bool {
    guard index + 2 < marks.count, case .get = marks[index + 1], case .text(let text) = marks[index + 2] else {
      return false
    }
    return text.hasPrefix("\"")
  }

  /// The bytes, with the values filled in: `"<get:NAME>"` with quotes of its own is replaced by the value's JSON, else the
  /// mark by a string's text. Nil when there is no value of a name.
  public func bytes(_ values: [String: JSONTree]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .bytes(let text): bytes += text
      case .text(let name), .value(let name):
        guard let value = values[name] else { return nil }
        if case .text = part, case .string(_, let spelling) = value {
          bytes += Array(spelling.utf8)
        } else {
          bytes += Array(value.text.utf8)
        }
      }
    }
    return bytes
  }
}
