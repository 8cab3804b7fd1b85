import CLinux
import Glibc
import Synchronization

/// Sentences for the operator, on standard error.
///
/// Where standard error is the journal, each line begins with its priority (`sd-daemon(3)`), and without the program's name,
/// which the journal adds. Elsewhere it is plain text that begins with the name.
public struct DiagnosticOutput: Sendable {
  /// How much a line matters; the numbers are syslog's.
  public enum Priority: Int, Sendable {
    /// The daemon cannot go on, or could not start.
    case error = 3
    /// Something was refused or is wrong, and the daemon goes on.
    case warning = 4
    /// What happens in the usual course.
    case information = 6
  }

  /// Whether what is written goes to the journal.
  public let isJournal: Bool

  private let name: String
  private let descriptor: Int32
  private let lost = Losses()

  /// The lines that nobody took since the last one that was taken.
  private final class Losses: Sendable {
    let count = Atomic(0)
  }

  /// A program's standard error.
  ///
  /// - Parameter name: The program's name.
  public init(name: String) {
    self.init(
      name: name, descriptor: STDERR_FILENO, journalStream: getenv("JOURNAL_STREAM").map { String(cString: $0) })
  }

  /// - Parameter journalStream: The journal's stream, its device and inode in decimal with a colon between. The variable
  ///   may be inherited while standard error is not, which is why the two are compared.
  init(name: String, descriptor: Int32, journalStream: String?) {
    self.name = name
    self.descriptor = descriptor
    var status = stat()
    isJournal =
      journalStream != nil && fstat(descriptor, &status) == 0
      && journalStream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes a sentence, or several lines, and an LF.
  ///
  /// What is no error is worth less than the daemon's time: when nobody takes it (a full pipe, a stopped terminal), it is
  /// dropped, or a stuck reader of the log would stop all clients; the next line that is taken comes with the number of those
  /// that were lost. An error is the last that is written, and waits for a second.
  ///
  /// - Parameter isNamed: The text begins with the program's name already.
  /// - Returns: Whether it was written.
  @discardableResult
  public func write(_ priority: Priority, _ text: String, isNamed: Bool = false) -> Bool {
    guard priority != .error else { return Self.write(render(priority, text, isNamed: isNamed), to: descriptor) }
    guard isWritable else { return lose() }
    let losses = lost.count.exchange(0, ordering: .relaxed)
    if losses > 0 {
      Self.write(render(.warning, "\(losses) lines were lost, since nobody read standard error"), to: descriptor)
      guard isWritable else { return lose() }
    }
    // A pipe is writable when it takes PIPE_BUF bytes at once; a longer text could wait in the middle.
    let short = String(text.unicodeScalars.prefix(Self.longestText))
    return Self.write(render(priority, short, isNamed: isNamed), to: descriptor) || lose()
  }

  private var isWritable: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) == 1 && Int32(state.revents) & POLLOUT != 0
  }

  private func lose() -> Bool {
    lost.count.add(1, ordering: .relaxed)
    return false
  }

  /// 900 characters of 4 bytes at most, also with a priority before every second one or a name less than the 4,096 bytes of
  /// PIPE_BUF.
  private static let longestText = 900

  /// Every line gets the priority: the journal makes an entry of each, and a text that brings lines of its own must not
  /// choose theirs.
  func render(_ priority: Priority, _ text: String, isNamed: Bool = false) -> String {
    guard isJournal else { return isNamed ? "\(text)\n" : "\(name): \(text)\n" }
    return text.split(whereSeparator: \.isNewline).map { "<\(priority.rawValue)>\($0)\n" }.joined()
  }

  /// A second: as long as the end of a program may wait for who reads its last words.
  private static let patience: Int32 = 1000

  private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, patience) == 1
  }

  /// Writes all of a text.
  ///
  /// - Returns: False when it could not be written.
  @discardableResult
  package static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var position = 0
      while position < bytes.count {
        let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + position }, bytes.count - position)
        if written < 0, errno == EINTR { continue }
        if written < 0, errno == EAGAIN, waitUntilWritable(descriptor) { continue }
        guard written > 0 else { return false }
        position += written
      }
      return true
    }
  }
}
