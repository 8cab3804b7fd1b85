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
    write(text + "\n", to: STDERR_FILENO)
    return status
  }

  /// Prints to standard error, with an LF, what is worth less than the daemon's time: when nobody takes it (a full pipe, a
  /// stopped terminal), it is dropped, or a stuck reader of the log would stop all clients.
  ///
  /// - Returns: Whether it was printed.
  @discardableResult
  static func log(_ text: String, to descriptor: Int32 = STDERR_FILENO) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, 0) == 1, Int32(state.revents) & POLLOUT != 0 else { return false }
    // A pipe is writable when it takes PIPE_BUF bytes at once; a longer text could wait in the middle.
    return write(String(text.unicodeScalars.prefix(longestLine)) + "\n", to: descriptor)
  }

  /// 1,000 characters of 4 bytes at most, below the 4,096 of PIPE_BUF.
  private static let longestLine = 1000

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
