import Foundation
import Testing

@Suite("controllerctl, when the daemon refuses, leaves or is silent")
struct ControllerctlEndingTests {
  private static var program: String { get throws { try BuiltProducts.program("controllerctl") } }

  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
  private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#

  /// A server that takes one connection and talks to it with a shell's commands.
  private final class Server {
    let directory: TemporaryDirectory
    let socket: String
    private let process: ChildProcess

    init(running commands: String, files: [String: String] = [:]) throws {
      directory = try TemporaryDirectory()
      socket = directory.path(of: "s")
      for (name, text) in files { try directory.write(text, to: name) }
      process = try ChildProcess(
        ["socat", "UNIX-LISTEN:\(socket)", "SYSTEM:\(commands)"], environment: Tool.merged([:]),
        directory: directory.path, output: directory.path(of: "output"), errors: directory.path(of: "errors"))
      // Looked at as a file: the one connection is not to be used up by looking.
      while !FileManager.default.fileExists(atPath: socket), process.isRunning { usleep(1000) }
    }

    deinit { process.send(SIGTERM) }

    func run(_ arguments: String..., input: String = "") throws -> Tool.Outcome {
      try Tool.run([try ControllerctlEndingTests.program, "--socket", socket] + arguments, input: input)
    }
  }

  @Test("a refused connection tells the daemon's reason and ends with 3, ten times of ten, however much is sent")
  func refused() throws {
    let daemon = try Daemon(["--scene", "multiview", "--limit", "connectionsPerUser=1"])
    // The one place may still be that of the connection with which the start was noticed.
    var holder = try SocketConnection(to: daemon.socket)
    try holder.write(Self.ping.utf8)
    while try holder.takeLine() != Self.pong, daemon.isRunning {
      holder = try SocketConnection(to: daemon.socket)
      try holder.write(Self.ping.utf8)
    }
    defer { holder.endInput() }
    let long = #"{"x":""# + String(repeating: "x", count: 900_000) + #""}"#
    for round in 1...10 {
      let commands: [[String]] = [["call", "ping"], ["call", "ping", "-"], ["tree"], ["watch"], ["info"], ["help"]]
      let command = commands[round % commands.count]
      let outcome = try Tool.run([try Self.program, "--socket", daemon.socket] + command, input: long)
      #expect(outcome.status == 3, "\(command): \(outcome)")
      #expect(outcome.errors.contains("(-32000)") && outcome.errors.contains("tooManyConnectionsOfUser"), "\(outcome)")
      #expect(!outcome.errors.contains("watching"))
    }
    let conform = try Tool.run([
      try Self.program, "--socket", daemon.socket, "conform",
      BuiltProducts.checkout.appending(path: "Protocol/transcripts/json-rpc.jsonl").path, "--filter", "J6",
    ])
    #expect(conform.status == 1)
    #expect(conform.output.contains("tooManyConnectionsOfUser"), "\(conform)")
  }

  @Test("the reason of goodbye is told when the answer never came, also by watch")
  func goodbye() throws {
    let goodbye = #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"shutdown"}}"# + "\n"
    for command in [["call", "ping"], ["watch"]] {
      let server = try Server(running: "read line; cat goodbye", files: ["goodbye": goodbye])
      let outcome = try Tool.run([try Self.program, "--socket", server.socket] + command)
      #expect(outcome.status == 3, "\(outcome)")
      #expect(outcome.errors.contains("it said goodbye: shutdown"), "\(outcome)")
    }
  }

  @Test(
    "a daemon that does not answer ends every command with 6, after the time that --timeout gives it",
    arguments: [["call", "ping"], ["tree"], ["info"], ["help", "ping"], ["watch"], ["watch", "--verify"]])
  func silent(command: [String]) throws {
    let server = try Server(running: "cat >/dev/null")
    let outcome = try Tool.run([try Self.program, "--socket", server.socket, "--timeout", "0.2"] + command)
    #expect(outcome.status == 6, "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("did not answer for 0.2 s; --timeout"), "\(outcome)")
  }

  @Test("notifications without end, and a daemon that takes nothing, do not lengthen the time")
  func busyButSilent() throws {
    let notification = #"{"jsonrpc":"2.0","method":"trace","params":{}}"#
    let chatty = try Server(running: "sh chat", files: ["chat": "yes '\(notification)'"])
    #expect(try chatty.run("--timeout", "0.2", "call", "ping").status == 6)
    let deaf = try Server(running: "sleep 60")
    let long = #"{"x":""# + String(repeating: "x", count: 4_000_000) + #""}"#
    let outcome = try deaf.run("--timeout", "0.2", "call", "ping", "-", input: long)
    #expect(outcome.status == 6, "\(outcome)")
    #expect(outcome.errors.contains("bytes, and no more for 0.2 s"), "\(outcome)")
  }

  @Test(
    "what a call waits by its own parameter is added, so that the daemon's answer comes first",
    arguments: [
      ["call", "wait", #"{"where":{"revision":9},"timeout":600}"#], ["call", "wait", #"[{"revision":9},600]"#],
      ["call", "settle", "[600]"], ["call", "another", #"{"timeout":600}"#],
    ])
  func waiting(command: [String]) throws {
    let answer = #"{"jsonrpc":"2.0","id":1,"result":"late"}"# + "\n"
    let server = try Server(running: "read line; sleep 1; cat answer", files: ["answer": answer])
    let outcome = try Tool.run([try Self.program, "--socket", server.socket, "--timeout", "0.1"] + command)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == "\"late\"\n")
  }

  @Test("a wait that ends in vain is the daemon's error, with the node that came closest and what differs, status 1")
  func inVain() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let outcome = try Tool.run([
      try Self.program, "--socket", daemon.socket, "--timeout", "60", "call", "wait",
      #"{"where":{"target":"One!","onScreen":false},"timeout":0.1}"#,
    ])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.contains("(UIButton) has onScreen true, not false"), "\(outcome)")
    let data = try JSON(outcome.errors.split(separator: "\n").map(String.init).last ?? "")
    #expect(data["closest"]["class"].string == "UIButton")
  }

  @Test(
    "an option that would be passed over is refused with 2, and so is a time that is none",
    arguments: [
      ["--count", "1", "call", "ping"], ["--verify", "tree"], ["--scene", "s", "info"], ["--scene", "s", "help"],
      ["--scene", "s", "conform", "x"], ["--json", "conform", "x"], ["--list", "call", "ping"], ["-v", "watch"],
      ["--filter", "J6", "info"], ["--params", "[]", "call", "ping"], ["--timeout", "0", "call", "ping"],
      ["--timeout", "-1", "watch"], ["--timeout", "nan", "tree"], ["--timeout", "86401", "info"],
      ["--timeout", "soon", "help"], ["help", "ping", "pong"],
    ])
  func refusedOptions(arguments: [String]) throws {
    let outcome = try Tool.run([try Self.program, "--socket", "/nonexistent/socket"] + arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.hasPrefix("controllerctl: "))
  }
}
