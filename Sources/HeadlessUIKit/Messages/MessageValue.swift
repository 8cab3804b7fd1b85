/// What a message carries: the values that JSON has.
public enum MessageValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number. Only finite ones fit a declaration.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([MessageValue])
  /// Named values.
  case object([String: MessageValue])

  /// 60 arrays and objects inside one another: a line on the wire may have 64, and a batch, the request and its parameters
  /// need some. What one message answers can be what the next one carries.
  public static let depthLimit = 60

  /// True for `null`.
  public var isNull: Bool { self == .null }

  /// The truth value.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The whole number; also of a number without a fraction, as JSON makes no difference between 2 and 2.0.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number; whole ones beyond 2^53 are rounded.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The text.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of a list.
  public var array: [MessageValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The named values of an object.
  public var object: [String: MessageValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// A named value of an object; `null` when there is none, and for other kinds.
  public subscript(name: String) -> MessageValue { object?[name] ?? .null }

  /// Whether more arrays and objects than the limit are inside one another. Cost: the value's size.
  func isDeeper(than limit: Int) -> Bool {
    switch self {
    case .array(let elements): limit == 0 || elements.contains { $0.isDeeper(than: limit - 1) }
    case .object(let members): limit == 0 || members.values.contains { $0.isDeeper(than: limit - 1) }
    default: false
    }
  }

  /// The value for a sentence: short ones as they are, others by their kind.
  var summary: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    // 32 bytes: a sentence need not repeat a whole text.
    case .string(let value): value.utf8.count <= 32 ? "\"\(value)\"" : "a string of \(value.utf8.count) bytes"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
