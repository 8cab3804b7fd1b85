import CommandLineOptions
import Glibc

/// What the command line asks for.
struct ControlOptions {
  /// What is to be done.
  enum Command {
    /// Call a method; parameters as they were given, nil when none were, `-` when standard input has them.
    case call(method: String, parameters: String?)
    /// Draw what is on screen, or a controller and what is inside.
    case tree(controller: String?)
    /// Print events as they happen.
    case watch(WatchCommand.Options)
    /// Say who the daemon is, and what it allows.
    case info
    /// Say what a method does, or which there are.
    case help(method: String?)
    /// Run transcripts against the socket.
    case conform(ConformOptions)
  }

  /// The daemon's socket.
  var socket: String

  /// Added to parameters by name; nil when none was given.
  var scene: String?

  /// What is to be done.
  var command: Command

  /// How many seconds the daemon may take for an answer, beside the `timeout` of a call of its own.
  var patience: Double

  /// Whether JSON is printed as it came, in place of text for people.
  var printsJSON: Bool

  static let table = CommandLineTable(
    program: "controllerctl", version: "0.1.0",
    usage: [
      "[OPTION]... call METHOD [JSON]", "[OPTION]... tree [CONTROLLER]", "[OPTION]... watch [KIND]...",
      "[OPTION]... info", "[OPTION]... help [METHOD]", "[OPTION]... conform [FILE]...",
    ],
    summary: "Asks a controllerd: calls a method and prints the result's JSON on one line, draws what is on screen, "
      + "prints events as they happen, says who the daemon is or what a method does; or shows whether a server keeps to JSON-RPC 2.0.",
    options: [
      CommandLineOption(
        "socket", letter: "s", argument: "PATH",
        help:
          "The daemon's socket. Without it $CONTROLLERD_SOCKET; when that is not set $XDG_RUNTIME_DIR/controllerd.sock; "
          + "without that, too, /run/controllerd/controllerd.sock."),
      CommandLineOption(
        "timeout", argument: "SECONDS",
        help:
          "How long the daemon may take for an answer; 30 if not given. What a call waits by its own parameter timeout "
          + "(wait and settle without it: 5) is added, so that the daemon's answer comes first. For watch it is the time "
          + "until it begins, and for each tree of --verify; for conform that of each answer, 5 if not given."),
      CommandLineOption(
        "scene", argument: "NAME",
        help:
          "call, tree, watch: the scene that is meant. For call it is added to the parameters, which then go by name: JSON is an "
          + "object, or left out."),
      CommandLineOption(
        "verify",
        help: "watch: follow the state, ask for the whole tree after each change, and end with status 5 where the two "
          + "differ."),
      CommandLineOption("count", argument: "N", help: "watch: end after N events; without it when the daemon does."),
      CommandLineOption(
        "json", letter: "j",
        help: "tree, watch, info, help: print JSON as it came, one text a line. call does so anyway."),
    ] + ConformOptions.table,
    notes: [
      "JSON is an object (parameters by name) or an array (by position); - reads it from standard input. Notifications "
        + "that arrive before the answer are skipped. KIND is trace (callbacks, as without any), state (a line for each "
        + "settled change), scenes or messages. watch says on standard error when it has begun; it ends when the daemon "
        + "does, at Ctrl-C, or after --count events. help asks the daemon, so that it tells of the methods that this daemon "
        + "has. An option that has no meaning for a command is refused.",
      "Exit status: 0 the result was printed; 1 the daemon answered with an error, whose sentence and data are on "
        + "standard error (a wait that ended without what it waited for is one, 1019); 2 the command line was wrong; 3 no "
        + "connection: nobody listens, the daemon refused it, or it was lost; 4 the result could not be written; 5 watch "
        + "--verify found a difference; 6 the daemon has not answered within --timeout.",
      "conform runs the cases of transcripts (a directory stands for its .jsonl files; Protocol/transcripts/README.md "
        + "describes their form) against any server on the socket, a line a case. Without FILE it runs those that are "
        + "installed with it, in ../\(ConformKit.installedPath) as seen from its own directory. Its exit status: 0 nothing has failed; "
        + "1 a case has; 2 no connection, or a fault in the command line or a transcript.",
      "Example: controllerctl call tap '{\"target\":\"One!\"}'",
    ])

