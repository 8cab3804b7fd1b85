extension JSONSyntaxError: CustomStringConvertible {
  /// A sentence for a person: what is wrong, where, what is allowed.
  public var message: String {
    switch kind {
    case .unexpectedCharacter:
      "unexpected \(Self.name(ofByte: detail)) at byte \(offset); expected \(expectation.phrase)"
    case .unexpectedEnd:
      "the text ends at byte \(offset); expected \(expectation.phrase)"
    case .trailingText:
      "text goes on after the end of the JSON value, at byte \(offset); one line holds one JSON text"
    case .invalidNumber:
      "invalid number at byte \(offset); expected \(expectation.phrase)"
    case .invalidEscape:
      "invalid escape at byte \(offset); expected \(expectation.phrase)"
    case .loneSurrogate:
      "the escape at byte \(offset) is half of a surrogate pair; \\uD800 to \\uDBFF must be followed by \\uDC00 to \\uDFFF"
    case .controlCharacter:
      "raw control character \(Self.hexadecimal(detail)) at byte \(offset); inside a string write it as an escape"
    case .invalidUTF8:
      "invalid UTF-8 at byte \(offset); JSON is UTF-8 without overlong forms and surrogates, up to U+10FFFF"
    case .byteOrderMark:
      "the text begins with a byte-order mark; leave it out"
    case .duplicateKey:
      "the member name at byte \(offset) was used before, at byte \(detail); names in one object must differ"
    case .tooDeep:
      "arrays and objects are nested too deeply at byte \(offset); \(detail) levels are allowed"
    }
  }

  /// The message.
  public var description: String { message }

  private static func name(ofByte byte: Int) -> String {
    guard byte >= 0x20, byte < 0x7F, let byte = UInt8(exactly: byte) else { return "byte \(hexadecimal(byte))" }
    return "character '\(Character(Unicode.Scalar(byte)))'"
  }

  private static func hexadecimal(_ byte: Int) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0x0\(digits)" : "0x\(digits)"
  }
}

extension JSONSyntaxError.Expectation {
  var phrase: String {
    switch self {
    case .value: "a value: an object, array, string, number, true, false or null"
    case .memberName: "a member name in double quotes"
    case .memberNameOrEnd: "a member name in double quotes, or '}'"
    case .colon: "':' after the member name"
    case .commaOrObjectEnd: "',' or '}'"
    case .valueOrArrayEnd: "a value, or ']'"
    case .commaOrArrayEnd: "',' or ']'"
    case .digit: "a digit"
    case .noLeadingZero: "no digit after a leading zero"
    case .escape: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
    case .hexDigits: "four hexadecimal digits after \\u"
    case .stringEnd: "the closing quote of a string"
    case .nothing: "nothing more"
    }
  }
}
