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
      ["--scene", "s", "call", "getTree", #"{"sc\u0065ne":"t"}"#],
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
    let socket = directory.url.appending(path: "s").path
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = ["socat", "UNIX-LISTEN:\(socket)", "SYSTEM:read line"]
    try server.run()
    // Looked at as a file, since the server takes one connection only.
    while !FileManager.default.fileExists(atPath: socket), server.isRunning { usleep(1000) }
    let outcome = try Tool.run([BuiltProducts.program("controllerctl"), "--socket", socket, "call", "ping"])
    server.waitUntilExit()
    #expect(outcome.status == 3, "\(outcome)")
  }

  @Test("notifications before the answer are skipped; the answer is printed as its bytes are")
  func notificationsAndBytes() throws {
    let directory = try TemporaryDirectory()
    let socket = directory.url.appending(path: "s").path
    let lines =
      #"{"jsonrpc":"2.0","method":"trace","params":{"id":1,"result":0}}"# + "\n"
      + #"{"jsonrpc":"2.0", "id" : 1, "result": {"a" : 1.0e2, "b":"\u00e9"} }"# + "\n"
    try Data(lines.utf8).write(to: directory.url.appending(path: "lines"))
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = [
      "socat", "UNIX-LISTEN:\(socket)", "SYSTEM:read line; cat \(directory.path)/lines; cat >/dev/null",
    ]
    try server.run()
    while !FileManager.default.fileExists(atPath: socket), server.isRunning { usleep(1000) }
    let outcome = try Tool.run([BuiltProducts.program("controllerctl"), "--socket", socket, "call", "ping"])
    server.waitUntilExit()
    #expect(outcome.status == 0)
    #expect(outcome.output == #"{"a" : 1.0e2, "b":"\u00e9"}"# + "\n")
  }
}
