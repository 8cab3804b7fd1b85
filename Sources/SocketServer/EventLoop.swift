import CLibUV
import CLinux
import Dispatch
import Glibc

/// A libuv loop whose callbacks run on the main actor.
///
/// Each callback enters isolation once, as with `MainActor.assumeIsolated`, which holds on the process's first thread and
/// inside of a job of the main actor; `run` and `turn` are isolated, so one of the two is always the case.
@MainActor
public final class EventLoop {
  /// Seconds of the system's monotonic clock.
  public nonisolated static var now: Double { Double(uv_hrtime()) / 1_000_000_000 }

  nonisolated(unsafe) let raw: UnsafeMutablePointer<uv_loop_t>

  /// Keeps the loop from sleeping while it is started.
  private let idle: LoopHandle
  private var isClosed = false

  /// A loop with nothing to do. End it with `close`. Standard streams that are closed are opened on `/dev/null`.
  public init() throws(SocketServerError) {
    StandardStreams.fillGaps()
    let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    let result = uv_loop_init(loop)
    guard result == 0 else {
      loop.deallocate()
      throw .system(
        "cannot make an event loop", -result, advice: "the process may be out of descriptors or memory (ulimit -n)")
    }
    raw = loop
    idle = LoopHandle(UV_IDLE)
    try idle.attach(uv_idle_init(loop, idle.handle()), "cannot make an idle watcher")
  }

  /// Runs until `stop`, or until everything that was added is closed.
  public func run() {
    _ = LoopThread.occupy { uv_run(raw, UV_RUN_DEFAULT) }
  }

  /// Makes `run` return at the end of the iteration.
  public func stop() {
    uv_stop(raw)
  }

  /// Runs what is due now, without sleeping.
  ///
  /// - Returns: False when nothing is left to wait for.
  @discardableResult
  public func turn() -> Bool {
    LoopThread.occupy { uv_run(raw, UV_RUN_NOWAIT) } != 0
  }

  /// Closes what is still open on the loop, and gives its descriptors and memory back. Not to be called by a callback.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    LoopThread.occupy {
      uv_walk(raw, { handle, _ in LoopHandle.close(handle?.pointee.data) }, nil)
      _ = uv_run(raw, UV_RUN_DEFAULT)
    }
    let result = uv_loop_close(raw)
    precondition(result == 0, "an event loop has a handle that was not added through it")
    raw.deallocate()
  }

  /// Adds a timer, which does nothing before it is started.
  public func addTimer(_ action: @escaping @MainActor () -> Void) throws(SocketServerError) -> LoopTimer {
    try LoopTimer(loop: raw, action: action)
  }

  // MARK: For the server

  /// Calls back while a descriptor is readable (level-triggered). The descriptor stays the caller's.
  func watchReadable(
    _ descriptor: Int32, _ action: @escaping @MainActor () -> Void
  ) throws(SocketServerError) -> LoopHandle {
    let watcher = LoopHandle(UV_POLL)
    try watcher.attach(uv_poll_init(raw, watcher.handle(), descriptor), "cannot watch a descriptor")
    watcher.onEvent = action
    startReadable(watcher)
    return watcher
  }

  /// Goes on after `stopReadable`.
  func startReadable(_ watcher: LoopHandle) {
    guard !watcher.isClosing else { return }
    uv_poll_start(watcher.handle(), Int32(UV_READABLE.rawValue), Self.isReadable)
  }

  /// Calls back no more until `startReadable`.
  func stopReadable(_ watcher: LoopHandle) {
    guard !watcher.isClosing else { return }
    uv_poll_stop(watcher.handle())
  }

  /// Calls back when the process gets a signal. Closing the watcher gives the signal its default action back.
  func watchSignal(
    _ number: Int32, _ action: @escaping @MainActor () -> Void
  ) throws(SocketServerError) -> LoopHandle {
    let watcher = LoopHandle(UV_SIGNAL)
    try watcher.attach(uv_signal_init(raw, watcher.handle()), "cannot watch a signal")
    watcher.onEvent = action
    uv_signal_start(watcher.handle(), { handle, _ in LoopHandle.fire(handle?.pointee.data) }, number)
    return watcher
  }

  /// Calls back once an iteration, right before the loop looks for events.
  func beforeSleep(_ action: @escaping @MainActor () -> Void) throws(SocketServerError) -> LoopHandle {
    let watcher = LoopHandle(UV_PREPARE)
    try watcher.attach(uv_prepare_init(raw, watcher.handle()), "cannot make a prepare watcher")
    watcher.onEvent = action
    uv_prepare_start(watcher.handle(), Self.prepared)
    return watcher
  }

  // Not written where they are used: there a closure would be isolated, and asked at each call whether it is called so.
  // `fire` does that, at a seventieth of the cost.
  private nonisolated static let prepared: uv_prepare_cb = { LoopHandle.fire($0?.pointee.data) }
  private nonisolated static let isReadable: uv_poll_cb = { handle, _, _ in LoopHandle.fire(handle?.pointee.data) }

  /// While true the loop does not sleep: something is to be done in the next iteration.
  var staysAwake = false {
    didSet {
      guard staysAwake != oldValue, !idle.isClosing else { return }
      if staysAwake {
        uv_idle_start(idle.handle()) { _ in }
      } else {
        uv_idle_stop(idle.handle())
      }
    }
  }

  /// Serves Dispatch's main queue, on which `Task`s of the main actor and `DispatchQueue.main.async` run.
  ///
  /// - Returns: Nil where another thread serves the main queue already, as in a program with an asynchronous `main`.
  func watchMainQueue(_ afterwards: @escaping @MainActor () -> Void) throws(SocketServerError) -> LoopHandle? {
    // Off the first thread the main queue is served by Dispatch itself, and the handle is -1 or about to be closed: in a
    // program with an asynchronous `main`, work may begin before Dispatch has given it up.
    guard linux_is_first_thread() != 0 else { return nil }
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    guard descriptor >= 0 else { return nil }
    return try watchReadable(descriptor) {
      var count: eventfd_t = 0
      _ = eventfd_read(descriptor, &count)
      _dispatch_main_queue_callback_4CF(nil)
      afterwards()
    }
  }
}
