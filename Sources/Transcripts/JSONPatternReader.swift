/// Makes a pattern of JSON.
struct JSONPatternReader {
  private static let kinds: Set<String> = ["string", "integer", "number", "boolean", "array", "object"]

  var uses: Set<String> = []
  var sets: Set<String> = []

  mutating func node(_ tree: JSONTree) throws(TranscriptSyntaxError) -> JSONPattern.Node {
    switch tree {
    case .null, .boolean, .number: return .scalar(tree)
    case .string(let text, _): return try string(text, tree)
    case .array(let elements): return .array(try nodes(elements))
    case .object(let members):
      if members.count == 1, ["<unordered>", "<including>"].contains(members[0].name) {
        let name = members[0].name
        guard case .array(let elements) = members[0].value else {
          throw TranscriptSyntaxError("\"\(name)\" is followed by an array, of what has to be there in any order")
        }
        return .unordered(try nodes(elements), others: name == "<including>")
      }
      return try object(members)
    }
  }

  private mutating func nodes(_ trees: [JSONTree]) throws(TranscriptSyntaxError) -> [JSONPattern.Node] {
    var nodes: [JSONPattern.Node] = []
    for tree in trees { nodes.append(try node(tree)) }
    return nodes
  }

  private mutating func object(_ members: [JSONTree.Member]) throws(TranscriptSyntaxError) -> JSONPattern.Node {
    var named: [JSONPattern.Member] = []
    var others: JSONPattern.Node?
    for member in members {
      let value = try node(member.value)
      if member.name == "<others>" {
        others = value
        continue
      }
      let optional = TranscriptMarks.argument(of: "optional", in: member.name)
      let name = pieces(optional ?? member.name)
      guard !name.contains(.some) else {
        throw TranscriptSyntaxError("… stands in the name of a member, \"\(member.name)\"; it can stand in values only")
      }
      named.append(JSONPattern.Member(name: name, isOptional: optional != nil, node: value))
    }
    return .object(named, others: others)
  }

  private mutating func string(_ text: String, _ tree: JSONTree) throws(TranscriptSyntaxError) -> JSONPattern.Node {
    if text == "<any>" { return .any }
    if text.hasPrefix("<"), text.hasSuffix(">"), Self.kinds.contains(String(text.dropFirst().dropLast())) {
      return .kind(String(text.dropFirst().dropLast()))
    }
    if let argument = TranscriptMarks.argument(of: "set", in: text) {
      let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= 2, TranscriptMarks.isName(parts[0]), parts.count == 1 || Self.kinds.contains(parts[1]) else {
        let kinds = Self.kinds.sorted().joined(separator: ", ")
        throw TranscriptSyntaxError(
          "\(text) is neither <set:NAME> nor <set:NAME:KIND>, with a name of letters, digits and dashes, and a kind of "
            + kinds)
      }
      sets.insert(parts[0])
      return .capture(parts[0], kind: parts.count == 2 ? parts[1] : nil)
    }
    let pieces = pieces(text)
    if pieces.count == 1, case .recall(let name) = pieces[0] { return .recall(name) }
    let isPlain = pieces.isEmpty || pieces == [.text(text)]
    return isPlain ? .scalar(tree) : .string(pieces)
  }

  /// Cuts a string at its marks.
  private mutating func pieces(_ text: String) -> [JSONPattern.Piece] {
    // Most have none: neither a < nor the first byte of an ellipsis.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == 0xE2 }) else {
      return text.isEmpty ? [] : [.text(text)]
    }
    var pieces: [JSONPattern.Piece] = []
    for part in TranscriptMarks.parts(of: text) {
      switch part {
      case .get(let name):
        uses.insert(name)
        pieces.append(.recall(name))
      case .text(let text):
        for (index, run) in text.split(separator: "…", omittingEmptySubsequences: false).enumerated() {
          // Several in a row are as good as one.
          if index > 0, pieces.last != .some { pieces.append(.some) }
          if !run.isEmpty { pieces.append(.text(String(run))) }
        }
      }
    }
    return pieces
  }
}
