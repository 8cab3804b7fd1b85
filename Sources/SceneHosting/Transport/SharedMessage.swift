/// One message that many clients get: encoded once, held once.
final class SharedMessage: Sendable {
  /// The line, with its LF.
  let bytes: [UInt8]
  /// Where the notification's parameters stand in it: one object.
  let parameters: Range<Int>

  /// - Parameters:
  ///   - line: A notification as a line, whose parameters are its last member.
  ///   - start: Where the parameters begin.
  init(_ line: [UInt8], parametersFrom start: Int) {
    bytes = line
    // The object's own brace and the LF come after them.
    parameters = start..<(line.count - 2)
  }
}
