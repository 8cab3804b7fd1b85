import JSONText

/// A header while its lines come in: what of it is needed, and its size.
struct HeaderBlock {
  /// What `Content-Length` says; `Int.max` when it says more.
  private(set) var length: Int?
  /// Bytes of the whole lines so far, their ends included.
  private(set) var count = 0
  private var lines = 0

  /// Takes a line.
  ///
  /// - Parameter line: The line without its LF.
  /// - Returns: Whether it was the empty line that ends the header.
  /// - Throws: What is wrong with it.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(HeaderFault) -> Bool {
    count += line.count + 1
    guard count <= HeaderFramer.headerLimit else { throw .tooLong(limit: HeaderFramer.headerLimit) }
    lines += 1
    guard ByteSearch.firstOffset(of: UInt8(ascii: "\r"), in: line) == line.count - 1 else {
      throw .lineEnd(line: lines)
    }
    if line.count == 1 {
      guard length != nil else { throw .lengthMissing }
      return true
    }
    try takeField(UnsafeRawBufferPointer(rebasing: line.dropLast()))
    return false
  }

  private mutating func takeField(_ field: UnsafeRawBufferPointer) throws(HeaderFault) {
    guard let colon = ByteSearch.firstOffset(of: UInt8(ascii: ":"), in: field) else { throw .noColon(line: lines) }
    guard colon > 0, field[0..<colon].allSatisfy(Self.isNameByte) else { throw .badName(line: lines) }
    guard Self.isContentLength(UnsafeRawBufferPointer(rebasing: field[0..<colon])) else { return }
    guard length == nil else { throw .lengthRepeated(line: lines) }
    guard let number = Self.decimal(UnsafeRawBufferPointer(rebasing: field[(colon + 1)...])) else {
      throw .lengthNotDecimal(line: lines)
    }
    length = number
  }

  /// Letters, digits and the marks that HTTP, after which the header is made, allows in a name.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: marks.contains(byte)
    }
  }

  private static let marks = Array("!#$%&'*+-.^_`|~".utf8)
  private static let lengthName = Array("content-length".utf8)

  private static func isContentLength(_ name: UnsafeRawBufferPointer) -> Bool {
    // 0x20 makes capitals small. Of the other bytes that a name may have it makes none a letter, and leaves the hyphen.
    name.count == lengthName.count && zip(name, lengthName).allSatisfy { $0 | 0x20 == $1 }
  }

  /// The number in a field's value, which may have blanks around it; `Int.max` for a number that is greater.
  private static func decimal(_ value: UnsafeRawBufferPointer) -> Int? {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let start = value.firstIndex(where: { !isBlank($0) }), let end = value.lastIndex(where: { !isBlank($0) })
    else { return nil }
    var number = 0
    for byte in value[start...end] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      number = isOver || isOverToo ? Int.max : sum
    }
    return number
  }
}
