import HeadlessUIKit

/// Node ids as they are written: "n" and a decimal number without leading zeros.
enum NodeName {
  /// The id, if the text is one.
  static func parse(_ text: String) -> NodeID? {
    guard text.utf8.first == UInt8(ascii: "n") else { return nil }
    let digits = text.utf8.dropFirst()
    guard let first = digits.first, first != UInt8(ascii: "0") else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      number = sum
    }
    return NodeID(rawValue: number)
  }
}
