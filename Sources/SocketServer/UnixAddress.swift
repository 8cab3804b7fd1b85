import Glibc

/// A path as the kernel wants it: the address of a Unix socket.
struct UnixAddress {
  /// 107: `sun_path` has 108 bytes on Linux, and the last is a NUL.
  static let maximumPathLength = 107

  let path: String
  private var storage = sockaddr_un()
  private var size = socklen_t(MemoryLayout<sockaddr_un>.size)

  init(path: String) throws(SocketServerError) {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty else {
      throw SocketServerError(.unusablePath, "The socket's path is empty; give the path of a file to be made.")
    }
    guard !bytes.contains(0) else {
      throw SocketServerError(.unusablePath, "The socket's path holds a NUL byte; give the path of a file to be made.")
    }
    guard bytes.count <= Self.maximumPathLength else {
      throw SocketServerError(
        .unusablePath,
        "The socket's path is \(bytes.count) bytes long, and Linux takes \(Self.maximumPathLength) at most: \(path); "
          + "choose a shorter one.")
    }
    self.path = path
    storage.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &storage.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// The address in `NOTIFY_SOCKET`: an absolute path, or `@` and an abstract name, which lies in no directory.
  init(notifySocket text: String) throws(SocketServerError) {
    guard text.hasPrefix("/") || (text.hasPrefix("@") && text.utf8.count > 1) else {
      throw SocketServerError(
        .unusablePath,
        "NOTIFY_SOCKET is '\(text)'; allowed is an absolute path, or @ and a name. The program that starts this one has to "
          + "set it right, or not at all.")
    }
    try self.init(path: text)
    guard text.hasPrefix("@") else { return }
    storage.sun_path.0 = 0
    // An abstract name is as long as the address says; it would go on over the zeros behind it.
    size = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + text.utf8.count)
  }

  /// Calls `body` (`bind`, `connect`, `sendto`) with the address.
  func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, size)
      }
    }
  }
}
