import CJansson

/// Writes JSON as bytes, in order, without building a tree: compact, commas set by itself.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("view")
///     writer.integer(2)
///     writer.endObject()
///
/// Using it out of order (a value in an object without a name, an end without a beginning, a second value where one is
/// wanted) is a programming error and stops the program. At most 127 arrays and objects may be open. At the top, one
/// text follows another after `endLine`. Cost: a copy of the bytes; no allocation but for the buffer's growth (and for
/// numbers with a fraction of more than 15 characters).
public struct JSONWriter {
  /// 127 levels, one bit each. Requests are limited to 64 levels, and an answer adds two.
  public static let depthLimit = 127

  /// A place to go back to.
  public struct Mark: Sendable {
    fileprivate let count: Int
    fileprivate let depth: Int
    fileprivate let kinds: UInt128

    /// The number of bytes that were written before the mark.
    public var offset: Int { count }
  }

  /// The buffer; only the first `count` bytes are text.
  private var storage: [UInt8] = []

  /// How many bytes were written.
  public private(set) var count = 0

  /// How many arrays and objects are open.
  public private(set) var depth = 0

  /// One bit an open container, the innermost lowest: 1 is an object.
  private var kinds: UInt128 = 0

  /// An empty writer.
  ///
  /// - Parameter capacity: How many bytes to make room for at once.
  public init(capacity: Int = 0) {
    precondition(capacity >= 0, "a writer's capacity is not negative")
    if capacity > 0 { storage = [UInt8](repeating: 0, count: capacity) }
  }

  /// True when nothing was written.
  public var isEmpty: Bool { count == 0 }

  /// How many bytes fit before the buffer grows.
  public var capacity: Int { storage.count }

  // MARK: Containers

  /// Begins an object.
  public mutating func beginObject() {
    beforeValue()
    open(UInt8(ascii: "{"), kind: 1)
  }

  /// Begins an object whose first members are at hand as text.
  ///
  /// - Parameter members: Compact JSON without the brace and without a comma at its end; a name and a colon may be last,
  ///   as in `"jsonrpc":"2.0","id":`. This is not checked.
  public mutating func beginObject(members: StaticString) {
    precondition(members.utf8CodeUnitCount > 0, "there are no members")
    beforeValue()
    open(UInt8(ascii: "{"), kind: 1)
    append(UnsafeRawBufferPointer(start: members.utf8Start, count: members.utf8CodeUnitCount))
  }

  /// Writes members that are at hand as text into the innermost object.
  ///
  /// - Parameter members: Compact JSON without a comma at its ends, as in `"prompt":null,"hidden":false`. This is not checked.
  public mutating func members(_ members: StaticString) {
    precondition(members.utf8CodeUnitCount > 0, "there are no members")
    if commaBeforeKey() { append(UInt8(ascii: ",")) }
    append(UnsafeRawBufferPointer(start: members.utf8Start, count: members.utf8CodeUnitCount))
  }

  /// The same for members that are at hand as bytes.
  public mutating func members(_ members: UnsafeRawBufferPointer) {
    precondition(!members.isEmpty, "there are no members")
    if commaBeforeKey() { append(UInt8(ascii: ",")) }
    append(members)
  }

  /// Ends the innermost object.
  public mutating func endObject() {
    precondition(depth > 0 && kinds & 1 == 1, "endObject without an open object")
    precondition(lastByte != UInt8(ascii: ":"), "a member's name without a value")
    close(UInt8(ascii: "}"))
  }

  /// Begins an array.
  public mutating func beginArray() {
    beforeValue()
    open(UInt8(ascii: "["), kind: 0)
  }

  /// Ends the innermost array.
  public mutating func endArray() {
    precondition(depth > 0 && kinds & 1 == 0, "endArray without an open array")
    close(UInt8(ascii: "]"))
  }

  /// Ends a line (LF). Only at the top, after a value.
  public mutating func endLine() {
    precondition(depth == 0 && count > 0, "a line ends after a whole text")
    append(UInt8(ascii: "\n"))
  }

  // MARK: Names

  /// Writes a member's name that stands in the code, and has nothing in it that must be escaped.
  public mutating func key(_ name: StaticString) {
    self.name(name, comma: commaBeforeKey())
  }

  /// Writes a member's name.
  @_disfavoredOverload
  public mutating func key(_ name: String) {
    quote(name, comma: commaBeforeKey(), colon: true)
  }

  // MARK: Values

  /// Writes a string.
  @_disfavoredOverload
  public mutating func string(_ text: String) {
    quote(text, comma: commaBeforeValue(), colon: false)
  }

  /// Writes a string.
  public mutating func string(_ text: StaticString) {
    quote(text, comma: commaBeforeValue(), colon: false)
  }

