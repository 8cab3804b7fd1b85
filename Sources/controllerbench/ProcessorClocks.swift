import Glibc

/// How much processor time the load generator and the server have used: who of the two was the bottleneck.
struct ProcessorClocks {
  /// Seconds since each process began.
  struct Reading {
    var generator = 0.0
    var server: Double?
  }

  private let server: clockid_t?

  /// - Parameter server: The server's process; a number below 1 when it is not known.
  init(server: pid_t) {
    var clock = clockid_t()
    self.server = server > 0 && clock_getcpuclockid(server, &clock) == 0 ? clock : nil
  }

  /// Both clocks now.
  func read() -> Reading {
    Reading(
      generator: Self.seconds(CLOCK_PROCESS_CPUTIME_ID) ?? 0, server: server.flatMap { Self.seconds($0) })
  }

  private static func seconds(_ clock: clockid_t) -> Double? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
