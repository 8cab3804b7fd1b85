import Glibc

/// A client's end of a Unix socket; it never waits.
final class Client {
  private(set) var descriptor: Int32
  private(set) var received: [UInt8] = []
  /// Nil: open. 0: the server has closed. Else the `errno` of the read.
  private(set) var end: Int32?

  init?(_ path: String) {
    // Exit tests start processes at any time: they must not hold this open.
    let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    descriptor = socket(AF_UNIX, Int32(type), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if connected != 0 {
      close()
      return nil
    }
  }

  deinit { close() }

  var text: String { String(decoding: received, as: UTF8.self) }

  /// Answers how many bytes the kernel took.
  @discardableResult
  func send(_ text: String) -> Int {
    send(Array(text.utf8)[...])
  }

  @discardableResult
  func send(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { max(0, Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))) }
  }

  func endInput() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Takes what is there, `limit` bytes at most.
  func read(limit: Int = .max) {
    var left = limit
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while left > 0, end == nil {
      let count = recv(descriptor, &buffer, min(left, buffer.count), 0)
      if count > 0 {
        received += buffer[..<count]
        left -= count
      } else if count == 0 {
        end = 0
      } else {
        if errno != EAGAIN { end = errno }
        return
      }
    }
  }
}
