import Foundation
import Testing

@Suite("controllerctl tree, info and watch")
struct ControllerctlCommandTests {
  private func controllerctl(_ arguments: String..., daemon: Daemon) throws -> Tool.Outcome {
    try Tool.run([BuiltProducts.program("controllerctl"), "--socket", daemon.socket] + arguments)
  }

  @Test("tree draws what is on screen, or a controller and what is inside; --json gives the answer as it came")
  func tree() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let whole = try controllerctl("tree", daemon: daemon)
    #expect(whole.status == 0)
    // Ids depend on the order in which objects are made, which is no promise.
    let drawn = whole.output.replacing(/n[0-9]+/, with: "nX")
    #expect(
      drawn == """
        multiview, revision 1
        └─ UIApplication nX
           └─ UIWindow nX
              └─ MultiviewController nX appeared
                 └─ UIView nX
                    └─ View01 nX appeared
                       └─ UIView nX
                          └─ UIButton "One!" nX

        """)
    let id = try #require(whole.output.firstMatch(of: /View01 (n[0-9]+)/)).1
    let part = try controllerctl("tree", String(id), daemon: daemon)
    #expect(part.lines.count == 4)
    #expect(part.lines.dropFirst().first == "└─ View01 \(id) appeared")
    let json = try controllerctl("--json", "tree", daemon: daemon)
    #expect(try JSON(json.output)["revision"].integer == 1)
    let unknown = try controllerctl("tree", "n999999", daemon: daemon)
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("(1003)"))
  }

  @Test("info says who the daemon is and what it allows; --json gives the answer as it came")
  func info() throws {
    let daemon = try Daemon(["--scene", "multiview", "--limit", "line=4096"])
    let outcome = try controllerctl("info", daemon: daemon)
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains("name                    controllerd"))
    #expect(outcome.lines.contains("  line                  4096"))
    #expect(outcome.lines.contains("application             multiview (displayView)"))
    let json = try controllerctl("info", "--json", daemon: daemon)
    #expect(try JSON(json.output)["limits"]["line"].integer == 4096)
  }

  @Test("watch prints events as they happen, and ends with 0 after the daemon's goodbye")
  func watch() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let logs = try TemporaryDirectory()
    let watchers = try ["text", "json"].map { name in
      try ChildProcess(
        [BuiltProducts.program("controllerctl"), "--socket", daemon.socket, "watch"]
          + (name == "json" ? ["--json"] : []),
        environment: Tool.merged([:]), directory: logs.path, output: logs.path(of: name),
        errors: logs.path(of: name + "-errors"))
    }
    try waitForSubscribers(2, of: daemon)
    _ = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"displayView","params":[2]}"#)
    _ = try daemon.socat(#"{"jsonrpc":"2.0","id":2,"method":"rotate","params":["landscapeLeft"]}"#)
    #expect(daemon.terminate() == 0)
    for watcher in watchers { #expect(watcher.wait() == 0) }
    let text = try logs.text("text").replacing(/n[0-9]+/, with: "nX").split(separator: "\n").map(String.init)
    #expect(text.first == "multiview 15 View01 nX viewWillDisappear(false)")
    #expect(text.contains("multiview 25 View02 nX viewDidAppear(false)"))
    #expect(
      text.filter { $0.contains("rans") || $0.contains("trait") } == [
        "multiview 26 MultiviewController nX willTransition(phone compact compact light leftToRight)",
        "multiview 27 MultiviewController nX viewWillTransition(844x390)",
        "multiview 32 MultiviewController nX traitCollectionDidChange(phone compact regular light leftToRight)",
      ])
    #expect(text.last == "goodbye: reason shutdown")
    for name in ["text-errors", "json-errors"] {
      #expect(try logs.text(name) == "controllerctl: watching all scenes: trace\n")
    }
    let json = try logs.text("json").split(separator: "\n").map(String.init)
    #expect(json.count == text.count)
    #expect(try JSON(json[0])["params"]["event"].string == "viewWillDisappear")
  }

  @Test("watch says that it has begun when it is subscribed: what happens from then on is printed")
  func begun() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let logs = try TemporaryDirectory()
    let watcher = try ChildProcess(
      [BuiltProducts.program("controllerctl"), "--socket", daemon.socket, "--scene", "multiview", "--count", "1"]
        + ["watch", "state"],
      environment: Tool.merged([:]), directory: logs.path, output: logs.path(of: "output"),
      errors: logs.path(of: "errors"))
    while try logs.text("errors").isEmpty, watcher.isRunning { usleep(1000) }
    #expect(try logs.text("errors") == "controllerctl: watching scene multiview: state\n")
    _ = try controllerctl("call", "displayView", "[2]", daemon: daemon)
    #expect(watcher.wait() == 0)
    #expect(try logs.text("output").contains("request displayView"))
  }

  @Test(
    "help lists the daemon's methods, or says of one what it takes, answers and fails with, with an example to type")
  func help() throws {
    let daemon = try Daemon()
    let document = try JSON(controllerctl("call", "rpc.discover", daemon: daemon).output)
    let list = try controllerctl("help", daemon: daemon)
    #expect(list.status == 0)
    let names = document["methods"].elements.compactMap { $0["name"].string }
    #expect(list.lines.map { $0.split(separator: " ").first.map(String.init) ?? "" } == names)
    for name in names {
      let outcome = try controllerctl("help", name, daemon: daemon)
      #expect(outcome.status == 0)
      #expect(outcome.lines.first?.split(separator: " ").first.map(String.init) == name)
      #expect(
        outcome.output.contains("\nresult\n") && outcome.output.contains("\n  $ controllerctl call \(name)"),
        "\(outcome)")
    }
    let lines = try controllerctl("help", "tap", daemon: daemon).lines
    #expect(lines.first == "tap target scene? ifRevision? key?")
    #expect(lines.contains("role: drive"))
    #expect(lines.contains { $0.hasPrefix("  target                string: ") })
    #expect(lines.contains("  actions               integer"))
    #expect(lines.contains("  1006  The target cannot be used by a person now."))
    #expect(lines.contains(#"  $ controllerctl call tap '{"target":"One!"}'"#))
    let unknown = try controllerctl("help", "tapp", daemon: daemon)
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("no method 'tapp'; it has: ") && unknown.errors.contains(" tap,"))
  }

  @Test("the socket is that of --socket, else that of CONTROLLERD_SOCKET, else the default")
  func socket() throws {
    let daemons = try (1...3).map { try Daemon(["--scene", "multiview", "--limit", "waits=\($0)"]) }
    func asked(_ arguments: [String], _ variable: String) throws -> Int? {
      let outcome = try Tool.run(
        [BuiltProducts.program("controllerctl")] + arguments + ["call", "getServerInfo"],
        environment: ["CONTROLLERD_SOCKET": variable, "XDG_RUNTIME_DIR": daemons[2].directory.path])
      return try JSON(outcome.output)["limits"]["waits"].integer
    }
    #expect(try asked(["--socket", daemons[0].socket], daemons[1].socket) == 1)
    #expect(try asked([], daemons[1].socket) == 2)
    #expect(try asked([], "") == 3)
  }

  /// Asks until so many clients have subscribed.
  private func waitForSubscribers(_ count: Int, of daemon: Daemon) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while Date() < deadline {
      let answer = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"getServerInfo"}"#)
      let counters = try JSON(answer.last ?? "")["result"]["counters"]
      if counters["subscribers"].integer == count { return }
    }
    Issue.record("no \(count) subscribers within 30 s")
  }
}
