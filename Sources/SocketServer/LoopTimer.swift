import CLibUV

/// A timer of an `EventLoop`. Resolution: one millisecond.
@MainActor
public final class LoopTimer {
  private let handle: LoopHandle

  init(loop: UnsafeMutablePointer<uv_loop_t>, action: @escaping @MainActor () -> Void) throws(SocketServerError) {
    handle = LoopHandle(UV_TIMER)
    try handle.attach(uv_timer_init(loop, handle.handle()), "cannot make a timer")
    handle.onEvent = action
  }

  /// Starts the timer anew.
  ///
  /// - Parameters:
  ///   - seconds: How long from now; less than zero counts as zero, more than a day as a day.
  ///   - interval: Seconds between later firings; 0: it fires once.
  public func start(after seconds: Double, repeatingEvery interval: Double = 0) {
    guard !handle.isClosing else { return }
    let raw: UnsafeMutablePointer<uv_timer_t> = handle.handle()
    // libuv counts from the time it read last, which may be long ago when a callback took its time.
    uv_update_time(raw.pointee.loop)
    uv_timer_start(
      raw, { LoopHandle.fire($0?.pointee.data) }, Self.milliseconds(seconds), Self.milliseconds(interval))
  }

  /// Stops the timer; it can be started again.
  public func stop() {
    guard !handle.isClosing else { return }
    uv_timer_stop(handle.handle())
  }

  /// Gives the timer up.
  public func close() {
    handle.closeHandle()
  }

  /// Whole milliseconds, rounded up so that a timer is not early; a day at most, so that no number can overflow.
  static func milliseconds(_ seconds: Double) -> UInt64 {
    guard seconds > 0 else { return 0 }
    return UInt64((min(seconds, 86_400) * 1000).rounded(.up))
  }
}
