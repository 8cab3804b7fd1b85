/// A value (or a member's name) that the scanner has validated: what it is and where it stands.
public struct JSONToken: Sendable, Hashable {
  /// What the value is; a member's name is a string.
  public let kind: JSONKind

  /// True for a string with at least one backslash escape: its bytes are not its text.
  public let hasEscapes: Bool

  /// Offset of the first byte.
  public let start: Int

  /// Offset after the last byte.
  public let end: Int

  init(kind: JSONKind, hasEscapes: Bool = false, start: Int, end: Int) {
    self.kind = kind
    self.hasEscapes = hasEscapes
    self.start = start
    self.end = end
  }

  /// The bytes of the whole value, a string's quotes included.
  public var range: Range<Int> { start..<end }

  /// The bytes between a string's quotes, as sent. Only for strings.
  public var contents: Range<Int> {
    precondition(kind == .string, "only a string has contents between quotes")
    return (start + 1)..<(end - 1)
  }
}
