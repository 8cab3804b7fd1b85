import CLinux
import Glibc

/// The sockets that a service manager has opened and handed over (`sd_listen_fds(3)`).
///
/// They are the descriptors from 3 on. `LISTEN_FDS` says how many, `LISTEN_FDNAMES` what each is for, and `LISTEN_PID` for
/// which process they are: a child inherits the variables, but they are not meant for it.
public struct ListenDescriptors: Hashable, Sendable {
  /// One socket that was handed over.
  public struct Entry: Hashable, Sendable {
    /// The open descriptor.
    public let descriptor: Int32
    /// What it is for: `FileDescriptorName=` of the socket's unit, else the unit's name, else `unnamed`.
    public let name: String

    /// The group that the socket's file belongs to; nil when it has no file. The descriptor itself does not know: it has
    /// the group of who made it.
    public var fileGroupID: UInt32? {
      var address = sockaddr_un()
      // One byte less than there is room for, so that the path ends with a NUL in any case.
      var size = socklen_t(MemoryLayout<sockaddr_un>.size - 1)
      let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
      }
      guard result == 0, address.sun_family == sa_family_t(AF_UNIX), address.sun_path.0 != 0 else { return nil }
      var status = stat()
      let found = withUnsafeBytes(of: &address.sun_path) { path in
        path.baseAddress.map { lstat($0.assumingMemoryBound(to: CChar.self), &status) }
      }
      return found == 0 ? status.st_gid : nil
    }
  }

  /// The first one, after the standard streams.
  public static let first: Int32 = 3

  /// What a socket is called when the service manager gave no names.
  public static let unnamed = "unknown"

  /// 1024: the descriptors that a service may have when it starts. More is no count but a mistake.
  static let maximumCount = 1024

  /// The sockets in the order in which they were handed over; empty when there are none for this process.
  public let entries: [Entry]

  /// What was said about sockets and is ignored, in a sentence; nil when nothing is.
  let warning: String?

  /// Reads the variables; nil stands for one that is not set.
  ///
  /// - Parameters:
  ///   - process: `LISTEN_PID`.
  ///   - count: `LISTEN_FDS`.
  ///   - names: `LISTEN_FDNAMES`, with colons between them.
  ///   - processID: This process.
  /// - Throws: `SocketServerError` when a variable is no number, or when there are not as many names as sockets.
  init(process: String?, count: String?, names: String?, processID: Int32) throws(SocketServerError) {
    guard let process, let count else {
      entries = []
      warning =
        process == nil && count == nil && names == nil
        ? nil
        : "LISTEN_PID, LISTEN_FDS or LISTEN_FDNAMES is set, but not the first two together; no handed-over socket is used."
      return
    }
    guard let owner = Int32(process), owner > 0 else {
      throw Self.unusable("LISTEN_PID", process, allowed: "a process id")
    }
    guard owner == processID else {
      entries = []
      warning =
        "LISTEN_PID is \(owner), and this process is \(processID): the sockets that were handed over are not for it, and are "
        + "not used. A script in between has to 'exec' this program."
      return
    }
    warning = nil
    guard let number = Int(count), 0...Self.maximumCount ~= number else {
      throw Self.unusable("LISTEN_FDS", count, allowed: "a number from 0 to \(Self.maximumCount)")
    }
    let list =
      names.map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
      ?? Array(repeating: Self.unnamed, count: number)
    guard list.count == number || number == 0 else {
      throw Self.unusable("LISTEN_FDNAMES", names ?? "", allowed: "\(number) names, as LISTEN_FDS says")
    }
    entries = list.prefix(number).enumerated().map { index, name in
      Entry(descriptor: Self.first + Int32(index), name: name)
    }
  }

  /// Keeps the descriptors from programs that this process starts.
  ///
  /// - Throws: `SocketServerError` when one of them is not open.
  func closeOnExec() throws(SocketServerError) {
    for entry in entries {
      let flags = fcntl(entry.descriptor, F_GETFD)
      guard flags >= 0, fcntl(entry.descriptor, F_SETFD, flags | FD_CLOEXEC) == 0 else {
        throw .system(
          "cannot take over descriptor \(entry.descriptor) (\(entry.name))", errno,
          advice: "LISTEN_FDS has to count sockets that are open, from descriptor \(Self.first) on")
      }
    }
  }

  private static func unusable(_ variable: String, _ value: String, allowed: String) -> SocketServerError {
    SocketServerError(
      .unusableEnvironment,
      "\(variable) is '\(value)'; allowed is \(allowed). The program that starts this one has to set it right, or not at "
        + "all.")
  }
}
