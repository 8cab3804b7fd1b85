public import JSONText

/// A JSON text as it was written: numbers and strings keep their spelling, members their order.
///
/// `JSONDocument` is not used, as it holds 64-bit numbers only: an answer may repeat an id of any size.
public enum JSONTree: Sendable {
  case null
  case boolean(Bool)
  /// A number by its spelling.
  case number(String)
  /// A string's text, and what stood between its quotes.
  case string(String, spelling: String)
  case array([JSONTree])
  case object([Member])

  /// A member of an object.
  public struct Member: Sendable {
    /// The member's name, as text.
    public var name: String
    /// The member's value.
    public var value: JSONTree

    /// A member of this name.
    public init(_ name: String, _ value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  /// A string that is spelled with as few escapes as possible.
  public static func string(_ text: String) -> JSONTree {
    var writer = JSONWriter()
    writer.string(text)
    return .string(text, spelling: String(writer.text.dropFirst().dropLast()))
  }

  /// Reads one whole JSON text, nested as deep as the scanner can.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    let result: Result<JSONTree, JSONSyntaxError> = bytes.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes, depthLimit: JSONScanner.greatestDepthLimit)
      do throws(JSONSyntaxError) {
        let tree = try Self.read(&scanner)
        try scanner.finish()
        return .success(tree)
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private static func read(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> JSONTree {
    switch try scanner.peekKind() {
    case .object:
      var object = try scanner.beginObject()
      var members: [Member] = []
      while let name = try scanner.nextMember(&object) {
        members.append(Member(text(of: name, in: scanner.bytes), try read(&scanner)))
      }
      return .object(members)
    case .array:
      var array = try scanner.beginArray()
      var elements: [JSONTree] = []
      while try scanner.nextElement(&array) { elements.append(try read(&scanner)) }
      return .array(elements)
    case .string:
      let token = try scanner.scanValue()
      return .string(text(of: token, in: scanner.bytes), spelling: spelling(token.contents, in: scanner.bytes))
    case .integer, .real: return .number(spelling(try scanner.scanValue().range, in: scanner.bytes))
    case .boolean: return .boolean(try spelling(scanner.scanValue().range, in: scanner.bytes) == "true")
    case .null:
      _ = try scanner.scanValue()
      return .null
    }
  }

  private static func text(of string: JSONToken, in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: JSONScanner.decoded(UnsafeRawBufferPointer(rebasing: bytes[string.contents])), as: UTF8.self)
  }

  private static func spelling(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension JSONTree {
  /// A member of an object; nil when it has none of this name and for other kinds.
  public subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string, else nil.
  public var string: String? {
    guard case .string(let text, _) = self else { return nil }
    return text
  }

  /// What the value is, as a word for messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number(let spelling): spelling.utf8.allSatisfy(Self.isOfInteger) ? "integer" : "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  private static func isOfInteger(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The value as JSON on one line, without blanks.
  public var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let spelling): spelling
    case .string(_, let spelling): "\"\(spelling)\""
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(JSONTree.string($0.name).text):\($0.value.text)" }.joined(separator: ","))}"
    }
  }
}
