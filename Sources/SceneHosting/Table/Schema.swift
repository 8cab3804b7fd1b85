import JSONText

/// What a value on the wire looks like: one description for checking parameters and for `rpc.discover`.
indirect enum Schema: Sendable, Hashable {
  /// Any text.
  case string
  /// One of these words.
  case choice([String])
  /// Always this word.
  case constant(String)
  /// A node id: "n" and a number.
  case nodeID
  /// A whole number.
  case integer
  /// A whole number in a range.
  case integerIn(ClosedRange<Int>)
  /// A number, at least this.
  case number(minimum: Double?)
  /// True or false.
  case boolean
  /// A list.
  case array(Schema)
  /// An object with known members.
  case object([Property])
  /// An object whose members all look alike.
  case map(Schema)
  /// One of these.
  case anyOf([Schema])
  /// Null.
  case null
  /// Null, or this.
  case nullable(Schema)
  /// Anything.
  case any

  /// A member of an object.
  struct Property: Sendable, Hashable {
    /// The member's name.
    let name: String
    /// What its value looks like.
    let schema: Schema
    /// Whether it is always there.
    let isRequired: Bool

    /// A member that is always there.
    static func always(_ name: String, _ schema: Schema) -> Property {
      Property(name: name, schema: schema, isRequired: true)
    }

    /// A member that may be missing.
    static func sometimes(_ name: String, _ schema: Schema) -> Property {
      Property(name: name, schema: schema, isRequired: false)
    }
  }

  /// What is expected, for a person: "a whole number".
  var expectation: String {
    switch self {
    case .string: "a string"
    case .choice(let words): "one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .constant(let word): "\"\(word)\""
    case .nodeID: "a node id such as \"n12\""
    case .integer: "a whole number"
    case .integerIn(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let minimum): minimum.map { "a number of at least \(Self.plain($0))" } ?? "a number"
    case .boolean: "true or false"
    case .array(let element): "an array; each element: \(element.expectation)"
    case .object(let properties): Self.expectation(of: properties)
    case .map: "an object"
    case .anyOf(let schemas): schemas.map(\.expectation).joined(separator: " or ")
    case .null: "null"
    case .nullable(let schema): "\(schema.expectation), or null"
    case .any: "any value"
    }
  }

  private static func expectation(of properties: [Property]) -> String {
    let required = properties.filter(\.isRequired).map { "\"\($0.name)\"" }
    return required.isEmpty ? "an object" : "an object with \(required.joined(separator: ", "))"
  }

  /// A number for a person: without a fraction where it has none.
  static func plain(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Whether the value fits. Cost: the value's size.
  func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .string: value.kind == .string
    case .choice(let words): value.string.map(words.contains) ?? false
    case .constant(let word): value.string == word
    case .nodeID: value.string.map { NodeName.parse($0) != nil } ?? false
    case .integer: value.int64 != nil
    case .integerIn(let range): value.int64.map { range.contains(Int($0)) } ?? false
    case .number(let minimum): value.double.map { $0 >= minimum ?? -.infinity } ?? false
    case .boolean: value.bool != nil
    case .array(let element): value.kind == .array && value.elements.allSatisfy(element.accepts)
    case .object(let properties): accepts(value, properties)
    case .map(let member): value.kind == .object && value.members.allSatisfy { member.accepts($0.value) }
    case .anyOf(let schemas): schemas.contains { $0.accepts(value) }
    case .null: value.isNull
    case .nullable(let schema): value.isNull || schema.accepts(value)
    case .any: true
    }
  }

  private func accepts(_ value: JSONValue, _ properties: [Property]) -> Bool {
    value.kind == .object
      && properties.allSatisfy { property in
        value[property.name].map(property.schema.accepts) ?? !property.isRequired
      }
  }
}
