import Foundation

/// The parts of README.md that can be run.
///
/// A fenced block after a line `<!-- run: NAME -->` is run by a test or by `.ci/run`. In a `console` block, lines that begin
/// with `$ ` are commands (a line that begins with `> ` goes on with the command above) and the lines below each are what
/// it prints, where `…` stands for any text. Blocks of one name are one session of one shell.
struct ReadmeDocument {
  struct Command: Equatable {
    var line: Int
    var text: String
    var output: [String]
  }

  struct Block: Equatable {
    var name: String
    var language: String
    var lines: [String]
    /// The number of the first of `lines`.
    var firstLine: Int
  }

  let blocks: [Block]

  init(text: String) {
    var blocks: [Block] = []
    var mark: String?
    var open: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          if !block.name.isEmpty { blocks.append(block) }
          open = nil
        } else {
          open = Block(name: mark ?? "", language: String(line.dropFirst(3)), lines: [], firstLine: index + 2)
          mark = nil
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("<!-- run: "), line.hasSuffix(" -->") {
        mark = String(line.dropFirst(10).dropLast(4))
      }
    }
    self.blocks = blocks
  }

  /// The commands of the blocks of one name, in order, each with what it should print.
  func commands(of name: String) -> [Command] {
    var commands: [Command] = []
    for block in blocks where block.name == name {
      for (index, line) in block.lines.enumerated() {
        if block.language != "console" {
          commands.append(Command(line: block.firstLine + index, text: line, output: []))
        } else if line.hasPrefix("$ ") {
          commands.append(Command(line: block.firstLine + index, text: String(line.dropFirst(2)), output: []))
        } else if let last = commands.indices.last {
          if line == ">" || line.hasPrefix("> "), commands[last].output.isEmpty {
            commands[last].text += "\n" + line.dropFirst(2)
          } else {
            commands[last].output.append(line)
          }
        }
      }
    }
    return commands
  }

  /// Whether a printed line is what was promised; `…` stands for any text, also for none.
  static func matches(_ actual: String, _ promised: String) -> Bool {
    let parts = promised.components(separatedBy: "…")
    guard parts.count > 1 else { return actual == promised }
    guard actual.hasPrefix(parts[0]) else { return false }
    var rest = actual.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
