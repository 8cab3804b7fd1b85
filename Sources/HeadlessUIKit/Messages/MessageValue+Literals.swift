extension MessageValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Null.
  public init(nilLiteral: ()) { self = .null }

  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A list.
  public init(arrayLiteral elements: MessageValue...) { self = .array(elements) }

  /// Named values; of a name that stands there twice the last value counts.
  public init(dictionaryLiteral elements: (String, MessageValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
