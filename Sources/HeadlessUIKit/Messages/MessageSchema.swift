/// What a value of a message looks like. On the wire it is shown as JSON Schema.
public indirect enum MessageSchema: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false.
  case boolean
  /// A whole number; 2.0 is one, too.
  case integer
  /// A whole number in a range.
  case integerIn(ClosedRange<Int>)
  /// A finite number.
  case number
  /// A number in a range.
  case numberIn(ClosedRange<Double>)
  /// Any text.
  case string
  /// One of these texts.
  case choice([String])
  /// A list of such values.
  case array(MessageSchema)
  /// Named values; names that are not declared are refused.
  case object([Property])
  /// Null, or this.
  case nullable(MessageSchema)
  /// Anything.
  case any

  /// A named value of an object, or an argument of a message.
  public struct Property: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// What it looks like.
    public let schema: MessageSchema
    /// Whether it must be given.
    public let isRequired: Bool
    /// What it is for, in a sentence; empty: its name says it.
    public let summary: String

    /// A value that must be given.
    public static func required(_ name: String, _ schema: MessageSchema, _ summary: String = "") -> Property {
      Property(name: name, schema: schema, isRequired: true, summary: summary)
    }

    /// A value that can be left out.
    public static func optional(_ name: String, _ schema: MessageSchema, _ summary: String = "") -> Property {
      Property(name: name, schema: schema, isRequired: false, summary: summary)
    }
  }

  /// What is expected, for a person: "a whole number".
  public var expectation: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .integerIn(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number: "a number"
    case .numberIn(let range): "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
    case .string: "a string"
    case .choice(let words): "one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .array(let element): "an array; each element: \(element.expectation)"
    case .object: "an object"
    case .nullable(let schema): "\(schema.expectation), or null"
    case .any: "any value"
    }
  }

  /// A number for a person: without a fraction where it has none.
  private static func plain(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

  /// The first thing in the value that does not fit; nil when it fits. Cost: the value's size.
  public func fault(in value: MessageValue) -> MessageFault? {
    switch self {
    case .array(let element):
      guard let elements = value.array else { return wrong(value) }
      for (index, part) in elements.enumerated() {
        if let fault = element.fault(in: part) { return fault.inside(.element(index)) }
      }
      return nil
    case .object(let properties):
      guard let members = value.object else { return wrong(value) }
      return Self.fault(in: members, properties)
    case .nullable(let schema):
      if value.isNull { return nil }
      guard let fault = schema.fault(in: value) else { return nil }
      return fault.path.isEmpty && fault.reason == .wrongValue ? wrong(value) : fault
    default:
      return acceptsSimple(value) ? nil : wrong(value)
    }
  }

  private func acceptsSimple(_ value: MessageValue) -> Bool {
    switch self {
    case .null: value.isNull
    case .boolean: value.bool != nil
    case .integer: value.integer != nil
    case .integerIn(let range): value.integer.map(range.contains) ?? false
    case .number: value.number?.isFinite ?? false
    case .numberIn(let range): value.number.map(range.contains) ?? false
    case .string: value.string != nil
    case .choice(let words): value.string.map(words.contains) ?? false
    case .array, .object, .nullable, .any: true
    }
  }

  private func wrong(_ value: MessageValue) -> MessageFault {
    MessageFault(path: [], reason: .wrongValue, expected: expectation, got: value.summary)
  }

  /// In the order of the declaration, so that the same fault is found each time; names that are not declared come first, as
  /// they are slips most often.
  private static func fault(in members: [String: MessageValue], _ properties: [Property]) -> MessageFault? {
    let names = properties.map(\.name)
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      return MessageFault(
        path: [.member(unknown)], reason: .unknownMember,
        expected: names.isEmpty ? "nothing" : "one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))",
        got: "\"\(unknown.prefix(MessageFault.shownName))\"", allowed: names,
        nearest: SpellingHint.nearest(to: unknown, in: names))
    }
    for property in properties {
      guard let member = members[property.name] else {
        guard property.isRequired else { continue }
        return MessageFault(
          path: [.member(property.name)], reason: .missingMember, expected: property.schema.expectation, got: "nothing")
      }
      if let fault = property.schema.fault(in: member) { return fault.inside(.member(property.name)) }
    }
    return nil
  }
}
