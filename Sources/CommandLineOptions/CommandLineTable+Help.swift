extension CommandLineTable {
  /// What terminals have had since they were paper.
  private static let width = 80

  /// Where the explanations begin; a longer option has its explanation on the next line.
  private static let helpColumn = 28

  /// What `--help` prints, with its last LF, no line wider than 80 columns (unless one word is).
  public var helpText: String {
    var lines: [String] = []
    for (index, form) in usage.enumerated() {
      let lead = index == 0 ? "Usage: " : "  or:  "
      lines += Self.wrap("\(program) \(form)", first: lead, indent: lead.count + program.count + 1)
    }
    lines += Self.wrap(summary, first: "", indent: 0) + ["", "Options:"]
    for option in options {
      let letter = option.letter.map { "-\($0), " } ?? "    "
      let spelling = "  \(letter)--\(option.name)" + (option.argument.map { "=\($0)" } ?? "")
      let help = option.help + (option.isRepeatable ? " Can be given more than once." : "")
      if spelling.count + 2 <= Self.helpColumn {
        let padding = String(repeating: " ", count: Self.helpColumn - spelling.count)
        lines += Self.wrap(help, first: spelling + padding, indent: Self.helpColumn)
      } else {
        let padding = String(repeating: " ", count: Self.helpColumn)
        lines += [spelling] + Self.wrap(help, first: padding, indent: Self.helpColumn)
      }
    }
    for note in notes {
      lines += [""] + Self.wrap(note, first: "", indent: 0)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Breaks a paragraph at its spaces.
  ///
  /// - Parameters:
  ///   - first: What the first line begins with.
  ///   - indent: Spaces at the beginning of the others.
  private static func wrap(_ text: String, first: String, indent: Int) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
