import Foundation
import Testing

/// A crash of each kind: what standard error says of it, and how the process ends.
@Suite("A daemon that crashes says what ran")
struct CrashTests {
  struct Crash: CustomTestStringConvertible, Sendable {
    var fault: String
    var signal: Int32
    var says: String
    var function: String

    var testDescription: String { fault }
  }

  static let crashes = [
    Crash(
      fault: "trap", signal: SIGILL, says: "ends by SIGILL, a failed check of the program",
      function: "useMissingElement"),
    Crash(fault: "check", signal: SIGILL, says: "two messages of Twice have the same name", function: "declareTwice"),
    Crash(fault: "overflow", signal: SIGSEGV, says: ": the stack has overflowed", function: "recurse"),
    Crash(
      fault: "memory", signal: SIGSEGV, says: "ends by SIGSEGV, an access to memory that is not there, at 0x8",
      function: "readNothing"),
    Crash(fault: "abort", signal: SIGABRT, says: "ends by SIGABRT, by itself", function: "viewDidLoad"),
  ]

  @Test("scene, controller, callback, request and functions, for each kind of crash", arguments: crashes)
  func crash(_ crash: Crash) throws {
    try expectReport(of: crash, by: BuiltProducts.program("crashd"))
  }

  @Test(
    "the same of release builds",
    .enabled(
      if: releaseDaemon != nil, "set CONTROLLERD_RELEASE_BINARY to a controllerd with a crashd of its build beside it"),
    arguments: crashes)
  func releaseCrash(_ crash: Crash) throws {
    try expectReport(of: crash, by: #require(Self.releaseDaemon))
  }

  private static let releaseDaemon = ProcessInfo.processInfo.environment["CONTROLLERD_RELEASE_BINARY"].map {
    URL(fileURLWithPath: $0).deletingLastPathComponent().appending(path: "crashd").path
  }

  private func expectReport(of crash: Crash, by program: String) throws {
    let daemon = try Daemon(program: program)
    _ = try? daemon.socat(tap(crash.fault))
    #expect(daemon.waitForEnd() == -crash.signal)
    expectReport(daemon.errors, says: crash.says, function: crash.function)
  }

  @Test("the watchdog's SIGABRT, sent to a controller that does not return, says the same, and who has sent it")
  func watchdog() throws {
    let daemon = try Daemon(program: BuiltProducts.program("crashd"))
    let client = try SocketConnection(to: daemon.socket)
    try client.write((tap("loop") + "\n").utf8)
    try waitUntilItLoops(daemon)
    kill(daemon.identifier, SIGABRT)
    #expect(daemon.waitForEnd() == -SIGABRT)
    expectReport(daemon.errors, says: "ends by SIGABRT, sent by the process \(getpid())", function: "loopForEver")
  }

  @Test(
    "a second SIGTERM or SIGINT ends a daemon whose controller loops at once, and it says what ran",
    arguments: [SIGTERM, SIGINT])
  func secondSignal(_ signal: Int32) throws {
    let daemon = try Daemon(program: BuiltProducts.program("crashd"))
    let client = try SocketConnection(to: daemon.socket)
    try client.write((tap("loop") + "\n").utf8)
    try waitUntilItLoops(daemon)
    kill(daemon.identifier, signal)
    // One that comes while the other has still to be delivered would be the same.
    try wait("the first signal is delivered", daemon) { try !isPending(signal, daemon) }
    kill(daemon.identifier, signal)
    #expect(daemon.waitForEnd() == -signal)
    expectReport(daemon.errors, says: "ends by force, since it was told to a second time", function: "loopForEver")
  }

  @Test("one SIGTERM ends a daemon whose controller loops after 10 seconds, and it says so")
  func oneSignal() throws {
    let daemon = try Daemon(program: BuiltProducts.program("crashd"))
    let client = try SocketConnection(to: daemon.socket)
    try client.write((tap("loop") + "\n").utf8)
    try waitUntilItLoops(daemon)
    #expect(daemon.terminate() == -SIGTERM)
    expectReport(
      daemon.errors, says: "ends by force, since it did not within 10 s of being told to", function: "loopForEver")
  }

  @Test("SIGHUP ends in order; SIGUSR2 does nothing; SIGUSR1 tells what runs")
  func otherSignals() throws {
    let daemon = try Daemon(program: BuiltProducts.program("crashd"))
    kill(daemon.identifier, SIGUSR2)
    kill(daemon.identifier, SIGUSR1)
    #expect(
      try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) == [#"{"jsonrpc":"2.0","id":1,"result":"pong"}"#])
    #expect(daemon.errors.contains("crashd: was asked by SIGUSR1 what runs\ncrashd: no request ran\n"))
    kill(daemon.identifier, SIGHUP)
    #expect(daemon.waitForEnd() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test("one line says that it listens, with version and address")
  func listening() throws {
    let daemon = try Daemon(program: BuiltProducts.program("crashd"))
    _ = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(daemon.terminate() == 0)
    #expect(daemon.errors == "crashd: version 0.1.0 listens on \(daemon.socket)\n")
  }

  @Test("of a controller that breaks a rule a thousand times 8 complaints are told, and the number of the rest")
  func complaints() throws {
    let daemon = try Daemon(program: BuiltProducts.program("crashd"))
    _ = try daemon.socat(tap("complaints"))
    #expect(daemon.terminate() == 0)
    let lines = daemon.errors.split(separator: "\n")
    #expect(lines.filter { $0.contains("directAppearanceCall") }.count == 8)
    #expect(lines.contains("crashd: scene crash: 992 more complaints of FaultyController in 10 s were not told"))
  }

  // MARK: What controllers print

  @Test("what a controller prints is in the log at once, line by line")
  func printed() throws {
    let daemon = try Daemon(program: BuiltProducts.program("crashd"))
    _ = try daemon.socat(tap("print"))
    #expect(daemon.output.hasSuffix("line 9999 of what a controller prints\n"))
    kill(daemon.identifier, SIGKILL)
    _ = daemon.waitForEnd()
  }

  @Test(
    "a full pipe that nobody reads, as standard output or as standard error, stops no client", arguments: ["1", "2"])
  func fullPipe(descriptor: String) throws {
    let scratch = try TemporaryDirectory()
    // `sleep` has the reading end and reads nothing; it ends with the shell that waits for the daemon.
    let script = """
      mkfifo "$1/pipe"; sleep 1000 <"$1/pipe" & exec 3>"$1/pipe"
      "$0" --socket "$1/s" \(descriptor)>&3 & daemon=$!
      until [ -S "$1/s" ]; do sleep 0.05; done
      for fault in print complaints print; do
        echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"tap\\",\\"params\\":[\\"$fault\\"]}" \
          | socat -t60 - "UNIX-CONNECT:$1/s"
      done
      kill "$daemon"; wait "$daemon"; status=$?; kill %1; exit $status
      """
    let outcome = try Tool.run(
      ["bash", "-c", script, BuiltProducts.program("crashd"), scratch.path],
      environment: ["XDG_RUNTIME_DIR": scratch.path])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.lines.filter { $0.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#) }.count == 3, "\(outcome)")
  }

  // MARK: Support

  private func tap(_ fault: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(fault)-1","method":"tap","params":{"target":"\#(fault)"}}"#
  }

  /// SIGUSR1 is answered with what runs; it is asked again when that was not the loop yet.
  private func waitUntilItLoops(_ daemon: Daemon) throws {
    var asked = 0
    try wait("the controller loops", daemon) {
      let errors = daemon.errors
      if errors.components(separatedBy: "was asked by SIGUSR1").count - 1 == asked {
        kill(daemon.identifier, SIGUSR1)
        asked += 1
      }
      return errors.contains("loopForEver")
    }
  }

  private func wait(_ what: String, _ daemon: Daemon, until isSo: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: Tool.patience)
    while try !isSo() {
      guard daemon.isRunning, Date() < deadline else { throw Daemon.Failed(what: what, details: daemon.errors) }
      usleep(1000)
    }
  }

  /// Whether a signal was sent to a daemon and not delivered yet.
  private func isPending(_ signal: Int32, _ daemon: Daemon) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(daemon.identifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") })
    let pending = try #require(UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16))
    return pending & (1 << UInt64(signal - 1)) != 0
  }

  private func expectReport(_ errors: String, says: String, function: String) {
    let lines = errors.split(separator: "\n").map(String.init)
    #expect(errors.contains(says), "\(errors)")
    #expect(lines.contains { $0.hasPrefix("crashd: the request tap of client c") && $0.contains("-1\"") }, "\(errors)")
    #expect(lines.contains { $0.contains(/crashd: in FaultyController n\d+, viewDidLoad/) }, "\(errors)")
    #expect(lines.contains { $0.contains(/crashd: in UIButton n\d+, an action/) }, "\(errors)")
    #expect(lines.contains("crashd: in the scene crash"), "\(errors)")
    #expect(lines.contains { $0.contains(/crashd: +\d+ .*\+0x/) && $0.contains(function) }, "\(errors)")
  }
}
