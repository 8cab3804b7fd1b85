import Foundation
import Synchronization

/// A program that runs to its end: what it was given, what came of it.
struct Tool {
  /// What a program left behind.
  struct Outcome: CustomStringConvertible {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    var description: String { "status \(status)\n--- output\n\(output)--- errors\n\(errors)---" }
  }

  /// Longer than any tool takes, so that one that hangs is ended and the test says so.
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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = merged(environment)
    process.currentDirectoryURL = directory ?? scratch.url
    process.standardInput = try scratch.file("input", contents: input)
    process.standardOutput = try scratch.file("output", contents: nil)
    process.standardError = try scratch.file("errors", contents: nil)
    try process.run()
    let gaveUp = Atomic(false)
    try withDeadline(patience, process: process) { gaveUp.store(true, ordering: .relaxed) }
    let outcome = Outcome(
      status: process.terminationStatus, output: try scratch.text("output"), errors: try scratch.text("errors"))
    guard !gaveUp.load(ordering: .relaxed) else { throw TookTooLong(command: command, outcome: outcome) }
    return outcome
  }

  /// This process's environment with changes.
  static func merged(_ changes: [String: String?]) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in changes { environment[name] = value }
    return environment
  }

  private static func withDeadline(
    _ seconds: Double, process: Process, whenOver: @escaping @Sendable () -> Void
  ) throws {
    let identifier = process.processIdentifier
    let alarm = DispatchSource.makeTimerSource(queue: .global())
    alarm.schedule(deadline: .now() + seconds)
    alarm.setEventHandler {
      whenOver()
      kill(identifier, SIGKILL)
    }
    alarm.activate()
    process.waitUntilExit()
    alarm.cancel()
  }

  struct TookTooLong: Error, CustomStringConvertible {
    var command: [String]
    var outcome: Outcome

    var description: String { "\(command.joined(separator: " ")) did not end by itself\n\(outcome)" }
  }
}

/// A folder of its own for one test; it goes with the value.
final class TemporaryDirectory: Sendable {
  let url: URL

  var path: String { url.path }

  init() throws {
    // Short, since a Unix socket's path has at most 107 bytes.
    var template = Array("/tmp/cd-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    url = URL(fileURLWithPath: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Makes a file: for reading when it has contents, for writing when nil.
  func file(_ name: String, contents: String?) throws -> FileHandle {
    let place = url.appending(path: name)
    try Data((contents ?? "").utf8).write(to: place)
    return contents == nil ? try FileHandle(forWritingTo: place) : try FileHandle(forReadingFrom: place)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }
}
