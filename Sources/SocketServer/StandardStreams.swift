import Glibc

/// The first three descriptors of the process.
enum StandardStreams {
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
}
