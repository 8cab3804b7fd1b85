/// The header of a message that is sent: `Content-Length: N`, CR LF, CR LF.
public enum MessageHeader {
  private static let name: StaticString = "Content-Length: "
  private static let ends: StaticString = "\r\n\r\n"

  /// How many bytes the header of a message has.
  ///
  /// - Parameter length: The message's bytes, at least 0.
  public static func count(contentLength length: Int) -> Int {
    name.utf8CodeUnitCount + digits(length) + ends.utf8CodeUnitCount
  }

  /// Lends the header of a message. Cost: it is made on the stack.
  ///
  /// - Parameter length: The message's bytes, at least 0.
  public static func withBytes<Result>(
    contentLength length: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let size = count(contentLength: length)
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      buffer.copyBytes(from: UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      var position = size - ends.utf8CodeUnitCount
      UnsafeMutableRawBufferPointer(rebasing: buffer[position...])
        .copyBytes(from: UnsafeRawBufferPointer(start: ends.utf8Start, count: ends.utf8CodeUnitCount))
      var rest = length
      repeat {
        position -= 1
        buffer[position] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      return body(UnsafeRawBufferPointer(buffer))
    }
  }

  private static func digits(_ number: Int) -> Int {
    precondition(number >= 0, "a message has no negative length")
    var digits = 1
    var rest = number
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    return digits
  }
}
