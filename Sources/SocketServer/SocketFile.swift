import CLinux
import Glibc

/// A socket in the file system: made with its mode, and removed only while it is still the one that was made.
struct SocketFile {
  /// 4096: what the kernel allows by default (net.core.somaxconn), so that a burst of clients waits and is not refused.
  static let backlog: Int32 = 4096

  /// How often and how long, in microseconds, to wait for another program that is just about to listen there.
  private static let lockAttempts = 200
  private static let lockPause: UInt32 = 10_000

  let address: UnixAddress
  private let device: dev_t
  private let inode: ino_t

  var path: String { address.path }

  /// Binds and listens. A stale socket at the path is replaced; a live one and anything that is no socket is an error.
  ///
  /// A file beside it is locked meanwhile: of two servers that start at once, each would take the other's socket, bound
  /// but not listening yet, for a stale one.
  static func listen(
    at path: String, mode: mode_t, group: gid_t? = nil
  ) throws(SocketServerError) -> (file: SocketFile, descriptor: Int32) {
    let address = try UnixAddress(path: path)
    let lock = try lock(address)
    defer { unlock(lock, address) }
    try makeRoom(at: address)
    let descriptor = linux_unix_stream_socket()
    guard descriptor >= 0 else {
      throw .system("cannot make a socket", errno, advice: "the process may be out of descriptors (ulimit -n)")
    }
    do {
      return (try bindAndListen(descriptor, address, mode, group), descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Removes the file if it is still this server's.
  ///
  /// To be called while the descriptor is open: until then the kernel cannot give the inode's number to another file.
  func remove() {
    guard let found = Self.status(of: path), found.st_dev == device, found.st_ino == inode else { return }
    unlink(path)
  }

  // MARK: Steps

  private static func bindAndListen(
    _ descriptor: Int32, _ address: UnixAddress, _ mode: mode_t, _ group: gid_t?
  ) throws(SocketServerError) -> SocketFile {
    let path = address.path
    let attempt = "cannot listen on \(path)"
    // The file is made with the descriptor's mode, less the umask: never wider than asked for, not even for a moment.
    guard fchmod(descriptor, mode) == 0, address.withAddress({ bind(descriptor, $0, $1) }) == 0 else {
      throw .system(
        attempt, errno,
        advice: "its directory has to exist and to be writable by this user; or listen elsewhere (--socket PATH)")
    }
    guard let made = status(of: path) else {
      throw .system(attempt, errno, advice: "the file went away while it was made")
    }
    let file = SocketFile(address: address, device: made.st_dev, inode: made.st_ino)
    // Before the mode: until then only the owner's bits matter, since nobody listens yet.
    if let group, made.st_gid != group, fchownat(AT_FDCWD, path, .max, group, AT_SYMLINK_NOFOLLOW) != 0 {
      let code = errno
      file.remove()
      throw .system(
        "cannot give \(path) to group \(group)", code,
        advice: "choose a group that this user is a member of, or run as root")
    }
    // Nobody can connect before `listen`, so that widening the mode to what the umask took away comes in time.
    if made.st_mode & 0o7777 != mode, fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) != 0 {
      let code = errno
      file.remove()
      throw .system("cannot give \(path) its mode", code, advice: "choose a mode that the umask allows")
    }
    guard Glibc.listen(descriptor, backlog) == 0 else {
      let code = errno
      file.remove()
      throw .system(attempt, code, advice: "choose another path")
    }
    return file
  }

  /// Removes a stale socket.
  private static func makeRoom(at address: UnixAddress) throws(SocketServerError) {
    let path = address.path
    guard let found = status(of: path) else {
      guard errno == ENOENT else {
        throw .system(
          "cannot look at \(path)", errno,
          advice: "its directory has to exist and to be open to this user; or listen elsewhere")
      }
      return
    }
    guard linux_mode_is_socket(found.st_mode) != 0 else {
      throw SocketServerError(
        .notASocket, "\(path) exists and is not a socket; remove it yourself or choose another path.")
    }
    switch probe(address) {
    case 0, EAGAIN:
      throw SocketServerError(
        .socketIsLive,
        "\(path) is in use: a program listens on this socket; stop it or choose another path.")
    case ECONNREFUSED:
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .system(
          "cannot remove the stale socket \(path)", errno, advice: "remove it yourself or choose another path")
      }
    case ENOENT:
      break
    case let code:
      throw .system(
        "cannot tell whether a program listens on \(path)", code, advice: "remove it yourself or choose another path")
    }
  }

  /// Connects and hangs up. Answers 0 or an `errno`; `EAGAIN` says that the listener's queue is full.
  private static func probe(_ address: UnixAddress) -> Int32 {
    let descriptor = linux_unix_stream_socket()
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    return address.withAddress({ connect(descriptor, $0, $1) }) == 0 ? 0 : errno
  }

  /// Locks a file beside the socket that only this user can open, so that nobody else can hold it; it goes with `unlock`.
  ///
  /// - Returns: The lock's descriptor; -1 where there can be none, since the directory cannot be written to, or since somebody
  ///   else has put something at the lock's place. Then two servers that start in the same moment may take each other's socket
  ///   for a stale one, which only their own user can bring about.
  private static func lock(_ address: UnixAddress) throws(SocketServerError) -> Int32 {
    let path = lockPath(of: address)
    for _ in 0..<lockAttempts {
      // Never waits, as opening a FIFO would, and follows no link.
      let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return -1 }
      guard isOwnLock(descriptor) else {
        close(descriptor)
        return -1
      }
      // Who had it before may have removed the file meanwhile.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isSameFile(descriptor, path) { return descriptor }
      close(descriptor)
      usleep(lockPause)
    }
    throw .system(
      "cannot lock \(path)", EWOULDBLOCK,
      advice: "another program of this user is about to listen there; try again later")
  }

  private static func unlock(_ descriptor: Int32, _ address: UnixAddress) {
    guard descriptor >= 0 else { return }
    // While it is locked: whoever opens it from now on makes a new one.
    unlink(lockPath(of: address))
    close(descriptor)
  }

  private static func lockPath(of address: UnixAddress) -> String { address.path + ".lock" }

  /// Whether it is an empty file that this user alone can open: not one that somebody else has put there, nor another file
  /// of this user under a second name.
  private static func isOwnLock(_ descriptor: Int32) -> Bool {
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { return false }
    return linux_mode_is_regular(found.st_mode) != 0 && found.st_uid == geteuid() && found.st_mode & 0o077 == 0
      && found.st_nlink <= 1 && found.st_size == 0
  }

  private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
    var mine = stat()
    guard fstat(descriptor, &mine) == 0, let found = status(of: path) else { return false }
    return mine.st_dev == found.st_dev && mine.st_ino == found.st_ino
  }

  private static func status(of path: String) -> stat? {
    var result = stat()
    return lstat(path, &result) == 0 ? result : nil
  }
}
