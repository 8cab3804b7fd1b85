import CLinux
import Glibc

/// The first three descriptors of the process.
package enum StandardStreams {
  /// Opens `/dev/null` in place of those that are closed.
  ///
  /// A program may be started with closed standard streams. Then the next descriptors that are opened, of a loop or of a
  /// client, would get their numbers: what is printed would go to a client, and libuv ends the process when it has to
  /// close such a descriptor.
  static func fillGaps() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The kernel gives the lowest number that is free: this one, since those below are open.
      _ = open("/dev/null", O_RDWR)
    }
  }

  // MARK: Output that nobody reads

  /// Makes what is printed come out line by line, and never wait for a reader.
  ///
  /// One thread serves all clients: it must not stand still when a controller prints and nobody reads. What does not fit is
  /// lost then. Nothing of other programs that have the same output changes.
  package static func keepFromBlocking() {
    fillGaps()
    linux_buffer_standard_output_by_line()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] { keepFromBlocking(descriptor) }
  }

  private static func keepFromBlocking(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    if linux_mode_is_socket(status.st_mode) != 0 {
      // The journal's. It cannot be opened anew, and what is set for the socket holds for all who have it.
      var patience = timeval(tv_sec: 0, tv_usec: socketPatience)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    } else if linux_mode_is_pipe_or_device(status.st_mode) != 0 {
      // Opened anew: O_NONBLOCK on the description that was inherited would be seen by a shell, too. A file never waits.
      let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      let own = open("/proc/self/fd/\(descriptor)", flags)
      guard own >= 0 else { return }
      dup2(own, descriptor)
      close(own)
    }
  }

  /// 10 ms: as long as a journal that is busy may keep the daemon with a line.
  private static let socketPatience = 10_000
}
