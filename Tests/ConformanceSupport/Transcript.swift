/// A transcript file: blocks of lines that are sent, with the lines that must come back. Its format is described at the
/// top of `Protocol/transcripts/specification.txt`, and what `controllerd.txt` adds to it at the top of that.
package struct Transcript: Sendable {
  package struct Exchange: Sendable {
    /// Number of the first sent line in the file, for messages.
    package let line: Int
    package var sent: [String] = []
    /// Empty: silence.
    package var expected: [String] = []
  }

  package private(set) var exchanges: [Exchange] = []

  /// All lines that are sent, in order.
  package var sent: [String] { exchanges.flatMap(\.sent) }

  /// All lines that must come back, in order.
  package var expected: [String] { exchanges.flatMap(\.expected) }

  package init(text: String) throws {
    var current: Exchange?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("--> ") {
        if let finished = current, !finished.expected.isEmpty {
          exchanges.append(finished)
          current = nil
        }
        current = current ?? Exchange(line: index + 1)
        current?.sent.append(String(line.dropFirst(4)))
      } else if line.hasPrefix("<-- ") {
        guard current != nil else { throw Malformed(line: index + 1) }
        current?.expected.append(String(line.dropFirst(4)))
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
  package init(named name: String) throws {
    guard let text = Checkout.contents(of: "\(Checkout.path)/Protocol/transcripts/\(name)") else {
      throw Malformed(line: 0)
    }
    try self.init(text: String(decoding: text, as: UTF8.self))
  }

  package struct Malformed: Error {
    package let line: Int
  }
}
