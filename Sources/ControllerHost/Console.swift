import Glibc
import SocketServer

/// Standard output, without Foundation.
enum Console {
  /// Prints to standard output, as it is.
  ///
  /// - Returns: The exit status: 0, or 1 when it could not be written.
  static func print(_ text: String) -> Int32 {
    DiagnosticOutput.write(text, to: STDOUT_FILENO) ? 0 : 1
  }
}
