internal import CJansson

/// A value of a `JSONDocument`: a light view that keeps its document alive.
public struct JSONValue {
  /// The document that owns the value.
  public let document: JSONDocument
  let node: UnsafeMutablePointer<json_t>

  init(document: JSONDocument, node: UnsafeMutablePointer<json_t>) {
    self.document = document
    self.node = node
  }

  /// What the value is.
  public var kind: JSONKind {
    switch node.pointee.type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_TRUE, JSON_FALSE: .boolean
    default: .null
    }
  }

  /// True for null.
  public var isNull: Bool { node.pointee.type == JSON_NULL }

  /// The text of a string, else nil. It may hold U+0000.
  public var string: String? {
    guard node.pointee.type == JSON_STRING else { return nil }
    return withUTF8 { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the UTF-8 bytes of a string; nil for other kinds. No copy.
  public func withUTF8<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer) -> Answer? {
    guard node.pointee.type == JSON_STRING else { return nil }
    return withExtendedLifetime(document) {
      body(UnsafeRawBufferPointer(start: json_string_value(node), count: json_string_length(node)))
    }
  }

  /// Whether the value is this string.
  public func equals(_ text: StaticString) -> Bool {
    withUTF8 { ByteSearch.equal($0, text) } ?? false
  }

  /// The value of an integer, or of a real without a fraction that an `Int64` holds exactly (2.0 is 2), else nil.
  public var int64: Int64? {
    switch node.pointee.type {
    case JSON_INTEGER: Int64(json_integer_value(node))
    case JSON_REAL: Int64(exactly: json_real_value(node))
    default: nil
    }
  }

  /// The value of a number as a double, else nil. Integers beyond 2^53 are rounded.
  public var double: Double? {
    switch node.pointee.type {
    case JSON_INTEGER: Double(json_integer_value(node))
    case JSON_REAL: json_real_value(node)
    default: nil
    }
  }

  /// The value of `true` or `false`, else nil.
  public var bool: Bool? {
    switch node.pointee.type {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }
}
