import JSONText

/// Finds what a daemon's protocol no longer keeps of a frozen level: both are as `rpc.discover` writes them, the frozen one
/// without words for people.
///
/// What may come is an addition that who knows the old level need not notice: methods, errors, notifications, parameters that
/// can be left out behind the old ones, members of results, words of a choice.
package struct SignatureComparison {
  /// In words, each beginning with what it is about.
  package private(set) var faults: [String] = []

  /// Which way values go.
  private enum Direction {
    /// Clients send them: what was taken must be taken.
    case parameter
    /// The daemon sends them: what was told must be told.
    case result
  }

  package init(of current: JSONContent, with frozen: JSONContent) {
    let methods = current["methods"].elementsByName
    for old in frozen["methods"].elements {
      let name = old["name"].string ?? "?"
      if let new = methods[name] { compare(new, with: old, name) } else { note(name, "is missing") }
    }
    for (reason, old) in frozen["components"]["errors"].members {
      let code = current["components"]["errors"][reason]["code"]
      if code != old["code"] { note(reason, "had the code \(old["code"]), now \(code)") }
    }
    let notifications = current["x-notifications"].elementsByName
    for old in frozen["x-notifications"].elements {
      let name = old["name"].string ?? "?"
      guard let new = notifications[name] else {
        note(name, "is missing")
        continue
      }
      if new["kind"] != old["kind"] { note(name, "comes with other subscriptions") }
      compare(new["params"], with: old["params"], .result, "\(name): params")
    }
    faults.sort()
  }

  private mutating func note(_ place: String, _ what: String) { faults.append("\(place): \(what)") }

  // MARK: Methods

  private static let roles = ["observe", "drive", "administer"]

  private mutating func compare(_ new: JSONContent, with old: JSONContent, _ name: String) {
    if new["x-apiLevel"] != old["x-apiLevel"] { note(name, "came with another level") }
    if new["paramStructure"] != old["paramStructure"] { note(name, "takes parameters in another way") }
    let rank = { (method: JSONContent) in Self.roles.firstIndex(of: method["x-role"].string ?? "") ?? Self.roles.count }
    if rank(new) > rank(old) { note(name, "needs the role \(new["x-role"]), before \(old["x-role"])") }
    compareParameters(of: new, with: old, name)
    compare(new["result"]["schema"], with: old["result"]["schema"], .result, "\(name): result")
  }

  private mutating func compareParameters(of new: JSONContent, with old: JSONContent, _ name: String) {
    let (parameters, before) = (new["params"].elements, old["params"].elements)
    for (index, old) in before.enumerated() {
      let place = "\(name): parameter \(old["name"].string ?? "?")"
      guard index < parameters.count, parameters[index]["name"] == old["name"] else {
        // Those behind it have moved with it.
        return note(place, "is no longer number \(index)")
      }
      if parameters[index]["required"] == true, old["required"] != true { note(place, "must be given now") }
      compare(parameters[index]["schema"], with: old["schema"], .parameter, place)
    }
    for added in parameters.dropFirst(before.count) where added["required"] == true {
      note("\(name): parameter \(added["name"].string ?? "?")", "is new and must be given")
    }
  }

  // MARK: Schemas

  private mutating func compare(_ new: JSONContent, with old: JSONContent, _ direction: Direction, _ place: String) {
    // Of two schemas the one that the other must be inside of.
    let (outer, inner) = direction == .parameter ? (new, old) : (old, new)
    if outer.members.isEmpty { return }
    let (outers, inners) = (Self.alternatives(outer), Self.alternatives(inner))
    if outers.count > 1 || inners.count > 1 {
      for alternative in inners where !outers.contains(where: { fits(alternative, $0, direction) }) {
        note(place, direction == .parameter ? "no longer takes \(alternative)" : "may now be \(alternative)")
      }
      return
    }
    if Self.type(outer) != Self.type(inner), (Self.type(outer), Self.type(inner)) != ("number", "integer") {
      return note(place, "was \(Self.type(old)), now \(Self.type(new))")
    }
    compareWords(new, with: old, direction, place)
    for keyword in ["pattern", "minimum", "maximum"] where !Self.keeps(keyword, inner, outer) {
      note(place, "has another \(keyword)")
    }
    if outer.members["items"] != nil { compare(new["items"], with: old["items"], direction, "\(place)/*") }
    compareMembers(new, with: old, direction, place)
  }

  /// Whether a schema is inside of another, as an alternative.
  private func fits(_ inner: JSONContent, _ outer: JSONContent, _ direction: Direction) -> Bool {
    var trial = self
    trial.faults = []
    let (new, old) = direction == .parameter ? (outer, inner) : (inner, outer)
    trial.compare(new, with: old, direction, "")
    return trial.faults.isEmpty
  }

  private static func alternatives(_ schema: JSONContent) -> [JSONContent] {
    let alternatives = schema["anyOf"].elements
    return alternatives.isEmpty ? [schema] : alternatives.flatMap(Self.alternatives)
  }

  private static func type(_ schema: JSONContent) -> String {
    schema.members["const"] != nil ? "string" : schema["type"].string ?? "anything"
  }

  /// No word is taken away, in either direction: who knows the old level sends it, or waits for it.
  private mutating func compareWords(
    _ new: JSONContent, with old: JSONContent, _ direction: Direction, _ place: String
  ) {
    guard let words = Self.words(of: new) else {
      if direction == .result, Self.words(of: old) != nil { note(place, "was one of some words, now any text") }
      return
    }
    guard let before = Self.words(of: old) else {
      if direction == .parameter { note(place, "took any text, now some words") }
      return
    }
    for word in before where !words.contains(word) { note(place, "no longer has the word \(word)") }
  }

  private static func words(of schema: JSONContent) -> [JSONContent]? {
    if let word = schema.members["const"] { return [word] }
    return schema.members["enum"]?.elements
  }

  /// Whether a bound of the outer schema holds in the inner one.
  private static func keeps(_ keyword: String, _ inner: JSONContent, _ outer: JSONContent) -> Bool {
    guard let bound = outer.members[keyword] else { return true }
    guard let own = inner.members[keyword] else { return false }
    switch keyword {
    case "minimum": return (own.number ?? 0) >= (bound.number ?? 0)
    case "maximum": return (own.number ?? 0) <= (bound.number ?? 0)
    default: return own == bound
    }
  }

  private mutating func compareMembers(
    _ new: JSONContent, with old: JSONContent, _ direction: Direction, _ place: String
  ) {
    let (outer, inner) = direction == .parameter ? (new, old) : (old, new)
    if outer.members["additionalProperties"] != nil {
      compare(
        new["additionalProperties"], with: old["additionalProperties"], direction, "\(place)/*")
    }
    for (name, member) in old["properties"].members {
      guard let now = new["properties"].members[name] else {
        note("\(place)/\(name)", "is missing")
        continue
      }
      compare(now, with: member, direction, "\(place)/\(name)")
    }
    for name in outer["required"].elements where !inner["required"].elements.contains(name) {
      note("\(place)/\(name.string ?? "?")", direction == .parameter ? "must be given now" : "may now be missing")
    }
  }
}

extension JSONContent {
  /// What is frozen of a document: all but what only people read and what each release changes, as `.ci/protocol` writes it.
  package var signature: JSONContent { signature(namesMembers: false) }

  private static let words: Set<String> = ["summary", "description", "message", "examples", "info", "openrpc"]

  /// - Parameter namesMembers: Whether the members are named by those who declare them, and so none is a word.
  private func signature(namesMembers: Bool) -> JSONContent {
    switch self {
    case .array(let elements): return .array(elements.map(\.signature))
    case .object(let members):
      let kept = members.filter { namesMembers || !Self.words.contains($0.key) }
      return .object(
        kept.reduce(into: [:]) { copy, member in
          let holdsNames = !namesMembers && (member.key == "properties" || member.key == "errors")
          copy[member.key] = member.value.signature(namesMembers: holdsNames)
        })
    default: return self
    }
  }
}
