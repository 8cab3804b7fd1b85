import Transcripts

extension JSONTree {
  /// The members of an object; none for other kinds.
  var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// The elements of an array; nil for other kinds.
  var elements: [JSONTree]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// An object with another value for a member, which is added if it has none of this name; other kinds as they are.
  func setting(_ name: String, _ value: JSONTree) -> JSONTree {
    guard case .object(var members) = self else { return self }
    guard let index = members.firstIndex(where: { $0.name == name }) else {
      return .object(members + [Member(name, value)])
    }
    members[index].value = value
    return .object(members)
  }

  /// An object without a member; other kinds as they are.
  func removing(_ name: String) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name })
  }

  /// An object with other names; other kinds as they are.
  func renaming(_ change: (String) -> String) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.map { Member(change($0.name), $0.value) })
  }

  /// An object with a member changed, if it has it.
  func changing(_ name: String, _ change: (JSONTree) -> JSONTree) -> JSONTree {
    self[name].map { setting(name, change($0)) } ?? self
  }

  /// An object with all values changed; other kinds as they are.
  func mapValues(_ change: (JSONTree) -> JSONTree) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.map { Member($0.name, change($0.value)) })
  }

  /// A whole number with another one added; others as they are.
  func adding(_ number: Int) -> JSONTree {
    guard case .number(let spelling) = self, let value = Int(spelling) else { return self }
    return .number("\(value + number)")
  }

  /// Changes a message, or each message of a batch.
  func mapMessages(_ change: (JSONTree) -> JSONTree) -> JSONTree {
    guard let elements else { return change(self) }
    return .array(elements.map(change))
  }

  /// Whether it is a request without an id.
  var isNotification: Bool { self["method"] != nil && self["id"] == nil }

  /// The code of an error response, as it is spelled.
  var code: String? { self["error"]?["code"]?.text }

  /// Why there was an error.
  var reason: String? { self["error"]?["data"]?["reason"]?.string }

  /// A response with a result.
  static func response(id: JSONTree, result: JSONTree) -> JSONTree {
    .object([Member("jsonrpc", .string("2.0")), Member("id", id), Member("result", result)])
  }

  /// A response with an error.
  static func response(id: JSONTree, code: Int, message: String) -> JSONTree {
    let error = JSONTree.object([Member("code", .number("\(code)")), Member("message", .string(message))])
    return .object([Member("jsonrpc", .string("2.0")), Member("id", id), Member("error", error)])
  }
}
