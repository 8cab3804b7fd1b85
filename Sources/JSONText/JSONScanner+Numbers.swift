extension JSONScanner {
  /// Scans a number.
  ///
  /// - Returns: `.real` when it has a fraction or an exponent, else `.integer`.
  mutating func scanNumber() throws(JSONSyntaxError) -> JSONKind {
    var kind = JSONKind.integer
    if bytes[position] == UInt8(ascii: "-") { position &+= 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
      position &+= 1
      if position < bytes.count, Self.isDigit(bytes[position]) { throw badNumber(.noLeadingZero) }
    } else {
      try scanDigits()
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      kind = .real
      position &+= 1
      try scanDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      kind = .real
      position &+= 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position &+= 1
      }
      try scanDigits()
    }
    return kind
  }

  /// Takes one digit or more.
  @inline(__always)
  private mutating func scanDigits() throws(JSONSyntaxError) {
    let start = position
    while position < bytes.count, Self.isDigit(bytes[position]) { position &+= 1 }
    guard position > start else { throw badNumber(.digit) }
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  @inline(never)
  private func badNumber(_ expectation: JSONSyntaxError.Expectation) -> JSONSyntaxError {
    guard position < bytes.count else {
      return JSONSyntaxError(.unexpectedEnd, at: bytes.count, expected: expectation)
    }
    return JSONSyntaxError(.invalidNumber, at: position, expected: expectation)
  }
}
