import Foundation
import Testing

@Suite("controllerctl")
struct ControllerctlTests {
  /// Runs controllerctl with a daemon's default socket.
  private func controllerctl(_ arguments: String..., daemon: Daemon?, input: String = "") throws -> Tool.Outcome {
    try Tool.run(
      [BuiltProducts.program("controllerctl")] + arguments, input: input,
      environment: ["XDG_RUNTIME_DIR": daemon?.directory.path ?? "/nonexistent"])
  }

  /// Starts a server, which takes one connection and talks to it with a shell's commands.
  private func listen(at socket: String, running commands: String, logs: TemporaryDirectory) throws -> ChildProcess {
    let server = try ChildProcess(
      ["socat", "UNIX-LISTEN:\(socket)", "SYSTEM:\(commands)"], environment: Tool.merged([:]), directory: logs.path,
      output: logs.path(of: "output"), errors: logs.path(of: "errors"))
    // Looked at as a file: the one connection is not to be used up by looking.
    while !FileManager.default.fileExists(atPath: socket), server.isRunning { usleep(1000) }
    return server
  }

  @Test("call prints the result as it was received, on one line, and ends with 0")
  func result() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let ping = try controllerctl("call", "ping", daemon: daemon)
    #expect(ping.status == 0)
    #expect(ping.output == "\"pong\"\n")
    #expect(ping.errors.isEmpty)
    let shown = try controllerctl("call", "displayView", #"{"view":2}"#, daemon: daemon)
    #expect(shown.status == 0)
    #expect(shown.lines.count == 1)
    #expect(try JSON(shown.output)["viewController"]["class"].string == "View02")
  }

  @Test("parameters may be positional, and may come from standard input")
  func parameters() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    #expect(try JSON(controllerctl("call", "displayView", "[2]", daemon: daemon).output)["view"].integer == 2)
    let piped = try controllerctl("call", "displayView", "-", daemon: daemon, input: "{\n  \"view\": 1\n}\n")
    #expect(try JSON(piped.output)["view"].integer == 1)
  }

  @Test("--scene is added to parameters by name, or stands alone")
  func scene() throws {
    let daemon = try Daemon(["--scene", "multiview", "--scene", "multiview-contained"])
    for parameters in [#"{"view":2}"#, #" { "view" : 2 } "#] {
      let outcome = try controllerctl(
        "--scene", "multiview-contained", "call", "displayView", parameters, daemon: daemon)
      #expect(try JSON(outcome.output)["scene"].string == "multiview-contained")
    }
    for parameters in [[], ["{}"], ["{ }"]] {
      let outcome = try Tool.run(
        [
          BuiltProducts.program("controllerctl"), "--socket", daemon.socket, "--scene", "multiview-contained", "call",
          "getTree",
        ]
          + parameters)
      #expect(outcome.status == 0)
      #expect(try JSON(outcome.output)["scene"].string == "multiview-contained")
    }
    let quoted = try controllerctl("--scene", "a\"b\\ü\n", "call", "getTree", daemon: daemon)
    #expect(quoted.status == 1)
    #expect(quoted.errors.contains("sceneNotFound"))
  }

  @Test("an error of the daemon is a sentence and its data on standard error, and ends with 1")
  func error() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let outcome = try controllerctl("call", "displayView", #"{"view":99}"#, daemon: daemon)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("controllerctl: "))
    #expect(lines[0].hasSuffix(" (1008)"))
    #expect(try JSON(lines[1])["reason"].string == "viewNotFound")
  }

  @Test(
    "what was typed wrongly is told before anything is sent, and ends with 2",
    arguments: [
      [], ["call"], ["shout"], ["call", "ping", "{"], ["call", "ping", "1"], ["call", "ping", "{}", "{}"],
      ["call", "ping", "{} {}"], ["--scene", "s", "call", "getTree", "[]"],
      ["--scene", "s", "call", "getTree", #"{"scene":"t"}"#], ["--nonsense", "call", "ping"],
      ["--scene", "s", "call", "getTree", #"{"sc\u0065ne":"t"}"#], ["call", "tap", "{\"target\":\"One\n!\"}"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try Tool.run([BuiltProducts.program("controllerctl"), "--socket", "/nonexistent/socket"] + arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("controllerctl: "))
  }

  @Test("where nobody listens it says where it looked and what to do, and ends with 3")
  func nobody() throws {
    let outcome = try controllerctl("call", "ping", daemon: nil)
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("/nonexistent/controllerd.sock"))
    #expect(outcome.errors.contains("--socket"))
    let long = try Tool.run(
      [BuiltProducts.program("controllerctl"), "--socket", "/" + String(repeating: "x", count: 200), "call", "ping"])
    #expect(long.status == 3)
    #expect(long.errors.contains("107"))
  }

  @Test("a daemon that goes away before it answers ends it with 3")
  func lost() throws {
    let directory = try TemporaryDirectory()
    let socket = directory.path(of: "s")
    let server = try listen(at: socket, running: "read line", logs: directory)
    let outcome = try Tool.run([BuiltProducts.program("controllerctl"), "--socket", socket, "call", "ping"])
    _ = server.wait()
    #expect(outcome.status == 3, "\(outcome)")
  }

  @Test("notifications before the answer are skipped; the answer is printed as its bytes are")
  func notificationsAndBytes() throws {
    let directory = try TemporaryDirectory()
    let socket = directory.path(of: "s")
    let lines =
      #"{"jsonrpc":"2.0","method":"trace","params":{"id":1,"result":0}}"# + "\n"
      + #"{"jsonrpc":"2.0", "id" : 1, "result": {"a" : 1.0e2, "b":"\u00e9"} }"# + "\n"
    try directory.write(lines, to: "lines")
    let server = try listen(
      at: socket, running: "read line; cat \(directory.path)/lines; cat >/dev/null", logs: directory)
    let outcome = try Tool.run([BuiltProducts.program("controllerctl"), "--socket", socket, "call", "ping"])
    _ = server.wait()
    #expect(outcome.status == 0)
    #expect(outcome.output == #"{"a" : 1.0e2, "b":"\u00e9"}"# + "\n")
  }
}
