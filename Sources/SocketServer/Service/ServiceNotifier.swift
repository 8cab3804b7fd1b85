import CLinux
import Glibc

/// Tells the service manager how the service is (`sd_notify(3)`): a datagram of assignments to the socket that
/// `NOTIFY_SOCKET` names.
///
/// It never waits and never fails: a service must not stand still because nobody listens to how it is.
@MainActor
public final class ServiceNotifier {
  private let address: UnixAddress
  private let descriptor: Int32
  /// What could not be sent and still counts, oldest first; tried again with the next message.
  private var unsent: [ServiceState] = []

  /// A notifier for a socket.
  ///
  /// - Parameter address: An absolute path, or `@` and an abstract name.
  /// - Throws: `SocketServerError` when it is neither, is too long, or when there is no descriptor left.
  public init(address: String) throws(SocketServerError) {
    self.address = try UnixAddress(notifySocket: address)
    descriptor = linux_unix_datagram_socket()
    guard descriptor >= 0 else {
      throw .system(
        "cannot make a socket for NOTIFY_SOCKET", errno, advice: "the process may be out of descriptors (ulimit -n)")
    }
  }

  /// Whether something that still counts could not be sent.
  var hasUnsent: Bool { !unsent.isEmpty }

  deinit {
    close(descriptor)
  }

  /// Sends states in one datagram, with those before them that could not be sent.
  ///
  /// - Returns: False when the service manager has no room now, or does not listen; what was to be told, but for a sign of
  ///   life, goes out with the next call.
  @discardableResult
  public func send(_ states: ServiceState...) -> Bool {
    let all = unsent.filter { old in !states.contains { $0.replaces(old) } } + states
    let message = all.map(\.assignment).joined(separator: "\n")
    guard deliver(Array(message.utf8)) else {
      unsent = all.filter { $0 != .watchdog }
      return false
    }
    unsent = []
    return true
  }

  private func deliver(_ bytes: [UInt8]) -> Bool {
    // Addressed anew each time: the service manager may have made its socket anew.
    let result = address.withAddress { address, size in
      bytes.withUnsafeBytes {
        Int32(
          truncatingIfNeeded: sendto(
            descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), address, size))
      }
    }
    return result >= 0
  }
}
