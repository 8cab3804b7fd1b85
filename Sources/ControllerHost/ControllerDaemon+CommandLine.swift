import CommandLineOptions
import HeadlessUIKit
import SceneHosting

extension ControllerDaemon {
  static func commandLine(name: String, version: String) -> CommandLineTable {
    CommandLineTable(
      program: name, version: version,
      summary: "Keeps trees of headless UIKit-style view controllers in memory and takes JSON-RPC 2.0 on a Unix "
        + "socket.",
      options: socketOptions + [
        CommandLineOption(
          "scene", argument: "APPLICATION", isRepeatable: true,
          help: "Open a scene of APPLICATION at the start, in place of the built-in ones."),
        CommandLineOption(
          "profile", letter: "p", argument: "NAME",
          help: "Behave like this era of UIKit: "
            + UIApplication.Profile.allCases.map(\.rawValue).joined(separator: " or ") + ". Without it latest."),
        CommandLineOption(
          "limit", argument: "NAME=VALUE", isRepeatable: true,
          help: "Change a limit: " + HostLimits.Adjustable.allCases.map(\.rawValue).joined(separator: ", ")
            + "."),
      ],
      notes: [
        "The daemon's own user and root may do everything, and so may members of the administering groups. Members of "
          + "the socket's group may do all but open and close scenes and move clocks. Everybody else who can connect "
          + "may look and listen.",
        "The daemon ends in order at SIGTERM, SIGINT and SIGHUP: what was asked is answered, and its own socket is removed. A "
          + "controller that does not return keeps it from that for \(ControllerDaemon.endingTime) seconds; then, and at a "
          + "second such signal at once, it ends by force and says what ran. At SIGUSR1 it says what runs, and goes on.",
        "Started by systemd it takes over sockets named control (or \(name).socket) and observe, of which the second is "
          + "read-only, and tells when it is ready, how much it serves, and that it is alive.",
      ])
  }

  private static var socketOptions: [CommandLineOption] {
    [
      CommandLineOption(
        "socket", letter: "s", argument: "PATH",
        help: "Listen at PATH. Without it on the sockets that a service manager has handed over; without those at "
          + "$XDG_RUNTIME_DIR/controllerd.sock when that is set, else /run/controllerd/controllerd.sock."),
      CommandLineOption(
        "socket-mode", argument: "MODE",
        help: "Give the socket these permissions, an octal number. Without it 600: only the daemon's own user."),
      CommandLineOption(
        "socket-group", argument: "GROUP",
        help: "Give the sockets to this group, a name or number. Without it the daemon's own."),
      CommandLineOption(
        "read-only-socket", argument: "PATH",
        help: "Listen at PATH too, for clients that may only look and listen, whoever they are."),
      CommandLineOption(
        "read-only-socket-mode", argument: "MODE",
        help: "Give the read-only socket these permissions. Without it 666: everybody."),
      CommandLineOption(
        "admin-group", argument: "GROUP", isRepeatable: true,
        help: "Let members of this group administer, too: open and close scenes, move clocks."),
    ]
  }
}
