import CommandLineOptions
import Glibc

/// The call that the command line asks for.
struct ControlOptions {
  /// The daemon's socket.
  var socket: String

  /// Added to parameters by name; nil when none was given.
  var scene: String?

  /// The method's name.
  var method: String

  /// The parameters as they were given; nil when none were, `-` when standard input has them.
  var parameters: String?

  static let table = CommandLineTable(
    program: "controllerctl", version: "0.1.0", usage: ["[OPTION]... call METHOD [JSON]"],
    summary: "Calls a method of a controllerd and prints the result's JSON on one line.",
    options: [
      CommandLineOption(
        "socket", letter: "s", argument: "PATH",
        help: "The daemon's socket. Without it $XDG_RUNTIME_DIR/controllerd.sock when that is set, else "
          + "/run/controllerd/controllerd.sock."),
      CommandLineOption(
        "scene", argument: "NAME",
        help: "Add this scene to the parameters, which then go by name: JSON is an object, or left out."),
    ],
    notes: [
      "JSON is an object (parameters by name) or an array (by position); - reads it from standard input. Notifications "
        + "that arrive before the answer are skipped.",
      "Exit status: 0 the result was printed; 1 the daemon answered with an error, whose sentence and data are on "
        + "standard error; 2 the command line was wrong; 3 no connection, or it was lost before the answer; 4 the result could not be written.",
      "Example: controllerctl call tap '{\"target\":\"One!\"}'",
    ])

  /// Takes the call from a command line.
  init(_ line: ParsedCommandLine) throws(UsageFailure) {
    let words = line.rest
    guard let command = words.first else { throw UsageFailure("nothing to do was given; there is: call METHOD [JSON]") }
    guard command == "call" else {
      throw UsageFailure("there is no command '\(command)'; there is: call METHOD [JSON]")
    }
    guard words.count > 1 else { throw UsageFailure("call needs the name of a method; rpc.discover lists them all") }
    guard words.count <= 3 else {
      throw UsageFailure(
        "'\(words[3])' is too much: call takes a method and one JSON text; quote the text for the shell")
    }
    method = words[1]
    parameters = words.count == 3 ? words[2] : nil
    scene = line.value(of: "scene")
    socket = line.value(of: "socket") ?? Self.defaultSocket
  }

  /// Where a daemon listens that was not told otherwise: the same rule as the daemon's.
  private static var defaultSocket: String {
    guard let directory = getenv("XDG_RUNTIME_DIR"), directory.pointee != 0 else {
      return "/run/controllerd/controllerd.sock"
    }
    return String(cString: directory) + "/controllerd.sock"
  }
}
