import CommandLineOptions
import Transcripts

/// What the command line asks `conform` for.
struct ConformOptions {
  /// A day: longer than anybody waits for an answer, and a number of milliseconds that poll(2) takes.
  private static let longestPatience = 86_400.0

  /// Files, and directories of files.
  var paths: [String]

  /// The rules whose cases are run; all when there are none.
  var rules: [String]

  /// What transcripts refer to as `method`, `params` and `result`.
  var values: [String: JSONTree]

  /// How long an answer is waited for, in seconds.
  var patience: Double

  /// Whether the cases are only listed.
  var isList: Bool

  /// Whether messages are printed.
  var isVerbose: Bool

  static let table = [
    CommandLineOption(
      "filter", argument: "RULE", isRepeatable: true,
      help: "conform: run only the cases of this rule, J6 for instance."),
    CommandLineOption("list", help: "conform: list the cases, and run none."),
    CommandLineOption("verbose", letter: "v", help: "conform: print what is sent and what comes back."),
    CommandLineOption(
      "timeout", argument: "SECONDS", help: "conform: how long each answer is waited for; 5 if not given."),
    CommandLineOption(
      "method", argument: "NAME", help: "conform: a method of the server that answers at once; ping if not given."),
    CommandLineOption(
      "params", argument: "JSON",
      help: "conform: the parameters of that method, an array or an object; [] if not given."),
    CommandLineOption(
      "result", argument: "JSON",
      help: "conform: what that method answers; any value if not given."),
  ]

  init(paths: [String], _ line: ParsedCommandLine) throws(UsageFailure) {
    guard !paths.isEmpty else {
      throw UsageFailure(
        "conform needs transcripts, files or directories; those of controllerd are in its sources, Protocol/transcripts"
      )
    }
    self.paths = paths
    rules = line.values(of: "filter")
    isList = line.has("list")
    isVerbose = line.has("verbose")
    patience = try Self.patience(line.value(of: "timeout"))
    values = ["method": .string(line.value(of: "method") ?? "ping")]
    values["params"] = try Self.json(line.value(of: "params") ?? "[]", of: "params", kinds: ["array", "object"])
    values["result"] = try line.value(of: "result").map { (text) throws(UsageFailure) in
      try Self.json(text, of: "result", kinds: [])
    }
  }

  private static func patience(_ text: String?) throws(UsageFailure) -> Double {
    guard let text else { return 5 }
    guard let seconds = Double(text), seconds > 0, seconds <= longestPatience else {
      throw UsageFailure("--timeout takes seconds, more than 0 and at most \(Int(longestPatience)); got '\(text)'")
    }
    return seconds
  }

  private static func json(_ text: String, of option: String, kinds: [String]) throws(UsageFailure) -> JSONTree {
    guard let tree = try? JSONTree(parsing: Array(text.utf8)), kinds.isEmpty || kinds.contains(tree.kind) else {
      let wanted = kinds.isEmpty ? "JSON" : "a JSON \(kinds.joined(separator: " or "))"
      throw UsageFailure("--\(option) takes \(wanted); got '\(text)'")
    }
    return tree
  }
}
