import Foundation

/// What a client of the state protocol keeps: written from `Protocol/README.md`, for tests.
struct StateCopy {
  private(set) var stream = ""
  private(set) var revision = 0
  private(set) var root: String?
  private(set) var focus: String?
  private(set) var nodes: [String: [String: Any]] = [:]
  /// What was wrong with what came, in a sentence each.
  private(set) var faults: [String] = []
  private(set) var resyncs = 0
  private(set) var deltas = 0
  /// Lists that were told by what has moved in them.
  private(set) var keyedMoves = 0

  /// From a scene's entry in the answer to `subscribe`.
  init(_ scene: [String: Any]) {
    guard let state = scene["state"] as? [String: Any] else {
      faults.append("no state in \(scene)")
      return
    }
    take(snapshot: state, revision: scene["revision"])
  }

  /// Goes on after a new subscription.
  mutating func resume(_ scene: [String: Any]) {
    guard let state = scene["state"] as? [String: Any] else { return faults.append("no state in \(scene)") }
    stream = state["stream"] as? String ?? ""
    guard state["how"] as? String == "resumed" else {
      return take(snapshot: state, revision: scene["revision"])
    }
    for delta in state["deltas"] as? [[String: Any]] ?? [] { apply(delta) }
    let reached = scene["revision"] as? Int ?? -1
    if reached < revision { faults.append("resumed at \(reached) with \(revision)") }
    revision = reached
  }

  /// Takes a line that was sent.
  mutating func take(_ message: [String: Any]) {
    let params = message["params"] as? [String: Any] ?? [:]
    guard params["stream"] as? String == stream else { return }
    switch message["method"] as? String {
    case "delta": apply(params)
    case "resync":
      resyncs += 1
      if let merged = params["merged"] as? [String: Any], merged["from"] as? Int != revision {
        faults.append("resync from \(merged), copy at \(revision)")
      }
      take(snapshot: params, revision: params["revision"])
    default: break
    }
  }

  private mutating func take(snapshot: [String: Any], revision: Any?) {
    stream = snapshot["stream"] as? String ?? ""
    self.revision = revision as? Int ?? -1
    root = snapshot["root"] as? String
    focus = snapshot["focus"] as? String
    nodes = snapshot["nodes"] as? [String: [String: Any]] ?? [:]
    if reached() != Set(nodes.keys) { faults.append("a snapshot with nodes that the root does not reach") }
  }

  private mutating func apply(_ delta: [String: Any]) {
    deltas += 1
    guard let from = delta["from"] as? Int, let to = delta["to"] as? Int else {
      return faults.append("a delta without from and to")
    }
    guard to > revision else { return }
    guard from <= revision else { return faults.append("a delta from \(from), copy at \(revision)") }
    revision = to
    focus = delta["focus"] as? String
    if delta["root"] is NSNull {
      root = nil
      nodes = [:]
      return
    }
    for (id, change) in delta["nodes"] as? [String: [String: Any]] ?? [:] { apply(change, to: id) }
    let kept = reached()
    for id in kept where nodes[id] == nil { faults.append("\(id) is held and was never told, at \(to)") }
    nodes = nodes.filter { kept.contains($0.key) }
  }

  private mutating func apply(_ change: [String: Any], to id: String) {
    if let new = change["new"] as? [String: Any] {
      if nodes[id] != nil { faults.append("\(id) is told as new and is there, at \(revision)") }
      nodes[id] = new
      return
    }
    guard nodes[id] != nil else { return faults.append("\(id) is changed and is not there, at \(revision)") }
    for (name, value) in change["set"] as? [String: Any] ?? [:] { nodes[id]?[name] = value }
    for name in change["unset"] as? [String] ?? [] { nodes[id]?[name] = nil }
    if let list = change["children"] as? [String] { nodes[id]?["children"] = list }
    guard let edit = change["children"] as? [String: Any] else { return }
    let removals = Set(edit["remove"] as? [String] ?? [])
    if !removals.isEmpty, edit["insert"] != nil { keyedMoves += 1 }
    var list = (nodes[id]?["children"] as? [String] ?? []).filter { !removals.contains($0) }
    for pair in edit["insert"] as? [[Any]] ?? [] {
      guard let new = pair.first as? String else { continue }
      let place = (pair.last as? String).map { after in (list.firstIndex(of: after) ?? -2) + 1 } ?? 0
      if place < 0 { faults.append("\(new) stands behind what is not there, at \(revision)") }
      list.insert(new, at: max(place, 0))
    }
    nodes[id]?["children"] = list
  }

  private func reached() -> Set<String> {
    var seen: Set<String> = []
    var rest = root.map { [$0] } ?? []
    while let id = rest.popLast() {
      guard seen.insert(id).inserted else { continue }
      rest += nodes[id]?["children"] as? [String] ?? []
    }
    return seen
  }

  /// Whether it is what `getTree` has answered; of a narrowed scope perhaps at a later revision.
  func isEqual(to tree: [String: Any], isWhole: Bool = true) -> Bool {
    let present = tree["revision"] as? Int ?? -1
    return root == tree["root"] as? String && focus == tree["focus"] as? String
      && nodes as NSDictionary == tree["nodes"] as? NSDictionary
      && (isWhole ? revision == present : revision <= present)
  }

  /// One text for equal states.
  var canonical: String { Self.canonical(root: root, focus: focus, nodes) }

  static func canonical(root: String?, focus: String?, _ nodes: [String: [String: Any]]) -> String {
    let whole: [String: Any] = ["root": root ?? NSNull(), "focus": focus ?? NSNull(), "nodes": nodes]
    let data = try? JSONSerialization.data(withJSONObject: whole, options: [.sortedKeys, .prettyPrinted])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Where another state differs, for a person.
  func differences(from other: String) -> [String] {
    let theirs = (try? JSONSerialization.jsonObject(with: Data(other.utf8)) as? [String: Any]) ?? [:]
    let otherNodes = theirs["nodes"] as? [String: [String: Any]] ?? [:]
    var differences: [String] = []
    for id in Set(nodes.keys).union(otherNodes.keys).sorted() {
      let (mine, its) = (nodes[id], otherNodes[id])
      guard mine as NSDictionary? != its as NSDictionary? else { continue }
      guard let mine, let its else {
        differences.append("\(id) (\((mine ?? its)?["class"] ?? "?")) is only \(mine == nil ? "there" : "here")")
        continue
      }
      for name in Set(mine.keys).union(its.keys)
      where mine[name] as? NSObject != its[name] as? NSObject {
        differences.append(
          "\(id) (\(mine["class"] ?? "?")) has \(name) \(mine[name] ?? "none") in place of \(its[name] ?? "none")")
      }
    }
    if focus != theirs["focus"] as? String { differences.append("focus \(focus ?? "none")") }
    return differences.map { $0.replacing("\n", with: "") }
  }
}
