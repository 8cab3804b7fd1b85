import Glibc
import Transcripts

/// `controllerctl conform`: runs transcripts against a socket, and prints a line a case.
struct ConformCommand {
  /// What the exit status says.
  private enum Status {
    static let failed: Int32 = 1
    static let notRun: Int32 = 2
  }

  let socket: String
  let options: ConformOptions

  /// Runs what was asked for.
  ///
  /// - Returns: The exit status.
  func run() -> Int32 {
    do throws(ConformFault) {
      let entries = try chosen(ConformKit(options.paths))
      guard !options.isList else {
        for entry in entries { say("\(Self.name(entry.one)) (\(entry.file):\(entry.one.line))") }
        return 0
      }
      return try run(entries)
    } catch {
      say("controllerctl: \(error.message)", to: STDERR_FILENO)
      return Status.notRun
    }
  }

  /// The cases of the rules that were asked for.
  private func chosen(_ kit: ConformKit) throws(ConformFault) -> [ConformKit.Entry] {
    guard !options.rules.isEmpty else { return kit.entries }
    for rule in options.rules where !kit.entries.contains(where: { $0.one.rules.contains(rule) }) {
      throw ConformFault(
        "--filter \(rule): no case is of this rule; --list lists the cases, each with its rules in front")
    }
    return kit.entries.filter { !Set($0.one.rules).isDisjoint(with: options.rules) }
  }

  private func run(_ entries: [ConformKit.Entry]) throws(ConformFault) -> Int32 {
    let transport = ConformSocket(path: socket, patience: options.patience)
    do throws(TranscriptFault) {
      try transport.connect().close()
    } catch {
      throw ConformFault(error.message)
    }
    let runner = TranscriptRunner(transport: transport, values: options.values)
    if options.isVerbose { runner.onEvent = { show($0) } }
    var (passed, failed, skipped) = (0, 0, 0)
    for entry in entries {
      let name = Self.name(entry.one)
      switch runner.run(entry.one) {
      case .passed:
        passed += 1
        say("ok \(name)")
      case .failed(let fault):
        failed += 1
        say("not ok \(name): \(entry.file):\(fault.line): \(fault.message)")
      case .skipped(let reason):
        skipped += 1
        say("skipped \(name): \(reason)")
      }
    }
    say("\(passed) passed, \(failed) failed, \(skipped) skipped")
    return failed == 0 ? 0 : Status.failed
  }

  private static func name(_ one: TranscriptCase) -> String {
    "\(one.rules.joined(separator: " ")): \(one.title)"
  }

  private func show(_ event: TranscriptRunner.Event) {
    switch event {
    case .sent(let connection, let bytes): say("  \(connection)--> \(String(decoding: bytes, as: UTF8.self))")
    case .received(let connection, let bytes): say("  \(connection)<-- \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Prints a line. What a server has sent may be in it, which a terminal would obey.
  private func say(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
    ControllerControl.write(Array((line.withoutControls + "\n").utf8), to: descriptor)
  }
}
