import JSONText

/// A JSON text as a Swift value, which tests compare, look into and change.
package enum JSONContent: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Whole numbers, too: JSON has one kind of number.
  case number(Double)
  case string(String)
  case array([JSONContent])
  case object([String: JSONContent])

  /// Parses a text.
  package init(parsing text: String) throws {
    self.init(try JSONDocument(parsing: text, depthLimit: 128).root)
  }

  private init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .boolean: self = .bool(value.bool ?? false)
    case .integer, .real: self = .number(value.double ?? 0)
    case .string: self = .string(value.string ?? "")
    case .array: self = .array(value.elements.map(JSONContent.init))
    case .object: self = .object(value.members.reduce(into: [:]) { $0[$1.name] = JSONContent($1.value) })
    }
  }

  // MARK: Looking into it

  /// A member; null where there is none. Setting makes an object of whatever it was.
  package subscript(name: String) -> JSONContent {
    get { members[name] ?? .null }
    set {
      var members = members
      members[name] = newValue
      self = .object(members)
    }
  }

  /// An element; null where there is none, and then it cannot be set.
  package subscript(index: Int) -> JSONContent {
    get { elements.indices.contains(index) ? elements[index] : .null }
    set {
      var elements = elements
      guard elements.indices.contains(index) else { return }
      elements[index] = newValue
      self = .array(elements)
    }
  }

  /// The members of an object; none for other kinds.
  package var members: [String: JSONContent] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// The elements of an array; none for other kinds.
  package var elements: [JSONContent] {
    if case .array(let elements) = self { elements } else { [] }
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  package var integer: Int? { number.flatMap(Int.init(exactly:)) }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// "object", "array", "string", "number", "boolean" or "null".
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The elements by their member `name`; the last one where several have the same.
  package var elementsByName: [String: JSONContent] {
    elements.reduce(into: [:]) { $0[$1["name"].string ?? ""] = $1 }
  }

  // MARK: Changing it

  /// Takes a member away.
  package mutating func remove(_ name: String) {
    var members = members
    members[name] = nil
    self = .object(members)
  }

  /// Adds an element at the end.
  package mutating func append(_ element: JSONContent) { self = .array(elements + [element]) }

  /// Takes an element away.
  package mutating func remove(at index: Int) {
    var elements = elements
    elements.remove(at: index)
    self = .array(elements)
  }
}

extension JSONContent: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONContent...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONContent)...) {
    self = .object(elements.reduce(into: [:]) { $0[$1.0] = $1.1 })
  }
}
