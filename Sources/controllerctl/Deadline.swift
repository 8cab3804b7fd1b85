import CLinux
import Glibc

/// Until when something is waited for.
struct Deadline {
  /// In seconds of the monotonic clock; nil: for ever.
  private let end: Double?

  /// So many seconds from now; nil: for ever.
  init(in seconds: Double?) { end = seconds.map { Self.now + $0 } }

  /// Whether the time is over.
  var isOver: Bool { end.map { Self.now >= $0 } ?? false }

  /// What is left of the time, in seconds, 0 when it is over; nil: for ever.
  var secondsLeft: Double? { end.map { max(0, $0 - Self.now) } }

  /// Waits until a descriptor can be read from or written to.
  ///
  /// - Returns: False when the time is over; nil when the system refused, with `errno`.
  func wait(for events: Int32, of descriptor: Int32) -> Bool? {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      // Rounded up: what is left of a millisecond is waited for, too. A number that poll(2) does not hold is waited for in parts.
      let milliseconds = secondsLeft.map { Int32(min(($0 * 1000).rounded(.up), 1e9)) } ?? -1
      let count = poll(&entry, 1, milliseconds)
      if count > 0 { return true }
      if count == 0, isOver { return false }
      if count < 0, errno != EINTR { return nil }
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Double {
  /// Seconds for people: "for 5 s".
  var spell: String { self == rounded() && self < 1e15 ? "for \(Int(self)) s" : "for \(self) s" }
}
