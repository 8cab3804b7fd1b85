import Foundation

/// A client's end of a daemon's socket, for tests of the bytes: says how they are cut into writes, and reads what comes
/// while it writes, so that neither side ever waits for the other.
final class SocketConnection {
  /// Linux's SIOCOUTQ: how much of what was written the other end has not read yet.
  private static let unreadByPeer: UInt = 0x5411

  private static let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

  private let descriptor: Int32

  /// All that has come and was not taken yet.
  private(set) var received: [UInt8] = []

  /// Whether the daemon has closed its direction.
  private(set) var hasEnded = false

  init(to path: String) throws {
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard let address = Self.address(path), descriptor >= 0 else { throw Self.failure("socket") }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Self.failure("connect to \(path)") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes bytes, all at once as far as the kernel takes them.
  func write(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: POLLIN | POLLOUT)
      } else {
        throw Self.failure("send")
      }
      try readWhatIsThere()
    }
  }

  /// Writes bytes and waits until the daemon has read them, so that what is written next comes to it in another read.
  func writeSeparately(_ bytes: some Collection<UInt8>) throws {
    try write(bytes)
    let deadline = Date(timeIntervalSinceNow: Tool.patience)
    var unread: Int32 = 0
    var looks = 0
    while true {
      guard ioctl(descriptor, Self.unreadByPeer, &unread) == 0 else { throw Self.failure("ioctl(SIOCOUTQ)") }
      if unread == 0 { return }
      sched_yield()
      looks += 1
      if looks.isMultiple(of: 64) {
        try readWhatIsThere()
        guard Date() < deadline else { throw Daemon.Failed(what: "the daemon's reading", details: "\(unread) unread") }
      }
    }
  }

  /// Ends this direction.
  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Takes a number of bytes, and waits until they are there; fewer when the daemon has closed its direction.
  func take(_ count: Int) throws -> [UInt8] {
    while received.count < count, !hasEnded {
      try wait(for: POLLIN)
      try readWhatIsThere()
    }
    defer { received.removeFirst(min(count, received.count)) }
    return Array(received.prefix(count))
  }

  /// Takes what has come, and waits until there is something; nothing when the daemon has closed its direction.
  func takeSome() throws -> [UInt8] {
    if received.isEmpty, !hasEnded {
      try wait(for: POLLIN)
      try readWhatIsThere()
    }
    defer { received = [] }
    return received
  }

  /// Takes a line without its end, and waits until it is there; nil when the daemon has closed its direction.
  func takeLine() throws -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      if hasEnded { return nil }
      try wait(for: POLLIN)
      try readWhatIsThere()
    }
  }

  /// Takes all that comes until the daemon closes its direction.
  func takeRest() throws -> [UInt8] {
    while !hasEnded {
      try wait(for: POLLIN)
      try readWhatIsThere()
    }
    defer { received = [] }
    return received
  }

  private func readWhatIsThere() throws {
    while !hasEnded {
      let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
        let count = recv(descriptor, buffer.baseAddress, buffer.count, Self.flags)
        if count > 0 { received.append(contentsOf: buffer[..<count]) }
        return count
      }
      if count == 0 {
        hasEnded = true
      } else if count < 0 {
        guard errno == EAGAIN else { throw Self.failure("recv") }
        return
      }
    }
  }

  private func wait(for events: Int32) throws {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let count = poll(&entry, 1, Int32(Tool.patience * 1000))
    guard count > 0 || errno == EINTR else {
      throw Daemon.Failed(what: "an answer", details: "nothing came for \(Tool.patience) s")
    }
  }

  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }

  private static func failure(_ call: String) -> Daemon.Failed {
    Daemon.Failed(what: call, details: String(cString: strerror(errno)))
  }
}
