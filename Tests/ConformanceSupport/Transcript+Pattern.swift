extension Transcript {
  /// Whether a line is what a transcript expects.
  package static func matches(_ line: String, _ expected: String) -> Bool { Pattern(expected).matches(line) }

  /// A line that must come back, where `…` stands for one or more bytes that are no quotation mark, and `……` for any
  /// bytes.
  package struct Pattern: Sendable {
    private enum Piece: Equatable {
      case text([UInt8])
      case word
      case anything
    }

    /// Two wildcards never meet.
    private var pieces: [Piece] = []

    package init(_ expected: String) {
      for character in expected.unicodeScalars {
        switch (character, pieces.last) {
        case ("…", .word): pieces[pieces.count - 1] = .anything
        case ("…", _): pieces.append(.word)
        case (_, .text(let text)): pieces[pieces.count - 1] = .text(text + Array(String(character).utf8))
        default: pieces.append(.text(Array(String(character).utf8)))
        }
      }
    }

    /// Whether a line is what is expected.
    package func matches(_ line: String) -> Bool { Self.matches(Array(line.utf8)[...], pieces[...]) }

    private static func matches(_ line: ArraySlice<UInt8>, _ pieces: ArraySlice<Piece>) -> Bool {
      guard let first = pieces.first else { return line.isEmpty }
      let rest = pieces.dropFirst()
      switch first {
      case .text(let text):
        return line.starts(with: text) && matches(line.dropFirst(text.count), rest)
      case .anything:
        // Usually the end follows, and then there is one place where it can be.
        if rest.count == 1, case .text(let end) = rest.first {
          return line.count >= end.count && line.suffix(end.count) == end[...]
        }
        return line.indices.contains { matches(line[$0...], rest) } || matches([], rest)
      case .word:
        let ends = line.prefix { $0 != UInt8(ascii: "\"") }.indices.map { $0 + 1 }
        return ends.contains { matches(line[$0...], rest) }
      }
    }
  }
}