  /// What there is to do, for messages.
  private static let commands =
    "call METHOD [JSON], tree [CONTROLLER], watch [KIND]..., info, help [METHOD], conform [FILE]..."

  /// Takes what is to be done from a command line.
  init(_ line: ParsedCommandLine) throws(UsageFailure) {
    command = try Self.command(line.rest, line)
    try Self.checkOptions(line)
    patience = try TimeLimit.read(line.value(of: "timeout")) ?? TimeLimit.ofCommands
    scene = line.value(of: "scene")
    socket = line.value(of: "socket") ?? Self.usualSocket
    printsJSON = line.has("json")
  }

  private static func command(_ words: [String], _ line: ParsedCommandLine) throws(UsageFailure) -> Command {
    switch words.first {
    case nil:
      throw UsageFailure("nothing to do was given; there is: \(commands)")
    case "call":
      guard words.count > 1 else { throw UsageFailure("call needs the name of a method; rpc.discover lists them all") }
      try checkEnd(words, after: 3, "call takes a method and one JSON text; quote the text for the shell")
      return .call(method: words[1], parameters: words.count == 3 ? words[2] : nil)
    case "tree":
      try checkEnd(words, after: 2, "tree takes the id of a controller, or nothing")
      return .tree(controller: words.count == 2 ? words[1] : nil)
    case "watch":
      return .watch(try watch(Array(words.dropFirst()), line))
    case "info":
      try checkEnd(words, after: 1, "info takes nothing but options")
      return .info
    case "help":
      try checkEnd(words, after: 2, "help takes the name of a method, or nothing")
      return .help(method: words.count == 2 ? words[1] : nil)
    case "conform":
      return .conform(try ConformOptions(paths: Array(words.dropFirst()), line))
    case let word?:
      throw UsageFailure("there is no command '\(word)'; there is: \(commands)")
    }
  }

  private static let kinds = ["trace", "state", "scenes", "messages"]

  private static func watch(
    _ words: [String], _ line: ParsedCommandLine
  ) throws(UsageFailure) -> WatchCommand.Options {
    for word in words where !kinds.contains(word) {
      throw UsageFailure("there is no kind of event '\(word)'; there is: \(kinds.joined(separator: ", "))")
    }
    let isVerifying = line.has("verify")
    var wanted = words.isEmpty ? [isVerifying ? "state" : "trace"] : kinds.filter(words.contains)
    if isVerifying, !wanted.contains("state") { wanted.append("state") }
    var count: Int?
    if let text = line.value(of: "count") {
      guard let number = Int(text), number > 0 else {
        throw UsageFailure("--count takes a whole number above 0; got '\(text)'")
      }
      count = number
    }
    return WatchCommand.Options(kinds: wanted, isVerifying: isVerifying, count: count)
  }

  private static func checkEnd(_ words: [String], after count: Int, _ rule: String) throws(UsageFailure) {
    guard words.count > count else { return }
    throw UsageFailure("'\(words[count])' is too much: \(rule)")
  }

  /// The options that mean something for a command, beside `socket` and `timeout`, which all of them have.
  private static let optionsOfCommands = [
    "call": ["scene", "json"], "tree": ["scene", "json"], "watch": ["scene", "json", "verify", "count"],
    "info": ["json"],
    "help": ["json"], "conform": ConformOptions.table.map(\.name),
  ]

  /// An option that would be passed over is refused: whoever has given it expects something of it.
  private static func checkOptions(_ line: ParsedCommandLine) throws(UsageFailure) {
    guard let command = line.rest.first, let known = optionsOfCommands[command] else { return }
    for option in line.occurrences.map(\.name) where !(known + ["socket", "timeout"]).contains(option) {
      let others = optionsOfCommands.filter { $0.value.contains(option) }.keys.sorted()
      throw UsageFailure("--\(option) has no meaning for \(command), but for \(others.joined(separator: ", "))")
    }
  }

  /// Where a daemon is looked for when the command line does not say: where the environment says, else where a daemon listens
  /// that was not told otherwise, by the same rule as the daemon's.
  private static var usualSocket: String {
    if let socket = variable("CONTROLLERD_SOCKET") { return socket }
    return variable("XDG_RUNTIME_DIR").map { $0 + "/controllerd.sock" } ?? "/run/controllerd/controllerd.sock"
  }

  /// A variable of the environment; nil when it is empty, too.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
