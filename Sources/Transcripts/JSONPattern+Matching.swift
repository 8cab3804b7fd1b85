extension JSONPattern {
  /// Compares a message.
  ///
  /// - Parameter values: What was captured so far. What the pattern captures is added when it matches.
  /// - Throws: The first difference.
  public func match(_ message: JSONTree, values: inout [String: JSONTree]) throws(JSONMismatch) {
    var matcher = Matcher(values: values)
    try matcher.match(message, root, at: Place(isMessage: true))
    values = matcher.values
  }

  /// Where in the message something stands.
  private struct Place {
    var pointer = ""
    /// Whether it is a message of its own: the whole, or an element of a batch.
    var isMessage = false
    /// Whether it is the id of a response.
    var isID = false

    /// An element of an array here.
    func element(_ index: Int) -> Place { Place(pointer: "\(pointer)/\(index)", isMessage: pointer.isEmpty) }

    /// A member of an object here.
    func member(_ name: String) -> Place {
      let escaped = name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
      return Place(pointer: "\(pointer)/\(escaped)", isID: isMessage && name == "id")
    }
  }

  private struct Matcher {
    var values: [String: JSONTree]

    mutating func match(_ got: JSONTree, _ node: Node, at place: Place) throws(JSONMismatch) {
      switch node {
      case .any: return
      case .kind(let kind): try check(kind, got, place)
      case .capture(let name, let kind):
        if let kind { try check(kind, got, place) }
        values[name] = got
      case .recall(let name): try matchValue(of: name, got, place)
      case .scalar(let expected): try matchScalar(got, expected, place)
      case .string(let pieces):
        guard let text = got.string, matches(text[...], pieces[...]) else { throw mismatch(node, got, place) }
      case .array(let nodes): try matchArray(got, nodes, node, place)
      case .unordered(let nodes, let others): try matchUnordered(got, nodes, others, node, place)
      case .object(let members, let others): try matchObject(got, members, others, node, place)
      }
    }

    private func matchValue(of name: String, _ got: JSONTree, _ place: Place) throws(JSONMismatch) {
      if let value = values[name] { return try matchScalar(got, value, place) }
      // Who runs a kit need not know what the method answers.
      guard name == "result" else {
        throw JSONMismatch(
          pointer: place.pointer, expected: "the value of <set:\(name)>, which was not captured", got: got.text)
      }
    }

    private func check(_ kind: String, _ got: JSONTree, _ place: Place) throws(JSONMismatch) {
      guard got.kind == kind || kind == "number" && got.kind == "integer" else {
        let article = kind.first.map("aeiou".contains) == true ? "an" : "a"
        throw JSONMismatch(pointer: place.pointer, expected: "\(article) \(kind)", got: got.text)
      }
    }

    private func mismatch(_ node: Node, _ got: JSONTree, _ place: Place) -> JSONMismatch {
      JSONMismatch(pointer: place.pointer, expected: describe(node), got: got.text)
    }

    // MARK: Arrays and objects

    private mutating func matchArray(
      _ got: JSONTree, _ nodes: [Node], _ node: Node, _ place: Place
    ) throws(JSONMismatch) {
      guard case .array(let elements) = got else { throw mismatch(node, got, place) }
      for (index, pair) in zip(elements, nodes).enumerated() { try match(pair.0, pair.1, at: place.element(index)) }
      guard elements.count == nodes.count else { throw count(nodes.count, elements.count, place) }
    }

    private func count(_ expected: Int, _ got: Int, _ place: Place) -> JSONMismatch {
      JSONMismatch(
        pointer: place.pointer, expected: expected == 1 ? "1 element" : "\(expected) elements", got: "\(got)")
    }

    private mutating func matchUnordered(
      _ got: JSONTree, _ nodes: [Node], _ others: Bool, _ node: Node, _ place: Place
    ) throws(JSONMismatch) {
      guard case .array(let elements) = got else { throw mismatch(node, got, place) }
      guard others || elements.count == nodes.count else { throw count(nodes.count, elements.count, place) }
      if let node = try assign(nodes[...], Array(elements.enumerated()), place) {
        throw JSONMismatch(
          pointer: place.pointer, expected: "\(describe(node)) among the elements, in any order", got: got.text)
      }
    }

    /// Gives each node an element of its own.
    ///
    /// - Returns: A node for which there is none; nil when all have one.
    private mutating func assign(
      _ nodes: ArraySlice<Node>, _ elements: [(offset: Int, element: JSONTree)], _ place: Place
    ) throws(JSONMismatch) -> Node? {
      guard let node = nodes.first else { return nil }
      var missing = node
      for (index, candidate) in elements.enumerated() {
        let before = values
        do throws(JSONMismatch) {
          try match(candidate.element, node, at: place.element(candidate.offset))
        } catch {
          continue
        }
        var rest = elements
        rest.remove(at: index)
        guard let other = try assign(nodes.dropFirst(), rest, place) else { return nil }
        missing = other
        values = before
      }
      return missing
    }

    private mutating func matchObject(
      _ got: JSONTree, _ members: [Member], _ others: Node?, _ node: Node, _ place: Place
    ) throws(JSONMismatch) {
      guard case .object(let found) = got else { throw mismatch(node, got, place) }
      var rest = found
      for member in members {
        let name = member.name.map(text).joined()
        let place = place.member(name)
        guard let index = rest.firstIndex(where: { $0.name == name }) else {
          if member.isOptional { continue }
          throw JSONMismatch(pointer: place.pointer, expected: describe(member.node), got: "no such member")
        }
        try match(rest.remove(at: index).value, member.node, at: place)
      }
      for member in rest {
        let place = place.member(member.name)
        guard let others else {
          throw JSONMismatch(pointer: place.pointer, expected: "no such member", got: member.value.text)
        }
        try match(member.value, others, at: place)
      }
    }

    // MARK: Texts and numbers

    private func text(_ piece: Piece) -> String {
      switch piece {
      case .text(let text): return text
      case .some: return "…"
      case .recall(let name):
        let value = values[name] ?? .null
        return value.string ?? value.text
      }
    }

    private func matches(_ got: Substring, _ pieces: ArraySlice<Piece>) -> Bool {
      guard let piece = pieces.first else { return got.isEmpty }
      let rest = pieces.dropFirst()
      guard piece == .some else {
        let start = text(piece)
        return got.hasPrefix(start) && matches(got.dropFirst(start.count), rest)
      }
      return got.indices.contains { matches(got[got.index(after: $0)...], rest) }
    }

    private func matchScalar(_ got: JSONTree, _ expected: JSONTree, _ place: Place) throws(JSONMismatch) {
      let isEqual =
        switch (got, expected) {
        case (.null, .null): true
        case (.boolean(let got), .boolean(let expected)): got == expected
        case (.string(let got, let spelling), .string(let expected, let expectedSpelling)):
          place.isID ? spelling == expectedSpelling : got == expected
        case (.number(let got), .number(let expected)):
          got == expected || !place.isID && Self.isSameNumber(got, expected)
        case (.array, .array), (.object, .object):  // only what was captured
          got.text == expected.text
        default: false
        }
      guard isEqual else { throw JSONMismatch(pointer: place.pointer, expected: expected.text, got: got.text) }
    }

    /// Whether two spellings are of one number: as integers where both are, else as doubles.
    private static func isSameNumber(_ one: String, _ other: String) -> Bool {
      if let one = Int64(one), let other = Int64(other) { return one == other }
      guard let one = Double(one), let other = Double(other) else { return false }
      return one == other
    }

    // MARK: Messages

    /// What a node stands for, with what it recalls filled in.
    private func describe(_ node: Node) -> String {
      switch node {
      case .any: return "any value"
      case .kind(let kind): return "<\(kind)>"
      case .capture(_, let kind): return kind.map { "<\($0)>" } ?? "any value"
      case .recall(let name): return values[name]?.text ?? "any value"
      case .string(let pieces): return "\"\(pieces.map(text).joined())\""
      case .scalar(let tree): return tree.text
      case .array(let nodes): return "[\(nodes.map(describe).joined(separator: ","))]"
      case .unordered(let nodes, let others):
        return "[\((nodes.map(describe) + (others ? ["…"] : [])).joined(separator: ","))] in any order"
      case .object(let members, let others):
        let named = members.filter { !$0.isOptional }.map { "\"\($0.name.map(text).joined())\":\(describe($0.node))" }
        return "{\((named + (others == nil ? [] : ["…"])).joined(separator: ","))}"
      }
    }
  }
}
