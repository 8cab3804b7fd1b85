import CLinux
import Glibc

/// A connection to a daemon: lines out, lines in. Every wait on it ends, unless it is told otherwise.
final class Connection {
  private let descriptor: Int32
  private var received: [UInt8] = []
  /// How long the daemon may take for an answer, in seconds.
  private let patience: Double
  private var deadline: Deadline
  /// Whether something has come since then: who sends without end is not listened to beyond the time.
  private var hasReceived = false
  /// Why not all could be sent; what the daemon has said before it went away can still be read.
  private var sendingFault: String?
  /// The daemon's own last words, when it has said goodbye.
  private var goodbye: String?

  /// Connects to a Unix socket.
  init(path: String, patience: Double) throws(ConnectionFailure) {
    self.patience = patience
    deadline = Deadline(in: patience)
    descriptor = try Self.descriptor(connectedTo: path, patience: patience)
  }

  deinit { close(descriptor) }

  /// From now on the daemon has its whole time again.
  func beginWait() {
    deadline = Deadline(in: patience)
    hasReceived = false
  }

  /// From now on lines are waited for however long they take.
  func waitForEver() { deadline = Deadline(in: nil) }

  /// Sends all of it, unless the daemon has gone away: what it has said before is then to be read.
  func send(_ bytes: [UInt8]) throws(ConnectionFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Self.flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: POLLOUT) {
          "the daemon took \(bytes.count - rest.count) of the request's \(bytes.count) bytes, and no more"
        }
      } else if errno == EPIPE || errno == ECONNRESET {
        sendingFault = "the connection was lost while the request was sent: \(Self.lastError)"
        return
      } else if errno != EINTR {
        throw ConnectionFailure("the connection was lost while the request was sent: \(Self.lastError)")
      }
    }
  }

  /// Waits for the next line and returns it without its line feed.
  func readLine() throws(ConnectionFailure) -> [UInt8] {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        return line
      }
      searched = received.count
      try readMore()
    }
  }

  /// Keeps the reason that a notification gives for the end of the connection, for who misses an answer then.
  func note(goodbye reason: String) { goodbye = reason }

  private func readMore() throws(ConnectionFailure) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      if hasReceived, deadline.isOver { throw silence("the daemon did not answer") }
      let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Self.flags) }
      if count > 0 {
        received.append(contentsOf: chunk[..<count])
        hasReceived = true
        return
      }
      if count == 0 { throw ending("the daemon closed the connection before it had answered") }
      if errno == EAGAIN {
        try wait(for: POLLIN) { "the daemon did not answer" }
      } else if errno != EINTR {
        throw ending("the connection was lost: \(Self.lastError)")
      }
    }
  }

  /// What is known of the end: the daemon's own reason is worth more than the system's.
  private func ending(_ sentence: String) -> ConnectionFailure {
    let sentence = sendingFault ?? sentence
    return ConnectionFailure(goodbye.map { "\(sentence); it said goodbye: \($0)" } ?? sentence)
  }

  private func wait(for events: Int32, _ fault: () -> String) throws(ConnectionFailure) {
    switch deadline.wait(for: events, of: descriptor) {
    case true?: return
    case false?: throw silence(fault())
    case nil: throw ConnectionFailure("the connection could not be waited for: \(Self.lastError)")
    }
  }

  private func silence(_ fault: String) -> ConnectionFailure {
    ConnectionFailure("\(fault) \(patience.spell); --timeout gives it longer", isTimeout: true)
  }

  private static let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

  /// A new descriptor that is connected to a Unix socket; the caller closes it.
  ///
  /// - Parameter patience: How many seconds a daemon that takes no connections is waited for.
  static func descriptor(connectedTo path: String, patience: Double) throws(ConnectionFailure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // The path and the zero byte that ends it must fit into the kernel's field.
    let capacity = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard bytes.count <= capacity else {
      throw ConnectionFailure(
        "the socket's path is \(bytes.count) bytes long, and the system allows \(capacity): \(path)")
    }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw ConnectionFailure("the socket's path is empty; give one with --socket PATH")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ConnectionFailure("no socket could be made: \(Self.lastError)") }
    limitConnecting(descriptor, to: patience)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      let failure =
        errno == EAGAIN
        ? ConnectionFailure("\(path): the daemon took no connection \(patience.spell)", isTimeout: true)
        : ConnectionFailure("\(path): \(Self.lastError)\(Self.advice(for: errno))")
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  /// connect(2) waits for a daemon whose queue of connections is full, as long as a sender waits.
  private static func limitConnecting(_ descriptor: Int32, to seconds: Double) {
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int((seconds - seconds.rounded(.down)) * 1e6))
    if time.tv_sec == 0, time.tv_usec == 0 { time.tv_usec = 1 }  // zero would be for ever
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  private static var lastError: String { String(cString: strerror(errno)) }

  private static func advice(for error: Int32) -> String {
    switch error {
    case ENOENT: "; no daemon listens there, start one or give its socket with --socket PATH"
    case ECONNREFUSED: "; the daemon that made this socket has ended, start it again"
    case EACCES: "; the socket's mode does not let this user in (controllerd --socket-mode)"
    default: ""
    }
  }
}

/// No daemon could be reached, or it went away, or it took too long.
struct ConnectionFailure: Error {
  /// What happened, for a person.
  var message: String

  /// Whether the time was over.
  var isTimeout: Bool

  init(_ message: String, isTimeout: Bool = false) {
    self.message = message
    self.isTimeout = isTimeout
  }
}