  /// Writes a string that is at hand as bytes.
  ///
  /// - Parameter text: Valid UTF-8, for instance what the scanner has accepted.
  public mutating func string(utf8 text: UnsafeRawBufferPointer) {
    quote(text, comma: commaBeforeValue(), colon: false)
  }

  /// Writes a truth value.
  public mutating func bool(_ value: Bool) {
    if value { word("true") } else { word("false") }
  }

  /// Writes null.
  public mutating func null() {
    word("null")
  }

  /// Writes bytes as they are, as one value.
  ///
  /// - Parameter value: One valid JSON text without line feeds; this is not checked.
  public mutating func raw(_ value: UnsafeRawBufferPointer) {
    precondition(!value.isEmpty, "a raw value has at least one byte")
    beforeValue()
    append(value)
  }

  // MARK: Going back

  /// Remembers this place.
  public var mark: Mark { Mark(count: count, depth: depth, kinds: kinds) }

  /// Forgets all that was written since `mark` was taken, in whichever state the writer is.
  public mutating func truncate(to mark: Mark) {
    precondition(mark.count <= count, "a mark of a text that is no longer there")
    count = mark.count
    depth = mark.depth
    kinds = mark.kinds
  }

  /// Whether exactly one value (or member) or more was written since `mark`, and all that was begun is ended.
  public func isComplete(since mark: Mark) -> Bool {
    count > mark.count && depth == mark.depth && lastByte != UInt8(ascii: ":")
  }

  /// Forgets everything.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    count = 0
    depth = 0
    kinds = 0
    if !keepingCapacity { storage = [] }
  }

  // MARK: Reading

  /// Lends the bytes that were written.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = count
    return try storage.withUnsafeBufferPointer { (all) throws(Failure) -> Result in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[0..<count])))
    }
  }

  /// A copy of the bytes that were written.
  public var bytes: [UInt8] { Array(storage[0..<count]) }

  /// What was written, as a string.
  public var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

// MARK: Parts

extension JSONWriter {
  /// The comma state needs no memory: in compact text the last byte tells.
  @inline(__always)
  private var lastByte: UInt8 { count > 0 ? storage[count &- 1] : UInt8(ascii: "\n") }

  /// Makes sure that a value may stand here, and tells whether a comma comes first.
  @inline(__always)
  func commaBeforeValue() -> Bool {
    let last = lastByte
    if depth == 0 {
      precondition(last == UInt8(ascii: "\n"), "a second value at the top; end the line first")
      return false
    }
    if kinds & 1 == 1 {
      precondition(last == UInt8(ascii: ":"), "a value in an object without a name")
      return false
    }
    return last != UInt8(ascii: "[")
  }

  /// Makes sure that a name may stand here, and tells whether a comma comes first.
  @inline(__always)
  private func commaBeforeKey() -> Bool {
    precondition(depth > 0 && kinds & 1 == 1, "a member's name outside an object")
    let last = lastByte
    precondition(last != UInt8(ascii: ":"), "two names without a value")
    return last != UInt8(ascii: "{")
  }

  @inline(__always)
  mutating func beforeValue() {
    if commaBeforeValue() { append(UInt8(ascii: ",")) }
  }

  @inline(__always)
  private mutating func open(_ byte: UInt8, kind: UInt128) {
    precondition(depth < Self.depthLimit, "more than 127 open arrays and objects")
    depth &+= 1
    kinds = kinds << 1 | kind
    append(byte)
  }

  @inline(__always)
  private mutating func close(_ byte: UInt8) {
    depth &-= 1
    kinds >>= 1
    append(byte)
  }

  private mutating func word(_ word: StaticString) {
    beforeValue()
    append(UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    let end = count
    withStorage { $0[end] = byte }
    count = end &+ 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    let end = count
    withStorage { target in
      guard let base = target.baseAddress, let source = bytes.baseAddress else { return }
      memcpy(base + end, source, bytes.count)
    }
    count = end &+ bytes.count
  }

  /// Lends the whole buffer, text and room.
  @inline(__always)
  mutating func withStorage<Answer>(_ body: (UnsafeMutableRawBufferPointer) -> Answer) -> Answer {
    storage.withUnsafeMutableBytes(body)
  }

  /// Bytes were put in the room up to `end`.
  @inline(__always)
  mutating func advance(to end: Int) { count = end }

  /// Makes room.
  @inline(__always)
  mutating func reserve(_ length: Int) {
    if storage.count &- count < length { grow(by: length) }
  }

  /// Doubles, so that the cost of growing is constant for each byte written.
  @inline(never)
  private mutating func grow(by length: Int) {
    let wanted = max(storage.count * 2, count + length, 256)
    storage.append(contentsOf: repeatElement(0, count: wanted - storage.count))
  }
}
