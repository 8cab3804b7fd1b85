import CLinux
import Glibc
import SceneHosting

/// A listening socket on the loop.
///
/// It accepts by itself, and not through `uv_listen`, to learn about descriptors running out: libuv then drops clients
/// without a word, while this tells them why.
@MainActor
final class Listener {
  /// What becomes of connections; set before `start`.
  struct Handlers {
    /// Takes an accepted descriptor, non-blocking and closed on exec, and owns it.
    var accepted: @MainActor (Int32) -> Void
    /// Takes a sentence for the operator.
    var report: @MainActor (String) -> Void
  }

  /// 64 clients a loop iteration, so that a flood of them does not keep the connected ones waiting.
  private static let acceptsPerEvent = 64

  /// Seconds until the next try when the system has no room at all: long enough not to spin.
  private static let pause = 0.1

  /// What clients that come by it may do at most.
  let ceiling: Role

  /// What the listener is called in messages.
  let name: String

  private let file: SocketFile?
  private var descriptor: Int32
  /// Given up for a moment when there is no other descriptor, to accept a client, tell it, and hang up.
  private var reserve: Int32 = -1
  private var handlers: Handlers?
  private var watcher: LoopHandle?
  private var retry: LoopTimer?
  private var isShort = false

  /// Makes a socket of its own, which it removes when it is closed.
  init(path: String, mode: mode_t, group: gid_t?, ceiling: Role) throws(SocketServerError) {
    let made = try SocketFile.listen(at: path, mode: mode, group: group)
    self.ceiling = ceiling
    file = made.file
    descriptor = made.descriptor
    name = path
  }

  /// Takes over a socket that listens already, from a service manager for instance, and never removes its file.
  init(adopting descriptor: Int32, named givenName: String? = nil, ceiling: Role) throws(SocketServerError) {
    let name = "descriptor \(descriptor)" + (givenName.map { " (\($0))" } ?? "")
    guard Self.option(SO_ACCEPTCONN, of: descriptor) == 1, Self.option(SO_DOMAIN, of: descriptor) == AF_UNIX,
      Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
    else {
      throw SocketServerError(
        .notASocket, "\(name) is not a listening Unix stream socket; pass one that is (ListenStream=/a/path).")
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else {
      throw .system("cannot set up \(name)", errno, advice: "pass a socket that this process may change")
    }
    file = nil
    self.ceiling = ceiling
    self.descriptor = descriptor
    self.name = name
  }

  /// Starts to accept.
  func start(on loop: EventLoop, _ handlers: Handlers) throws(SocketServerError) {
    self.handlers = handlers
    openReserve()
    retry = try loop.addTimer { [unowned self] in if let watcher { loop.startReadable(watcher) } }
    watcher = try loop.watchReadable(descriptor) { [unowned self] in acceptWaiting(loop) }
  }

  /// Stops accepting, and removes the socket's file if it is this listener's.
  func close() {
    guard descriptor >= 0 else { return }
    watcher?.closeHandle()
    retry?.close()
    handlers = nil
    file?.remove()
    Glibc.close(descriptor)
    descriptor = -1
    if reserve >= 0 { Glibc.close(reserve) }
    reserve = -1
  }

  private func acceptWaiting(_ loop: EventLoop) {
    for _ in 0..<Self.acceptsPerEvent {
      guard let handlers else { return }
      let client = linux_accept(descriptor)
      if client >= 0 {
        isShort = false
        handlers.accepted(client)
        continue
      }
      switch errno {
      case EAGAIN: return
      case EINTR, ECONNABORTED, EPROTO, EPERM: continue
      case EMFILE where refuseOne(): continue
      case let code:
        report("cannot accept on \(name): \(SocketServerError.errorText(code)); trying again")
        if let watcher { loop.stopReadable(watcher) }
        retry?.start(after: Self.pause)
        return
      }
    }
  }

  /// Accepts a client in place of the reserve, tells it, and hangs up.
  ///
  /// - Returns: False when that was not possible.
  private func refuseOne() -> Bool {
    var limits = rlimit()
    getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limits)
    let refusal = Refusal.descriptors(limit: Int(clamping: limits.rlim_cur))
    guard reserve >= 0 else {
      openReserve()
      return false
    }
    Glibc.close(reserve)
    reserve = -1
    let client = linux_accept(descriptor)
    let code = errno
    if client >= 0 {
      report("refused a client on \(name). \(refusal.message)")
      refusal.send(to: client)
    }
    openReserve()
    return client >= 0 || code == EAGAIN
  }

  private func openReserve() {
    reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
  }

  /// Once a shortage, not once a client.
  private func report(_ sentence: String) {
    guard !isShort else { return }
    isShort = true
    handlers?.report(sentence)
  }

  private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
  }
}
