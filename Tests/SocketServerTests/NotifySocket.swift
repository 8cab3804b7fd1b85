import Glibc
import Testing

/// A service manager's end: a datagram socket that takes what services tell.
final class NotifySocket {
  let descriptor: Int32

  /// - Parameter address: A path, or `@` and an abstract name.
  init(_ address: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var storage = sockaddr_un()
    storage.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &storage.sun_path) { $0.copyBytes(from: address.utf8) }
    if address.hasPrefix("@") { storage.sun_path.0 = 0 }
    // The family, then the name: an abstract one is exactly as long as said here.
    let size = socklen_t(2 + address.utf8.count)
    let result = withUnsafePointer(to: storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try #require(result == 0, "bind: \(String(cString: strerror(errno)))")
  }

  deinit { close(descriptor) }

  /// What has come and was not asked for yet.
  func messages() -> [String] {
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= 0 {
      messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    return messages
  }
}
