import Foundation

/// A program that runs to its end: what it was given, what came of it.
enum Tool {
  /// What a program left behind.
  struct Outcome: CustomStringConvertible {
    /// The exit status, or minus the signal that ended it.
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    var description: String { "status \(status)\n--- output\n\(output)--- errors\n\(errors)---" }
  }

  /// Longer than any tool takes, so that one that hangs is ended, and the test fails with what it had said until then.
  static let patience = 120.0

  /// Runs a program until it ends.
  ///
  /// Output goes to files, so that neither a full pipe nor a pipe that another test's child has inherited can hold it up.
  ///
  /// - Parameters:
  ///   - command: The program, by name or path, and its arguments.
  ///   - input: What it reads from its standard input, which then ends.
  ///   - environment: Added to this process's own; a nil value takes a variable away.
  static func run(
    _ command: [String], input: String = "", environment: [String: String?] = [:], in directory: URL? = nil,
    patience: Double = Tool.patience
  ) throws -> Outcome {
    let scratch = try TemporaryDirectory()
    try scratch.write(input, to: "input")
    let child = try ChildProcess(
      command, environment: merged(environment), directory: directory?.path ?? scratch.path,
      input: scratch.path(of: "input"), output: scratch.path(of: "output"), errors: scratch.path(of: "errors"))
    let status = child.wait(patience: patience)
    return Outcome(status: status, output: try scratch.text("output"), errors: try scratch.text("errors"))
  }

  /// This process's environment with changes. Where the developer's own daemon listens is none of the tests' business.
  static func merged(_ changes: [String: String?]) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["CONTROLLERD_SOCKET"] = nil
    for (name, value) in changes { environment[name] = value }
    return environment
  }
}
