import Glibc

/// A Unix socket: made blocking, for the preparation; the load makes it non-blocking.
struct Socket {
  let descriptor: Int32

  /// Connects; waits while the server's queue of new connections is full.
  init(path: String) throws(BenchFailure) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw BenchFailure("a socket's path has 1 to 107 bytes, this one has \(bytes.count)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw BenchFailure("no socket could be made: \(Self.lastError)") }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      let failure = BenchFailure("\(path): \(Self.lastError)")
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
  }

  /// Sends all of it, then reads until the answer has so many line feeds; blocking.
  func exchange(_ request: [UInt8], lineFeeds: Int) throws(BenchFailure) -> [UInt8] {
    // A server that does not answer at all must not hold the run up for ever.
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard send(descriptor, request, request.count, 0) == request.count else {
      throw BenchFailure("the first request could not be sent: \(Self.lastError)")
    }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while answer.count(where: { $0 == UInt8(ascii: "\n") }) < lineFeeds {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else {
        throw BenchFailure(
          count == 0 ? "the server closed the connection" : "no answer to the first request: \(Self.lastError)")
      }
      answer.append(contentsOf: chunk[..<count])
    }
    return answer
  }

  func makeNonBlocking() throws(BenchFailure) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw BenchFailure("a socket could not be made non-blocking: \(Self.lastError)")
    }
  }

  static var lastError: String { String(cString: strerror(errno)) }
}

/// Why there is no figure.
struct BenchFailure: Error {
  /// What happened, for a person.
  var message: String

  init(_ message: String) { self.message = message }
}
