/// A strict, validating pull scanner for RFC 8259 over bytes in memory.
///
/// It refuses what a lenient reader lets pass: invalid UTF-8 (overlong forms, surrogates, above U+10FFFF), lone surrogate
/// escapes, raw control characters and NUL, loose numbers, a byte-order mark, equal names in one object (compared with
/// their escapes replaced), nesting beyond a limit, and text after the value. What it has accepted is valid in full, so
/// a caller may go by the ranges it gives.
///
///     var scanner = JSONScanner(bytes)
///     var object = try scanner.beginObject()
///     while let name = try scanner.nextMember(&object) {
///       let value = try scanner.scanValue()
///     }
///     try scanner.finish()
///
/// After an error the scanner is of no further use. Cost: about 1 ns a byte, less in long strings; no allocation but for
/// objects with more than 8 members and names with escapes.
public struct JSONScanner {
  /// 64 levels: more than any request needs, few enough for a small stack.
  public static let defaultDepthLimit = 64

  /// The highest depth limit: scanning recurses, with about 200 bytes of stack a level.
  public static let greatestDepthLimit = 1024

  /// The text.
  public let bytes: UnsafeRawBufferPointer

  /// How many arrays and objects may be open at once.
  public let depthLimit: Int

  /// Offset of the next byte to be read.
  public internal(set) var position = 0

  /// How many arrays and objects are open.
  public private(set) var depth = 0

  /// A scanner at the start of `bytes`, which must stay valid while it is used.
  ///
  /// - Parameters:
  ///   - bytes: The text; less than 2 GiB.
  ///   - depthLimit: How many arrays and objects may be open at once, 1 to 1024.
  public init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = JSONScanner.defaultDepthLimit) {
    precondition(bytes.count < 1 << 31, "a text of 2 GiB or more is not scanned in one piece")
    precondition((1...Self.greatestDepthLimit).contains(depthLimit), "the depth limit is 1 to 1024")
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// Validates a whole text: one value of any kind with white space around it.
  ///
  /// - Returns: The value.
  /// - Throws: `JSONSyntaxError` for the first fault.
  @discardableResult
  public static func validate(
    _ bytes: UnsafeRawBufferPointer, depthLimit: Int = JSONScanner.defaultDepthLimit
  ) throws(JSONSyntaxError) -> JSONToken {
    var scanner = JSONScanner(bytes, depthLimit: depthLimit)
    let token = try scanner.scanValue()
    try scanner.finish()
    return token
  }

  /// What the next value is, by its first byte; nothing is consumed but white space. `.real` is told from `.integer` only
  /// by `scanValue`: a number is `.integer` here.
  public mutating func peekKind() throws(JSONSyntaxError) -> JSONKind {
    switch try peekValue() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .integer
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    default: throw unexpected(.value)
    }
  }

  /// Scans one value, with all that is in it.
  public mutating func scanValue() throws(JSONSyntaxError) -> JSONToken {
    let first = try peekValue()
    let start = position
    switch first {
    case UInt8(ascii: "\""):
      let hasEscapes = try scanString()
      return JSONToken(kind: .string, hasEscapes: hasEscapes, start: start, end: position)
    case UInt8(ascii: "{"):
      try skipObject()
      return JSONToken(kind: .object, start: start, end: position)
    case UInt8(ascii: "["):
      try skipArray()
      return JSONToken(kind: .array, start: start, end: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let kind = try scanNumber()
      return JSONToken(kind: kind, start: start, end: position)
    case UInt8(ascii: "t"):
      try scanWord("true")
      return JSONToken(kind: .boolean, start: start, end: position)
    case UInt8(ascii: "f"):
      try scanWord("false")
      return JSONToken(kind: .boolean, start: start, end: position)
    case UInt8(ascii: "n"):
      try scanWord("null")
      return JSONToken(kind: .null, start: start, end: position)
    default:
      throw unexpected(.value)
    }
  }

  /// Takes the brace of an object. Its members follow with `nextMember`.
  public mutating func beginObject() throws(JSONSyntaxError) -> JSONObjectCursor {
    guard try peekValue() == UInt8(ascii: "{") else { throw unexpected(.value) }
    try enter()
    return JSONObjectCursor()
  }

  /// Takes the next member's name and colon, or the object's end. The caller scans the value before it asks again.
  ///
  /// - Returns: The name, or nil at the end.
  public mutating func nextMember(_ cursor: inout JSONObjectCursor) throws(JSONSyntaxError) -> JSONToken? {
    skipWhitespace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
      leave()
      return nil
    }
    if cursor.count > 0 {
      guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { throw unexpected(.commaOrObjectEnd) }
      position &+= 1
      skipWhitespace()
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw unexpected(cursor.count > 0 ? .memberName : .memberNameOrEnd)
    }
    let start = position
    let hasEscapes = try scanString()
    let end = position
    let key = PackedKey(start: start &+ 1, end: end &- 1, hasEscapes: hasEscapes)
    if let earlier = cursor.insert(key, in: bytes) {
      throw JSONSyntaxError(.duplicateKey, at: start, detail: earlier.start - 1)
    }
    skipWhitespace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw unexpected(.colon) }
    position &+= 1
    return JSONToken(kind: .string, hasEscapes: hasEscapes, start: start, end: end)
  }

  /// Takes the bracket of an array. Its elements follow with `nextElement`.
  public mutating func beginArray() throws(JSONSyntaxError) -> JSONArrayCursor {
    guard try peekValue() == UInt8(ascii: "[") else { throw unexpected(.value) }
    try enter()
    return JSONArrayCursor()
  }

  /// Moves to the next element, or takes the array's end. The caller scans the element before it asks again.
  ///
  /// - Returns: False at the end.
  public mutating func nextElement(_ cursor: inout JSONArrayCursor) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
      leave()
      return false
    }
    if cursor.count > 0 {
      guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { throw unexpected(.commaOrArrayEnd) }
      position &+= 1
    } else if position == bytes.count {
      throw unexpected(.valueOrArrayEnd)
    }
    cursor.count &+= 1
    return true
  }

  /// Makes sure that nothing but white space is left.
  public mutating func finish() throws(JSONSyntaxError) {
    precondition(depth == 0, "finish was called inside an array or object")
    skipWhitespace()
    guard position == bytes.count else { throw JSONSyntaxError(.trailingText, at: position) }
  }
}

