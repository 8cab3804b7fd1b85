/// Finds the modules that a Swift source file imports, without compiling it.
enum ImportScanner {
  /// The modules' names in the order of the text, submodules and declarations cut off (`struct Glibc.stat` is `Glibc`).
  static func modules(in source: String) -> [String] {
    statements(in: source).compactMap { statement in
      guard let position = statement.firstIndex(of: "import"), position + 1 < statement.count else { return nil }
      let before = statement[..<position]
      guard before.allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) }) else { return nil }
      var name = statement[position + 1]
      if declarationKinds.contains(name), position + 2 < statement.count { name = statement[position + 2] }
      return String(name.prefix { $0 != "." })
    }
  }

  private static let accessLevels: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "preconcurrency",
  ]
  private static let declarationKinds: Set<String> = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]

  /// Words of each line (or part between semicolons); an attribute with its parentheses is one word.
  private static func statements(in source: String) -> [[String]] {
    code(of: source).split(whereSeparator: { $0.isNewline || $0 == ";" }).map { line in
      var words: [String] = []
      var word = ""
      var depth = 0
      for character in line {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if character.isWhitespace, depth <= 0 {
          if !word.isEmpty { words.append(word) }
          word = ""
        } else {
          word.append(character)
        }
      }
      if !word.isEmpty { words.append(word) }
      return words
    }
  }

  /// The text with comments, and what is between quotation marks, left out. Lines stay lines.
  private static func code(of source: String) -> String {
    var result = ""
    var rest = Substring(source)
    var commentDepth = 0
    var quotation: String?
    while let character = rest.first {
      if let closing = quotation {
        if rest.hasPrefix(closing) {
          rest = rest.dropFirst(closing.count)
          quotation = nil
        } else {
          // A one-line literal ends with its line at the latest, so that a mistake here costs one line.
          if character.isNewline, closing == "\"" { quotation = nil }
          if character.isNewline { result.append(character) }
          rest = rest.dropFirst(character == "\\" ? 2 : 1)
        }
      } else if rest.hasPrefix("/*") {
        commentDepth += 1
        rest = rest.dropFirst(2)
      } else if commentDepth > 0 {
        if rest.hasPrefix("*/") { commentDepth -= 1 }
        if character.isNewline { result.append(character) }
        rest = rest.dropFirst(rest.hasPrefix("*/") ? 2 : 1)
        if commentDepth == 0, !character.isNewline { result.append(" ") }
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if character == "\"" {
        let opening = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        quotation = opening
        rest = rest.dropFirst(opening.count)
        result.append("\"")
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
