/// Why a text is not the JSON that we accept, and where.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// What is wrong, as a stable word.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case unexpectedCharacter
    case unexpectedEnd
    case trailingText
    case invalidNumber
    case invalidEscape
    case loneSurrogate
    case controlCharacter
    case invalidUTF8
    case byteOrderMark
    case duplicateKey
    case tooDeep
  }

  /// What the scanner would have taken instead.
  enum Expectation: UInt8, Sendable {
    case value
    case memberName
    case memberNameOrEnd
    case colon
    case commaOrObjectEnd
    case valueOrArrayEnd
    case commaOrArrayEnd
    case digit
    case noLeadingZero
    case escape
    case hexDigits
    case stringEnd
    case nothing
  }

  /// What is wrong.
  public let kind: Kind

  /// Offset of the offending byte from the start of the text; the text's length when it ended too early.
  public let offset: Int

  /// The offending byte, the limit (`tooDeep`), or the offset of the first use (`duplicateKey`).
  let detail: Int

  let expectation: Expectation

  init(_ kind: Kind, at offset: Int, expected expectation: Expectation = .nothing, detail: Int = 0) {
    self.kind = kind
    self.offset = offset
    self.expectation = expectation
    self.detail = detail
  }

  /// The number of levels that are allowed, when the text has more.
  public var depthLimit: Int? { kind == .tooDeep ? detail : nil }
}
