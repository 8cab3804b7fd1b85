import Glibc

/// Standard output and standard error, without Foundation.
enum Console {
  /// Prints to standard output, as it is.
  ///
  /// - Returns: The exit status: 0, or 1 when it could not be written.
  static func print(_ text: String) -> Int32 {
    write(text, to: STDOUT_FILENO) ? 0 : 1
  }

  /// Prints to standard error, with an LF.
  ///
  /// - Returns: The status.
  static func complain(_ text: String, status: Int32) -> Int32 {
    log(text)
    return status
  }

  /// Prints to standard error, with an LF.
  static func log(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var position = 0
      while position < bytes.count {
        let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + position }, bytes.count - position)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        position += written
      }
      return true
    }
  }
}
