import CommandLineOptions
import Glibc
import HeadlessUIKit

/// What the command line says, checked.
struct DaemonSettings {
  /// Why a command line was refused, for the person who wrote it.
  struct Complaint: Error {
    let text: String
  }

  /// Where to listen; nil: on the sockets that a service manager has handed over, else at `defaultSocket`.
  var socket: String?
  /// The socket's permissions: only the daemon's own user, unless asked otherwise.
  var socketMode: UInt32 = 0o600
  /// The applications to open a scene of.
  var scenes: [String] = []
  /// The era of UIKit.
  var profile = UIApplication.Profile.latest

  static func read(_ line: ParsedCommandLine) -> Result<DaemonSettings, Complaint> {
    if let extra = line.rest.first {
      return .failure(Complaint(text: "'\(extra)' is no option, and nothing else is expected"))
    }
    var settings = DaemonSettings(socket: line.value(of: "socket"))
    settings.scenes = line.values(of: "scene")
    if let mode = line.value(of: "socket-mode") {
      guard let bits = UInt32(mode, radix: 8), bits <= 0o777 else {
        return .failure(
          Complaint(text: "--socket-mode takes an octal number from 0 to 777, such as 660; got '\(mode)'"))
      }
      settings.socketMode = bits
    }
    if let name = line.value(of: "profile") {
      guard let profile = UIApplication.Profile(rawValue: name) else {
        let known = UIApplication.Profile.allCases.map(\.rawValue).joined(separator: ", ")
        return .failure(Complaint(text: "there is no profile '\(name)'; known: \(known)"))
      }
      settings.profile = profile
    }
    return .success(settings)
  }

  /// The user's run-time directory when there is one, else the system's.
  static var defaultSocket: String {
    guard let directory = getenv("XDG_RUNTIME_DIR"), directory.pointee != 0 else {
      return "/run/controllerd/controllerd.sock"
    }
    return String(cString: directory) + "/controllerd.sock"
  }
}

extension ControllerDaemon {
  static func commandLine(name: String, version: String) -> CommandLineTable {
    CommandLineTable(
      program: name, version: version,
      summary: "Keeps trees of headless UIKit-style view controllers in memory and takes JSON-RPC 2.0 on a Unix "
        + "socket.",
      options: [
        CommandLineOption(
          "socket", letter: "s", argument: "PATH",
          help: "Listen at PATH. Without it on the sockets that a service manager has handed over; without those at "
            + "$XDG_RUNTIME_DIR/controllerd.sock when that is set, else /run/controllerd/controllerd.sock."),
        CommandLineOption(
          "socket-mode", argument: "MODE",
          help: "Give the socket these permissions, an octal number. Without it 600: only the daemon's own user."),
        CommandLineOption(
          "scene", argument: "APPLICATION", isRepeatable: true,
          help: "Open a scene of APPLICATION at the start, in place of the built-in ones. Can be repeated."),
        CommandLineOption(
          "profile", letter: "p", argument: "NAME",
          help: "Behave like this era of UIKit: "
            + UIApplication.Profile.allCases.map(\.rawValue).joined(separator: " or ") + ". Without it latest."),
      ],
      notes: [
        "The daemon ends in order at SIGTERM and SIGINT: what was asked is answered, and its own socket is "
          + "removed.",
        "Started by systemd it takes over sockets named control (or \(name).socket) and observe, and tells when it is "
          + "ready, how much it serves, and that it is alive.",
      ])
  }
}
