import CLinux
import Glibc
import Transcripts

/// Makes connections to the socket under test.
struct ConformSocket: TranscriptTransport {
  /// The socket's path.
  let path: String
  /// How long bytes are waited for, in seconds.
  let patience: Double

  func connect() throws(TranscriptFault) -> any TranscriptChannel {
    do throws(ConnectionFailure) {
      return ConformChannel(
        descriptor: try Connection.descriptor(connectedTo: path, patience: patience), patience: patience)
    } catch {
      throw TranscriptFault(error.message)
    }
  }
}

/// A connection on which every wait ends. It reads while it writes, so that neither side ever waits for the other.
final class ConformChannel: TranscriptChannel {
  private static let chunk = 65_536
  /// What is kept of what was sent unasked while we were sending.
  private static let mostReceived = 67_108_864

  private let descriptor: Int32
  private let patience: Double
  /// When waiting is over.
  private var deadline: Deadline
  /// Whether something has come since then: who sends without end is not listened to beyond it.
  private var hasReceived = false
  private var received: [UInt8] = []
  private var hasEnded = false
  private var isClosed = false

  init(descriptor: Int32, patience: Double) {
    self.descriptor = descriptor
    self.patience = patience
    deadline = Deadline(in: patience)
  }

  deinit { if !isClosed { Glibc.close(descriptor) } }

  func beginWait() {
    deadline = Deadline(in: patience)
    hasReceived = false
  }

  func send(_ bytes: [UInt8]) throws(TranscriptFault) {
    var rest = bytes[...]
    beginWait()
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Self.flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
        beginWait()
      } else if errno == EAGAIN {
        guard try wait(for: POLLOUT | (hasEnded ? 0 : POLLIN)) else {
          throw TranscriptFault(
            "the server took \(bytes.count - rest.count) of \(bytes.count) bytes, and none \(patience.spell)")
        }
        try readWhatIsThere()
      } else if errno != EINTR {
        throw loss(Self.lastError)
      }
    }
  }

  /// The connection is lost: what the server has said before, a refusal perhaps, tells more than the system does.
  private func loss(_ error: String) -> TranscriptFault {
    while !hasEnded, received.count < Self.mostReceived {
      let before = received.count
      guard (try? readWhatIsThere()) != nil, received.count > before else { break }
    }
    let sentence = "the connection was lost while something was sent: \(error)"
    guard let line = received.split(separator: UInt8(ascii: "\n")).first else { return TranscriptFault(sentence) }
    return TranscriptFault("\(sentence); the server had said: \(String(decoding: line.prefix(1000), as: UTF8.self))")
  }

  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  func receive() throws(TranscriptFault) -> TranscriptReception {
    while received.isEmpty, !hasEnded {
      guard !hasReceived || !deadline.isOver, try wait(for: POLLIN) else { return .nothing(patience.spell) }
      try readWhatIsThere()
    }
    guard !received.isEmpty else { return .end }
    hasReceived = true
    defer { received = [] }
    return .bytes(received)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    Glibc.close(descriptor)
  }

  private static let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

  private static var lastError: String { String(cString: strerror(errno)) }

  /// - Returns: False when the time is over.
  private func wait(for events: Int32) throws(TranscriptFault) -> Bool {
    guard let isReady = deadline.wait(for: events, of: descriptor) else {
      throw TranscriptFault("the connection could not be waited for: \(Self.lastError)")
    }
    return isReady
  }

  /// Takes what has come, a chunk at most when there is much of it.
  private func readWhatIsThere() throws(TranscriptFault) {
    guard received.count < Self.mostReceived else {
      throw TranscriptFault(
        "the server sent more than \(Self.mostReceived) bytes before it had taken what was sent to it")
    }
    var chunk = [UInt8](repeating: 0, count: Self.chunk)
    let count = recv(descriptor, &chunk, chunk.count, Self.flags)
    if count > 0 {
      received += chunk[..<count]
    } else if count == 0 || errno == ECONNRESET {  // reset: it has ended without reading all that was sent
      hasEnded = true
    } else if errno != EAGAIN, errno != EINTR {
      throw TranscriptFault("the connection was lost: \(Self.lastError)")
    }
  }
}
