import Foundation

/// A transcript file: blocks of lines that are sent, with the lines that must come back. Its format is described at the
/// top of `Protocol/transcripts/specification.txt`.
struct Transcript {
  struct Exchange {
    /// Number of the first sent line in the file, for messages.
    let line: Int
    var sent: [String] = []
    /// Nil: silence.
    var expected: String?
  }

  var exchanges: [Exchange] = []

  init(text: String) throws {
    var current: Exchange?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("--> ") {
        if let finished = current, finished.expected != nil {
          exchanges.append(finished)
          current = nil
        }
        current = current ?? Exchange(line: index + 1)
        current?.sent.append(String(line.dropFirst(4)))
      } else if line.hasPrefix("<-- ") {
        guard let open = current, open.expected == nil else { throw Malformed(line: index + 1) }
        current?.expected = String(line.dropFirst(4))
      } else if line.isEmpty {
        if let finished = current { exchanges.append(finished) }
        current = nil
      } else if !line.hasPrefix("#") {
        throw Malformed(line: index + 1)
      }
    }
    if let finished = current { exchanges.append(finished) }
  }

  /// Reads a file of `Protocol/transcripts`.
  init(named name: String) throws {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = checkout.appending(components: "Protocol", "transcripts", name)
    try self.init(text: String(contentsOf: file, encoding: .utf8))
  }

  struct Malformed: Error {
    let line: Int
  }
}
