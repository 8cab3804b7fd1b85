import JSONText

/// Draws the nodes of `getTree` as an outline.
enum TreeText {
  /// The outline, without a line feed at its end.
  static func make(_ result: [UInt8]) throws(ConnectionFailure) -> [UInt8] {
    let tree = try Reading.value(result)
    guard let root = tree["root"]?.string, let nodes = tree["nodes"] else {
      throw ConnectionFailure("the daemon's tree has no root or no nodes")
    }
    var lines = ["\(tree["scene"]?.plain ?? "?"), revision \(tree["revision"]?.plain ?? "?")"]
    var drawing = Drawing(nodes: nodes, focus: tree["focus"]?.string)
    drawing.draw(root, prefix: "", isLast: true)
    lines += drawing.lines
    return Array(lines.joined(separator: "\n").utf8)
  }

  private struct Drawing {
    let nodes: JSONValue
    let focus: String?
    var lines: [String] = []

    mutating func draw(_ id: String, prefix: String, isLast: Bool) {
      guard let node = nodes[id] else { return }
      lines.append(prefix + (isLast ? "└─ " : "├─ ") + describe(id, node))
      let children = node["children"]?.elements.compactMap(\.string) ?? []
      for (index, child) in children.enumerated() {
        draw(child, prefix: prefix + (isLast ? "   " : "│  "), isLast: index == children.count - 1)
      }
    }

    /// Class, text, id, and what differs from a usual node.
    private func describe(_ id: String, _ node: JSONValue) -> String {
      var words = [node["class"]?.string ?? "?"]
      if let text = node["label"]?.string ?? node["title"]?.string {
        words.append("\"\(text.withoutControls)\"")
      }
      if let system = node["systemItem"]?.string { words.append("(\(system))") }
      if let options = node["options"]?.elements {
        words.append("[\(options.map { ($0["label"]?.string ?? "").withoutControls }.joined(separator: " | "))]")
      }
      if let value = node["value"] { words.append("= \(value.plain)") }
      words.append(id)
      if let identifier = node["identifier"]?.plain { words.append("#\(identifier)") }
      if let appearance = node["appearance"]?.string { words.append(appearance) }
      if node["isViewLoaded"]?.bool == false { words.append("(view not loaded)") }
      for state in ["hidden", "disabled", "selected"] where node[state]?.bool == true { words.append("(\(state))") }
      if id == focus { words.append("(focus)") }
      return words.joined(separator: " ")
    }
  }
}
