import HeadlessUIKit
import JSONRPCCore
import JSONText

/// What a scene has in place of what was waited for in vain.
struct WaitShortfall {
  /// For a person, as it stands in a sentence: "n8 (UIButton) has onScreen false, not true".
  let sentence: String
  /// Members of the error's `data`.
  let details: [(name: String, value: ErrorDetail)]
}

extension AwaitedNode {
  /// Looks for the node that is most like what is asked for. Cost: the nodes and their texts, once, when the time is over.
  func shortfall(in scene: HostedScene) -> WaitShortfall? {
    var sentences: [String] = []
    var details: [(name: String, value: ErrorDetail)] = []
    if let revision = condition.revision, scene.application.revision < revision {
      sentences.append("it is at revision \(scene.application.revision), not \(revision)")
      details.append((name: "revision", value: .integer(scene.application.revision)))
    }
    if condition.concernsNodes, matching.contains(where: isThere) != condition.exists {
      let closest = condition.exists ? closestNode : obstacle
      sentences.append(closest?.sentence ?? condition.nothingLikeIt)
      details.append((name: "closest", value: closest.map { .json($0.json) } ?? .null))
    }
    return sentences.isEmpty ? nil : WaitShortfall(sentence: sentences.joined(separator: "; "), details: details)
  }

  /// A node that is what no node should be.
  private var obstacle: NodeCondition.Comparison? {
    guard let id = matching.filter(isThere).min(), let entry = stream.tree.entries[id] else { return nil }
    return condition.compare(id, entry.text, entry.reference.node)
  }

  /// The node that has the most of what is asked for; of equals the oldest.
  private var closestNode: NodeCondition.Comparison? {
    var best: NodeCondition.Comparison?
    for (id, entry) in stream.tree.entries {
      guard let one = condition.compare(id, entry.text, entry.reference.node) else { continue }
      if best.map({ one.score > $0.score || (one.score == $0.score && one.id < $0.id) }) ?? true { best = one }
    }
    return best
  }
}

extension NodeCondition {
  /// A node beside what is asked for.
  struct Comparison {
    let id: NodeID
    /// How much agrees; what says which node is meant counts twice.
    let score: Int
    fileprivate let className: [UInt8]
    fileprivate let differences: [Difference]
  }

  /// A member that is other than it should be; values as JSON.
  fileprivate struct Difference {
    let name: String
    let expected: [UInt8]
    let got: [UInt8]
  }

  /// Members by which a node is told from others, in place of what it is like at the moment.
  private static let telling = ["identifier", "label", "title", "class", "role", "kind"].map { Array("\"\($0)\"".utf8) }

  /// - Returns: Nil for a node that is not called as asked for, or has nothing of the rest.
  func compare(_ nodeID: NodeID, _ text: NodeText, _ node: TreeNode?) -> Comparison? {
    guard isNamed(nodeID, text) else { return nil }
    var score = id == nil && target == nil ? 0 : 1
    var differences: [Difference] = []
    for member in members {
      let found = text.value(of: member.name)
      if agrees(found, with: member.value) {
        if found != nil { score += Self.telling.contains(member.name) ? 2 : 1 }
      } else {
        let name = String(decoding: member.name.dropFirst().dropLast(), as: UTF8.self)
        differences.append(
          Difference(name: name, expected: member.value, got: found.map(Array.init) ?? Array("null".utf8)))
      }
    }
    if let isOnScreen, !isInPlace(node) {
      differences.append(
        Difference(name: "onScreen", expected: Array("\(isOnScreen)".utf8), got: Array("\(!isOnScreen)".utf8)))
    }
    guard score > 0 else { return nil }
    let className = text.value(of: Array("\"class\"".utf8)).map(Array.init) ?? Array("null".utf8)
    return Comparison(id: nodeID, score: score, className: className, differences: differences)
  }

  /// What is said when no node comes close.
  fileprivate var nothingLikeIt: String {
    if let id { return "no node has the id \(id)" }
    if let target { return "no node has the id, identifier, label or title \"\(target.prefix(64))\"" }
    return "no node has anything of it"
  }
}

extension NodeCondition.Comparison {
  /// A value that is longer is left out of the sentence and of the JSON: texts and tables can be of any length.
  private static let mostBytes = 256

  private static func isShort(_ value: [UInt8]) -> Bool { value.count <= mostBytes }

  fileprivate var sentence: String {
    let name = className.first == UInt8(ascii: "\"") ? className.dropFirst().dropLast() : className[...]
    let who = "\(id) (\(String(decoding: name, as: UTF8.self)))"
    guard !differences.isEmpty else { return "\(who) is so" }
    let parts = differences.map { one in
      guard Self.isShort(one.got), Self.isShort(one.expected) else { return "another \(one.name)" }
      return
        "\(one.name) \(String(decoding: one.got, as: UTF8.self)), not \(String(decoding: one.expected, as: UTF8.self))"
    }
    return "\(who) has \(parts.joined(separator: " and "))"
  }

  fileprivate var json: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("node")
    writer.nodeID(id)
    writer.key("class")
    className.withUnsafeBytes { writer.raw($0) }
    writer.key("differs")
    writer.beginArray()
    for one in differences {
      writer.beginObject()
      writer.key("name")
      writer.string(one.name)
      for (key, value) in [("expected", one.expected), ("got", one.got)] where Self.isShort(value) {
        writer.key(key)
        value.withUnsafeBytes { writer.raw($0) }
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}
