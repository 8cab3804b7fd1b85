import ConformanceSupport
import Foundation

/// A socket before a daemon's own, on which a rule of the protocol is broken on purpose. Lines only, no headers.
///
/// A thread takes connections, and each has one: they end with the connections, and the first with the value.
final class MutatingProxy {
  private static let backlog: Int32 = 64

  /// Where clients connect.
  let socket: String
  private let directory: TemporaryDirectory
  private let listener: Int32

  /// - Parameters:
  ///   - target: The daemon's socket.
  ///   - mutation: Nil passes all on as it is.
  init(to target: String, mutation: TrafficMutation?) throws {
    directory = try TemporaryDirectory()
    socket = directory.path(of: "s")
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0, Self.call(bind, listener, socket) == 0, listen(listener, Self.backlog) == 0 else {
      throw Daemon.Failed(what: "listening at \(socket)", details: String(cString: strerror(errno)))
    }
    Thread.detachNewThread { [listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        Thread.detachNewThread { Self.relay(client, target, mutation) }
      }
      close(listener)
    }
  }

  /// Wakes the thread that takes connections, which ends then.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private typealias AddressCall = (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32

  /// Calls bind or connect with a path.
  private static func call(_ function: AddressCall, _ descriptor: Int32, _ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Passes on what comes from either side until the daemon has ended the connection.
  private static func relay(_ client: Int32, _ target: String, _ mutation: TrafficMutation?) {
    let daemon = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer {
      close(client)
      close(daemon)
    }
    guard daemon >= 0, call(connect, daemon, target) == 0 else { return }
    var connection = TrafficMutation.Connection(mutation)
    var (sent, received) = (Lines(), Lines())
    var entries = [
      pollfd(fd: client, events: Int16(POLLIN), revents: 0), pollfd(fd: daemon, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, 2, -1) >= 0 || errno == EINTR {
      if entries[0].revents != 0 {
        if let lines = sent.read(from: client) {
          guard lines.allSatisfy({ write(connection.toDaemon($0), to: daemon) }) else { return }
        } else {
          shutdown(daemon, Int32(SHUT_WR))
          entries[0].fd = -1  // ignored from now on
        }
      }
      if entries[1].revents != 0 {
        guard let lines = received.read(from: daemon),
          lines.flatMap({ connection.toClient($0) }).allSatisfy({ write($0, to: client) })
        else { return }
      }
    }
  }

  /// - Returns: False when the other side has gone.
  private static func write(_ line: [UInt8], to descriptor: Int32) -> Bool {
    var rest = (line + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// What came in pieces, as lines.
  private struct Lines {
    private static let chunk = 65_536
    private var rest: [UInt8] = []

    /// Reads what is there.
    ///
    /// - Returns: The lines that are complete now, without their ends; nil at the end.
    mutating func read(from descriptor: Int32) -> [[UInt8]]? {
      var chunk = [UInt8](repeating: 0, count: Self.chunk)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
      rest += chunk[..<count]
      var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
      rest = lines.removeLast()
      return lines
    }
  }
}
