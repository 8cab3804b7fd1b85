/// A scene's state as the daemon has told it, kept as `Protocol/README.md` says.
struct StateCopy {
  /// One node: its members but `children`, as they were sent, and the ids of what it holds.
  struct Node: Equatable {
    var members: [String: [UInt8]]
    var children: [String]?

    fileprivate init(_ text: [UInt8]) throws(ConnectionFailure) {
      members = try RawJSON.members(of: text)
      if let list = members.removeValue(forKey: "children") { children = try StateCopy.ids(list) }
    }
  }

  /// What a delta has changed.
  struct Counts {
    var new = 0
    var changed = 0
    var gone = 0
  }

  private(set) var revision: Int
  private(set) var root: String?
  private(set) var focus: String?
  private(set) var nodes: [String: Node] = [:]

  /// From the members of a snapshot: those of `state`, of a `resync`, or of an answer to `getTree`.
  init(_ snapshot: [String: [UInt8]], revision: Int) throws(ConnectionFailure) {
    self.revision = revision
    root = RawJSON.string(snapshot["root"])
    focus = RawJSON.string(snapshot["focus"])
    for (id, text) in try RawJSON.members(of: snapshot["nodes"] ?? []) { nodes[id] = try Node(text) }
  }

  /// Takes the parameters of a delta in.
  ///
  /// - Returns: What it has changed; nil when the copy had it already.
  /// - Throws: `StateFault` when it does not fit the copy.
  mutating func apply(_ delta: [String: [UInt8]]) throws -> Counts? {
    guard let from = RawJSON.integer(delta["from"]), let to = RawJSON.integer(delta["to"]) else {
      throw StateFault("a delta has no from or no to")
    }
    guard to > revision else { return nil }
    guard from <= revision else {
      throw StateFault("a delta leads from \(from) to \(to), and the copy is at \(revision)")
    }
    var counts = Counts()
    let before = nodes.count
    revision = to
    focus = RawJSON.string(delta["focus"])
    if delta["root"] != nil { root = nil }
    for (id, text) in try RawJSON.members(of: delta["nodes"] ?? []) {
      let change = try RawJSON.members(of: text)
      if let new = change["new"] {
        if nodes.updateValue(try Node(new), forKey: id) == nil { counts.new += 1 }
      } else {
        try apply(change, to: id)
        counts.changed += 1
      }
    }
    try forgetUnreached()
    counts.gone = before + counts.new - nodes.count
    return counts
  }

  private mutating func apply(_ change: [String: [UInt8]], to id: String) throws {
    guard var node = nodes[id] else { throw StateFault("\(id) is changed at \(revision), and is not in the copy") }
    if let set = change["set"] { node.members.merge(try RawJSON.members(of: set)) { $1 } }
    for name in try RawJSON.elements(of: change["unset"] ?? Array("[]".utf8)) {
      guard let name = RawJSON.string(name) else { continue }
      if name == "children" { node.children = nil } else { node.members[name] = nil }
    }
    if let children = change["children"] {
      node.children =
        children.first == UInt8(ascii: "[")
        ? try Self.ids(children) : try Self.edited(node.children ?? [], by: RawJSON.members(of: children))
    }
    nodes[id] = node
  }

  private static func edited(_ list: [String], by edit: [String: [UInt8]]) throws -> [String] {
    let removed = Set(try edit["remove"].map(ids) ?? [])
    var list = list.filter { !removed.contains($0) }
    for pair in try RawJSON.elements(of: edit["insert"] ?? Array("[]".utf8)) {
      let pair = try RawJSON.elements(of: pair)
      guard pair.count == 2, let id = RawJSON.string(pair[0]) else { throw StateFault("an insertion is no pair") }
      guard let after = RawJSON.string(pair[1]) else {
        list.insert(id, at: 0)
        continue
      }
      guard let place = list.firstIndex(of: after) else {
        throw StateFault("\(id) is to stand behind \(after), which is not in the list")
      }
      list.insert(id, at: place + 1)
    }
    return list
  }

  fileprivate static func ids(_ list: [UInt8]) throws(ConnectionFailure) -> [String] {
    try RawJSON.elements(of: list).compactMap { RawJSON.string($0) }
  }

  private mutating func forgetUnreached() throws {
    var reached: Set<String> = []
    var rest = root.map { [$0] } ?? []
    while let id = rest.popLast() {
      guard reached.insert(id).inserted else { continue }
      guard let node = nodes[id] else { throw StateFault("\(id) is held at \(revision), and was never told") }
      rest += node.children ?? []
    }
    if reached.count < nodes.count { nodes = nodes.filter { reached.contains($0.key) } }
  }

  /// Where another copy is different; nil: nowhere.
  func difference(from other: StateCopy) -> String? {
    if root != other.root { return "the root is \(root ?? "none"), and should be \(other.root ?? "none")" }
    if focus != other.focus { return "the focus is \(focus ?? "none"), and should be \(other.focus ?? "none")" }
    for id in Set(nodes.keys).union(other.nodes.keys).sorted() where nodes[id] != other.nodes[id] {
      guard let node = nodes[id] else { return "\(id) is missing" }
      guard let other = other.nodes[id] else { return "\(id) should have gone" }
      if node.children != other.children { return "\(id) has other children" }
      let names = Set(node.members.keys).union(other.members.keys).sorted()
      let name = names.first { node.members[$0] != other.members[$0] } ?? ""
      return "\(id) has another \(name)"
    }
    return nil
  }
}

/// What came does not fit what came before.
struct StateFault: Error {
  /// What is wrong, for a person.
  let message: String

  init(_ message: String) { self.message = message }
}
