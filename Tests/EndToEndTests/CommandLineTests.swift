import Foundation
import Testing

@Suite("The daemon's command line")
struct CommandLineTests {
  private func scenes(of daemon: Daemon) throws -> [JSON] {
    let lines = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"listScenes"}"#)
    return try JSON(#require(lines.first))["result"]["scenes"].elements
  }

  private func mode(of path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("the socket is $XDG_RUNTIME_DIR/controllerd.sock with mode 0600 when nothing else is said")
  func defaults() throws {
    let daemon = try Daemon()
    #expect(try mode(of: daemon.socket) == 0o600)
    #expect(try scenes(of: daemon).map { $0["application"].string } == ["multiview", "segments", "maps"])
  }

  @Test("--socket-mode is the socket's mode, whatever the umask")
  func socketMode() throws {
    let daemon = try Daemon(["--socket-mode", "0660"])
    #expect(try mode(of: daemon.socket) == 0o660)
  }

  @Test("a daemon whose parent blocks SIGTERM can be ended all the same")
  func blockedSignals() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "controllerd.sock")
    let program = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let daemon = try ChildProcess(
      ["python3", "-c", program, try BuiltProducts.program("controllerd"), "--socket", path],
      environment: Tool.merged([:]), directory: directory.path, output: directory.path(of: "output"),
      errors: directory.path(of: "errors"))
    while !Daemon.canConnect(to: path), daemon.isRunning { usleep(1000) }
    daemon.send(SIGTERM)
    #expect(daemon.wait() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("--socket names the socket")
  func socketPath() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "other.sock")
    let daemon = try Daemon(["--socket", path], listensOn: path)
    #expect(daemon.socket == path)
    #expect(daemon.terminate() == 0)
    #expect(try directory.names.isEmpty)
  }

  @Test("--scene can be repeated, and replaces the built-in samples; the first is the default scene")
  func scenes() throws {
    let daemon = try Daemon(["--scene", "multiview-contained", "--scene", "multiview"])
    #expect(try scenes(of: daemon).map { $0["application"].string } == ["multiview-contained", "multiview"])
    let lines = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"displayView","params":[2]}"#)
    #expect(try JSON(#require(lines.first))["result"]["scene"].string == "multiview-contained")
  }

  @Test("R17.4: --profile ios5 hosts its scenes in that profile, where a view with a superview is kept")
  func profile() throws {
    let daemon = try Daemon(["--profile", "ios5", "--scene", "multiview"])
    #expect(try scenes(of: daemon).map { $0["profile"].string } == ["ios5"])
    let lines = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"simulateMemoryWarning"}"#)
    let kept = try JSON(#require(lines.first))["result"]["kept"].elements
    #expect(kept.first { $0["class"].string == "View01" }?["reason"].string == "hasSuperview")
  }

  @Test("SIGTERM ends it with status 0, and it removes its own socket")
  func sigterm() throws {
    let daemon = try Daemon()
    #expect(daemon.terminate() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test("a socket that somebody listens on is never taken over; a stale one is")
  func liveAndStaleSocket() throws {
    let first = try Daemon()
    let program = try BuiltProducts.program("controllerd")
    let second = try Tool.run([program, "--socket", first.socket])
    #expect(second.status != 0)
    #expect(second.errors.contains(first.socket))
    #expect(
      try first.socat(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) == [#"{"jsonrpc":"2.0","id":1,"result":"pong"}"#])

    kill(first.identifier, SIGKILL)
    _ = first.waitForEnd()
    #expect(FileManager.default.fileExists(atPath: first.socket), "a killed daemon leaves its socket behind")
    let third = try Daemon(["--socket", first.socket], listensOn: first.socket)
    #expect(third.terminate() == 0)
  }

  @Test(
    "a wrong option is refused with status 2 and a sentence that names it",
    arguments: [
      ["--profile", "ios99"], ["--socket-mode", "0999"], ["--nonsense"], ["stray"],
    ])
  func wrongOptions(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    let outcome = try Tool.run(
      [BuiltProducts.program("controllerd")] + arguments, environment: ["XDG_RUNTIME_DIR": directory.path])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(try #require(arguments.last)))
    #expect(try directory.names.isEmpty)
  }

  @Test("--scene with an application that there is none of ends the start with a sentence that names it")
  func unknownScene() throws {
    let directory = try TemporaryDirectory()
    let outcome = try Tool.run(
      [BuiltProducts.program("controllerd"), "--scene", "multivue"], environment: ["XDG_RUNTIME_DIR": directory.path])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("multivue"))
    #expect(outcome.errors.contains("multiview"))
    #expect(try directory.names.isEmpty)
  }

  @Test(
    "--help and --version answer on standard output with status 0",
    arguments: ["controllerd", "controllerctl", "controllerbench"])
  func help(program: String) throws {
    let path = try BuiltProducts.program(program)
    let help = try Tool.run([path, "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("--socket"))
    #expect(help.errors.isEmpty)
    let version = try Tool.run([path, "--version"])
    #expect(version.status == 0)
    // One package, one version.
    let own = try Tool.run([BuiltProducts.program("controllerd"), "--version"]).output
    #expect(version.output == own.replacingOccurrences(of: "controllerd", with: program))
    #expect(version.output.hasPrefix("\(program) "))
    #expect(version.lines.count == 1)
  }
}
