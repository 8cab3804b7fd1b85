import CommandLineOptions
import Transcripts

/// What the command line asks `conform` for.
struct ConformOptions {
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
      "method", argument: "NAME", help: "conform: a method of the server that answers at once; ping if not given."),
    CommandLineOption(
      "params", argument: "JSON",
      help: "conform: the parameters of that method, an array or an object; [] if not given."),
    CommandLineOption(
      "result", argument: "JSON",
      help: "conform: what that method answers; any value if not given."),
  ]

  init(paths: [String], _ line: ParsedCommandLine) throws(UsageFailure) {
    self.paths = try paths.isEmpty ? [ConformKit.installed()] : paths
    rules = line.values(of: "filter")
    isList = line.has("list")
    isVerbose = line.has("verbose")
    patience = try TimeLimit.read(line.value(of: "timeout")) ?? TimeLimit.ofTranscripts
    values = ["method": .string(line.value(of: "method") ?? "ping")]
    values["params"] = try Self.json(line.value(of: "params") ?? "[]", of: "params", kinds: ["array", "object"])
    values["result"] = try line.value(of: "result").map { (text) throws(UsageFailure) in
      try Self.json(text, of: "result", kinds: [])
    }
  }

  private static func json(_ text: String, of option: String, kinds: [String]) throws(UsageFailure) -> JSONTree {
    guard let tree = try? JSONTree(parsing: Array(text.utf8)), kinds.isEmpty || kinds.contains(tree.kind) else {
      let wanted = kinds.isEmpty ? "JSON" : "a JSON \(kinds.joined(separator: " or "))"
      throw UsageFailure("--\(option) takes \(wanted); got '\(text)'")
    }
    return tree
  }
}
