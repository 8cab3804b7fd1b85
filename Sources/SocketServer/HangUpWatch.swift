import CLinux
import Glibc

/// Tells of clients that have closed their connection after they had ended their direction.
///
/// libuv stops to read at the end of a client's direction, and does not tell then whether the client has gone or only half-closed
/// and waits for answers. The kernel can: only of who has gone have both directions ended. One descriptor serves all clients.
@MainActor
final class HangUpWatch {
  private let set: Int32
  private var watched: [Int32: Connection] = [:]
  private var watcher: LoopHandle?

  /// A watch that nobody is on.
  ///
  /// - Throws: `SocketServerError` when the process has no descriptor for it.
  init(loop: EventLoop) throws(SocketServerError) {
    set = linux_hang_up_set()
    guard set >= 0 else {
      throw .system("cannot watch for hang-ups", errno, advice: "the process may be out of descriptors (ulimit -n)")
    }
    do {
      watcher = try loop.watchReadable(set) { [unowned self] in tell() }
    } catch {
      Glibc.close(set)
      throw error
    }
  }

  /// Watches a connection until it is removed.
  ///
  /// Where the kernel has no memory for that, a client that has gone is noticed when it is written to.
  func add(_ connection: Connection, _ descriptor: Int32) {
    guard watched[descriptor] == nil, linux_watch_hang_up(set, descriptor) == 0 else { return }
    watched[descriptor] = connection
  }

  /// Forgets a connection whose descriptor is about to be closed.
  func remove(_ descriptor: Int32) { watched[descriptor] = nil }

  /// Gives the descriptor back.
  func close() {
    guard let watcher else { return }
    watcher.closeHandle()
    self.watcher = nil
    watched = [:]
    Glibc.close(set)
  }

  private func tell() {
    while true {
      let descriptor = linux_take_hang_up(set)
      guard descriptor >= 0 else { return }
      watched.removeValue(forKey: descriptor)?.hasHungUp()
    }
  }
}
