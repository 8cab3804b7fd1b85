import CommandLineOptions
import Glibc
import HeadlessUIKit
import SceneHosting

/// What the command line says, checked.
struct DaemonSettings {
  /// Where to listen; nil: on the sockets that a service manager has handed over, else at `defaultSocket`.
  var socket: String?
  /// The socket's permissions: only the daemon's own user, unless asked otherwise.
  var socketMode: UInt32 = 0o600
  /// The sockets' group; nil: the process's own.
  var socketGroup: UInt32?
  /// Where those listen who may only observe; nil: nowhere.
  var readOnlySocket: String?
  /// The read-only socket's permissions: everybody, since all it gives is a look.
  var readOnlySocketMode: UInt32 = 0o666
  /// Whose members may administer, beside the daemon's own user and root.
  var administeringGroups: Set<UInt32> = []
  /// The applications to open a scene of.
  var scenes: [String] = []
  /// The era of UIKit.
  var profile = UIApplication.Profile.latest
  /// What is held at most.
  var limits = HostLimits()

  /// Who may do what.
  ///
  /// - Parameter inheritedGroup: The group of a socket that was handed over.
  func access(inheritedGroup: UInt32?) -> AccessPolicy {
    var policy = AccessPolicy(ownerUserID: geteuid())
    policy.administeringGroupIDs = administeringGroups
    policy.drivingGroupID = socketGroup ?? inheritedGroup ?? getegid()
    policy.overflowUserID = Self.kernelSetting("overflowuid") ?? policy.overflowUserID
    policy.overflowGroupID = Self.kernelSetting("overflowgid") ?? policy.overflowGroupID
    return policy
  }

  /// A number that the kernel was set to; nil where it does not say.
  private static func kernelSetting(_ name: String) -> UInt32? {
    let descriptor = open("/proc/sys/kernel/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var digits = [UInt8](repeating: 0, count: 16)
    let count = Glibc.read(descriptor, &digits, digits.count)
    return UInt32(String(decoding: digits.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
  }

  /// Why a command line was refused, for the person who wrote it.
  struct Complaint: Error {
    let text: String
  }

  static func read(_ line: ParsedCommandLine) throws(Complaint) -> DaemonSettings {
    if let extra = line.rest.first {
      throw Complaint(text: "'\(extra)' is no option, and nothing else is expected")
    }
    var settings = DaemonSettings(socket: line.value(of: "socket"))
    settings.scenes = line.values(of: "scene")
    settings.readOnlySocket = line.value(of: "read-only-socket")
    if let mode = line.value(of: "socket-mode") {
      settings.socketMode = try permissions(mode, of: "socket-mode")
    }
    if let mode = line.value(of: "read-only-socket-mode") {
      settings.readOnlySocketMode = try permissions(mode, of: "read-only-socket-mode")
    }
    if let group = line.value(of: "socket-group") {
      settings.socketGroup = try groupID(group, of: "socket-group")
    }
    for group in line.values(of: "admin-group") {
      settings.administeringGroups.insert(try groupID(group, of: "admin-group"))
    }
    if let name = line.value(of: "profile") {
      guard let profile = UIApplication.Profile(rawValue: name) else {
        let known = UIApplication.Profile.allCases.map(\.rawValue).joined(separator: ", ")
        throw Complaint(text: "there is no profile '\(name)'; known: \(known)")
      }
      settings.profile = profile
    }
    for text in line.values(of: "limit") { try settings.setLimit(text) }
    return settings
  }

  private static func permissions(_ text: String, of option: String) throws(Complaint) -> UInt32 {
    guard let bits = UInt32(text, radix: 8), bits <= 0o777 else {
      throw Complaint(text: "--\(option) takes an octal number from 0 to 777, such as 660; got '\(text)'")
    }
    return bits
  }

  /// A group by number or by name.
  private static func groupID(_ text: String, of option: String) throws(Complaint) -> UInt32 {
    if let number = UInt32(text), number != .max { return number }
    guard let entry = getgrnam(text) else {
      throw Complaint(text: "--\(option) takes a group's name or number; there is no group '\(text)'")
    }
    return entry.pointee.gr_gid
  }

  private mutating func setLimit(_ text: String) throws(Complaint) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let limit = HostLimits.Adjustable(rawValue: String(parts[0])) else {
      let known = HostLimits.Adjustable.allCases.map(\.rawValue).joined(separator: ", ")
      throw Complaint(text: "--limit takes NAME=VALUE with a name of \(known); got '\(text)'")
    }
    guard let value = Int(parts[1]), limits.set(limit, to: value) else {
      throw Complaint(
        text: "the limit \(limit.rawValue) takes a number from \(limit.range.lowerBound) to \(limit.range.upperBound); "
          + "got '\(parts[1])'")
    }
  }

  /// The user's run-time directory when there is one, else a directory of the system's.
  private static var defaultDirectory: (path: String, isSystem: Bool) {
    guard let directory = getenv("XDG_RUNTIME_DIR"), directory.pointee != 0 else { return ("/run/controllerd", true) }
    return (String(cString: directory), false)
  }

  /// Where the daemon listens that was told nothing.
  static var defaultSocket: String { defaultDirectory.path + "/controllerd.sock" }

  /// Makes the system's directory, where nobody else has: there is no service manager then that would. What goes wrong shows
  /// when the socket cannot be made.
  static func makeDefaultDirectory() {
    let directory = defaultDirectory
    if directory.isSystem { mkdir(directory.path, 0o755) }
  }
}
