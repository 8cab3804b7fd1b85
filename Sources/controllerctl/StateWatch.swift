import JSONText

/// Follows the state of scenes, says what changes, and can prove that nothing was lost: after each change the daemon is asked
/// for the whole tree, which has to be what the changes have led to.
struct StateWatch {
  private let isVerifying: Bool
  private var copies: [String: StateCopy] = [:]
  /// The stream that each copy is of: deltas of others are not for it.
  private var streams: [String: String] = [:]
  /// The scenes that the daemon was asked for, by the ids of the requests.
  private var asked: [Int: String] = [:]
  private var lastID = Request.identifier
  private(set) var deltas = 0
  private(set) var comparisons = 0

  init(isVerifying: Bool) { self.isVerifying = isVerifying }

  /// What has to be sent for a line, and what is to be printed of it.
  struct Step {
    var request: [UInt8]?
    var text: String?
    fileprivate var changedScene: String?
  }

  /// Takes the answer to `subscribe`.
  mutating func begin(_ result: [UInt8]) throws {
    for scene in try RawJSON.elements(of: RawJSON.members(of: result)["scenes"] ?? []) {
      let members = try RawJSON.members(of: scene)
      guard let name = RawJSON.string(members["name"]), let revision = RawJSON.integer(members["revision"]),
        let state = members["state"]
      else { throw StateFault("a scene came without its state") }
      let snapshot = try RawJSON.members(of: state)
      copies[name] = try StateCopy(snapshot, revision: revision)
      streams[name] = RawJSON.string(snapshot["stream"])
    }
  }

  /// Whether the daemon still has to answer.
  var isAsking: Bool { !asked.isEmpty }

  /// Takes a line: a notification, or the answer to what was asked.
  mutating func take(_ line: [UInt8], mayAsk: Bool = true) throws -> Step {
    var step = try take(message: line)
    if mayAsk, isVerifying, let name = step.changedScene { step.request = ask(name) }
    return step
  }

  private mutating func take(message line: [UInt8]) throws -> Step {
    let message = try RawJSON.members(of: line)
    if let id = RawJSON.integer(message["id"]), let name = asked.removeValue(forKey: id) {
      try compare(name, message)
      return Step()
    }
    let params = try message["params"].map { try RawJSON.members(of: $0) } ?? [:]
    guard let name = RawJSON.string(params["scene"]) else { return Step() }
    switch RawJSON.string(message["method"]) {
    case "delta": return try takeDelta(params, name)
    case "resync":
      let revision = RawJSON.integer(params["revision"]) ?? 0
      copies[name] = try StateCopy(params, revision: revision)
      streams[name] = RawJSON.string(params["stream"])
      let reason = RawJSON.string(params["reason"]) ?? "?"
      return Step(text: "\(name.withoutControls) \(revision) resync \(reason)", changedScene: name)
    case "sceneClosed":
      copies[name] = nil
      return Step(text: "\(name.withoutControls) closed")
    default: return Step()
    }
  }

  private mutating func takeDelta(_ params: [String: [UInt8]], _ name: String) throws -> Step {
    guard streams[name] == RawJSON.string(params["stream"]) else { return Step() }
    guard let counts = try copies[name]?.apply(params) else { return Step() }
    deltas += 1
    let cause = try RawJSON.members(of: params["cause"] ?? [])
    let words = ["kind", "method", "client"].compactMap { RawJSON.string(cause[$0]) }.joined(separator: " ")
    let change = "\(counts.new) new, \(counts.changed) changed, \(counts.gone) gone"
    return Step(
      text: "\(name.withoutControls) \(copies[name]?.revision ?? 0) \(words.withoutControls): \(change)",
      changedScene: name)
  }

  /// One question at a time about each scene: a busy one is not asked faster than it can answer.
  private mutating func ask(_ name: String) -> [UInt8]? {
    guard !asked.values.contains(name) else { return nil }
    lastID += 1
    asked[lastID] = name
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    writer.key("id")
    writer.integer(lastID)
    writer.key("method")
    writer.string("getTree")
    writer.key("params")
    writer.beginObject()
    writer.key("scene")
    writer.string(name)
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private mutating func compare(_ name: String, _ answer: [String: [UInt8]]) throws {
    // The scene may have been closed meanwhile.
    guard let copy = copies[name] else { return }
    guard let result = answer["result"] else {
      throw StateFault("scene \(name.withoutControls): the whole tree was refused")
    }
    let members = try RawJSON.members(of: result)
    let revision = RawJSON.integer(members["revision"]) ?? 0
    // While the client is behind, answers overtake what it is still owed.
    guard revision == copy.revision else { return }
    if let difference = copy.difference(from: try StateCopy(members, revision: revision)) {
      throw StateFault("scene \(name.withoutControls) at revision \(revision): \(difference)")
    }
    comparisons += 1
  }

  /// Changes came, and none could be held against the whole tree.
  var hasProvedNothing: Bool { isVerifying && deltas > 0 && comparisons == 0 }

  /// What was found out, for the end.
  var summary: String {
    "\(deltas) \(deltas == 1 ? "delta" : "deltas"), \(comparisons) compared with the whole tree: no difference"
  }
}
