import CLinux
import Glibc

/// A connected Unix socket. It is blocking, for what is asked before and after the load; libuv makes it non-blocking.
struct Socket {
  /// A server that does not answer at all must not hold the run up for ever.
  private static let patience = timeval(tv_sec: 5, tv_usec: 0)

  let descriptor: Int32

  /// Connects; waits, but not for ever, while the server's queue of new connections is full.
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
    self.descriptor = descriptor
    var patience = Self.patience
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      let failure = BenchFailure("\(path): \(Self.lastError)")
      close()
      throw failure
    }
  }

  /// The process that listens on the other end; 0 when it cannot be told.
  var peerProcess: pid_t {
    var peer = linux_peer_credentials()
    return linux_get_peer_credentials(descriptor, &peer) == 0 ? peer.process_id : 0
  }

  /// Sends all of it, then reads so many answers; blocking.
  ///
  /// - Throws: Also when more comes than was asked for.
  func exchange(_ request: [UInt8], answers wanted: Int, format: AnswerFormat) throws(BenchFailure) -> [[UInt8]] {
    guard send(descriptor, request, request.count, 0) == request.count else {
      throw BenchFailure("a request could not be sent: \(Self.lastError)")
    }
    var counter = AnswerCounter(format)
    var received: [UInt8] = []
    var ends: [Int] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { chunk.deallocate() }
    while ends.count < wanted {
      let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
      guard count > 0 else {
        throw BenchFailure(count == 0 ? "the server closed the connection" : "no answer: \(Self.lastError)")
      }
      let before = received.count
      let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
      received.append(contentsOf: bytes)
      do throws(AnswerCounter.Fault) {
        _ = try counter.count(bytes) { ends.append(before + $0) }
      } catch {
        throw BenchFailure("the server answered with: \(Round.excerpt(received))")
      }
    }
    guard ends.count == wanted, counter.pending == 0 else {
      throw BenchFailure("the server sent more than \(wanted) answers to \(wanted) requests")
    }
    return zip([0] + ends, ends).map { Array(received[$0..<$1]) }
  }

  func makeBlocking() throws(BenchFailure) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
      throw BenchFailure("a socket could not be made blocking: \(Self.lastError)")
    }
  }

  func close() { _ = Glibc.close(descriptor) }

  static var lastError: String { String(cString: strerror(errno)) }
}

/// Why there is no figure.
struct BenchFailure: Error {
  /// What happened, for a person.
  var message: String

  init(_ message: String) { self.message = message }
}
