import Glibc

/// A blocking connection to a daemon: lines out, lines in.
final class Connection {
  private let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to a Unix socket.
  init(path: String) throws(ConnectionFailure) { descriptor = try Self.descriptor(connectedTo: path) }

  deinit { close(descriptor) }

  /// Sends all of it.
  func send(_ bytes: [UInt8]) throws(ConnectionFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, 0)
      }
      if count > 0 {
        sent += count
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

  private func readMore() throws(ConnectionFailure) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 {
        received.append(contentsOf: chunk[..<count])
        return
      }
      if count == 0 { throw ConnectionFailure("the daemon closed the connection before it had answered") }
      if errno != EINTR { throw ConnectionFailure("the connection was lost: \(Self.lastError)") }
    }
  }

  /// A new descriptor that is connected to a Unix socket; the caller closes it.
  static func descriptor(connectedTo path: String) throws(ConnectionFailure) -> Int32 {
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
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      let failure = ConnectionFailure("\(path): \(Self.lastError)\(Self.advice(for: errno))")
      close(descriptor)
      throw failure
    }
    return descriptor
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

/// No daemon could be reached, or it went away.
struct ConnectionFailure: Error {
  /// What happened, for a person.
  var message: String

  init(_ message: String) { self.message = message }
}