// MARK: Parts

extension JSONScanner {
  @inline(__always)
  mutating func skipWhitespace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position &+= 1
    }
  }

  @inline(__always)
  private mutating func peekValue() throws(JSONSyntaxError) -> UInt8 {
    skipWhitespace()
    guard position < bytes.count else { throw unexpected(.value) }
    return bytes[position]
  }

  private mutating func skipObject() throws(JSONSyntaxError) {
    try enter()
    var cursor = JSONObjectCursor()
    while try nextMember(&cursor) != nil { _ = try scanValue() }
  }

  private mutating func skipArray() throws(JSONSyntaxError) {
    try enter()
    var cursor = JSONArrayCursor()
    while try nextElement(&cursor) { _ = try scanValue() }
  }

  @inline(__always)
  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < depthLimit else { throw JSONSyntaxError(.tooDeep, at: position, detail: depthLimit) }
    depth &+= 1
    position &+= 1
  }

  @inline(__always)
  private mutating func leave() {
    precondition(depth > 0, "an array or object was ended twice")
    depth &-= 1
    position &+= 1
  }

  private mutating func scanWord(_ word: StaticString) throws(JSONSyntaxError) {
    let count = word.utf8CodeUnitCount
    let expected = UnsafeRawBufferPointer(start: word.utf8Start, count: count)
    for index in 0..<count {
      guard position < bytes.count, bytes[position] == expected[index] else { throw unexpected(.value) }
      position &+= 1
    }
  }

  /// The error for the byte (or the end) at `position`.
  @inline(never)
  func unexpected(_ expectation: JSONSyntaxError.Expectation) -> JSONSyntaxError {
    guard position < bytes.count else {
      return JSONSyntaxError(.unexpectedEnd, at: bytes.count, expected: expectation)
    }
    let byte = bytes[position]
    if position == 0, bytes.count >= 3, byte == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      return JSONSyntaxError(.byteOrderMark, at: 0)
    }
    if byte < 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
      return JSONSyntaxError(.controlCharacter, at: position, detail: Int(byte))
    }
    return JSONSyntaxError(.unexpectedCharacter, at: position, expected: expectation, detail: Int(byte))
  }
}
