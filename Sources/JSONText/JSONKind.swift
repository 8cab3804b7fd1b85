/// What a JSON value is. `integer` and `real` are both JSON numbers; a real is written with a fraction or an exponent.
public enum JSONKind: UInt8, Sendable, Hashable, CaseIterable {
  case object
  case array
  case string
  case integer
  case real
  case boolean
  case null

  /// True for `integer` and `real`.
  public var isNumber: Bool { self == .integer || self == .real }

  /// The kind as a word for messages, with JSON Schema's spelling: "object", "array", "string", "integer", "number",
  /// "boolean", "null".
  public var word: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .integer: "integer"
    case .real: "number"
    case .boolean: "boolean"
    case .null: "null"
    }
  }
}
