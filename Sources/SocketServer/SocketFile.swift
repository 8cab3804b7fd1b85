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
  /// The directory is locked meanwhile: of two servers that start at once, each would take the other's socket, bound
  /// but not listening yet, for a stale one.
  static func listen(
    at path: String, mode: mode_t, group: gid_t? = nil
  ) throws(SocketServerError) -> (file: SocketFile, descriptor: Int32) {
    let address = try UnixAddress(path: path)
    let lock = try lockDirectory(of: address)
    defer { if lock >= 0 { close(lock) } }
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

  /// The lock's descriptor; -1 where a directory can be written to but not be locked.
  private static func lockDirectory(of address: UnixAddress) throws(SocketServerError) -> Int32 {
    let descriptor = open(address.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    for _ in 0..<lockAttempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      guard errno == EWOULDBLOCK else {
        close(descriptor)
        return -1
      }
      usleep(lockPause)
    }
    close(descriptor)
    throw .system(
      "cannot lock the directory of \(address.path)", EWOULDBLOCK, advice: "another program holds it; try again later")
  }

  private static func status(of path: String) -> stat? {
    var result = stat()
    return lstat(path, &result) == 0 ? result : nil
  }
}
