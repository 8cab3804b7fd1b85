import Transcripts

/// A rule of controllerd's own protocol that is broken on purpose, so that a test can see whether the conformance kit
/// notices. It changes what goes to and fro between a client and a daemon that keeps the rules.
package struct TrafficMutation: Sendable {
  /// What was on a connection before.
  struct Memory {
    var count = 0
    var held: [JSONTree] = []
  }

  package let name: String

  /// The rule that it breaks, as headings of transcripts name it.
  package let rule: String

  /// Changes what the client sends.
  var request: (@Sendable (JSONTree) -> JSONTree)?

  /// Changes what the client gets: nothing in place of a message, or another one, or several.
  var message: (@Sendable (JSONTree, inout Memory) -> [JSONTree])?

  /// Longer lines are passed on as they are: to read a tree of a MiB takes seconds.
  private static let longestMessage = 65_536

  init(_ name: String, _ rule: String) {
    self.name = name
    self.rule = rule
  }

  /// The mutation of a name.
  package static func named(_ name: String) -> TrafficMutation? { all.first { $0.name == name } }

  /// A connection's two directions.
  package struct Connection {
    private let mutation: TrafficMutation?
    private var memory = Memory()

    /// - Parameter mutation: Nil leaves all as it is.
    package init(_ mutation: TrafficMutation?) { self.mutation = mutation }

    /// What the daemon gets of a line of the client's, both without their ends.
    package func toDaemon(_ line: [UInt8]) -> [UInt8] {
      guard let request = mutation?.request, let tree = Self.read(line) else { return line }
      return Array(tree.mapMessages(request).text.utf8)
    }

    /// What the client gets of a line of the daemon's.
    package mutating func toClient(_ line: [UInt8]) -> [[UInt8]] {
      guard let message = mutation?.message, let tree = Self.read(line) else { return [line] }
      return message(tree, &memory).map { Array($0.text.utf8) }
    }

    private static func read(_ line: [UInt8]) -> JSONTree? {
      line.count > longestMessage ? nil : try? JSONTree(parsing: line)
    }
  }
}
