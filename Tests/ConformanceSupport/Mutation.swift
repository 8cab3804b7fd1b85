import Transcripts

/// A rule of the protocol that a server breaks on purpose, so that a test can see whether the conformance kit notices. It
/// changes what goes into a server that keeps the rules, or what comes out.
package struct Mutation: Sendable {
  /// What it is called on a command line.
  package let name: String

  /// The rule that it breaks, as headings of transcripts name it.
  package let rule: String

  /// Changes a line before it is read.
  var line: (@Sendable ([UInt8]) -> [UInt8])?

  /// Changes a request, alone or in a batch.
  var request: (@Sendable (JSONTree) -> JSONTree)?

  /// Changes a response, alone or in a batch.
  var response: (@Sendable (JSONTree) -> JSONTree)?

  /// Changes what comes back for a line: what was sent, nil when it is not JSON, and the answer, nil for silence.
  var answers: (@Sendable (JSONTree?, [UInt8], JSONTree?) -> [JSONTree])?

  /// Changes the order of what comes back for the lines of one read.
  var reorder: (@Sendable ([[UInt8]]) -> [[UInt8]])?

  /// Whether the connection is closed after an answer.
  var closing: (@Sendable (JSONTree) -> Bool)?

  /// Whether a last line without a line feed is thrown away.
  package var ignoresLastLine = false

  /// Longer lines are not changed as requests: what is wrong shows in short ones, and to read a tree of a MiB takes seconds.
  private static let longestRequest = 65_536

  init(_ name: String, _ rule: String) {
    self.name = name
    self.rule = rule
  }

  /// The mutation of a name.
  package static func named(_ name: String) -> Mutation? { all.first { $0.name == name } }

  /// What comes back for a line, and whether the connection is closed then.
  package func answers(to line: [UInt8], by server: SpecificationServer) -> (answers: [[UInt8]], closes: Bool) {
    let line = self.line?(line) ?? line
    let sent = line.count > Self.longestRequest ? nil : try? JSONTree(parsing: line)
    var changed = line
    if let request, let sent { changed = Array(sent.mapMessages(request).text.utf8) }
    let answer = server.send(changed).flatMap { try? JSONTree(parsing: Array($0.utf8)) }
    var trees = answers?(sent, line, answer) ?? answer.map { [$0] } ?? []
    if let response { trees = trees.map { $0.mapMessages(response) } }
    return (trees.map { Array($0.text.utf8) }, answer.flatMap { closing?($0) } ?? false)
  }

  /// What comes back for the lines of one read, in the order in which it is sent.
  package func ordered(_ answers: [[UInt8]]) -> [[UInt8]] { reorder?(answers) ?? answers }
}
