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
    let json = try logs.text("json").split(separator: "\n").map(String.init)
    #expect(json.count == text.count)
    #expect(try JSON(json[0])["params"]["event"].string == "viewWillDisappear")
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
