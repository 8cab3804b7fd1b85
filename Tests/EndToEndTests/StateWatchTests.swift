import Foundation
import Testing

@testable import controllerctl

@Suite("controllerctl watch --verify")
struct StateWatchTests {
  private static let nodes =
    #"{"n1":{"kind":"application","children":["n2"]},"n2":{"kind":"window","hidden":true,"children":[]}}"#

  private func watch() throws -> StateWatch {
    var watch = StateWatch(isVerifying: true)
    let state = #"{"stream":"v1","how":"snapshot","root":"n1","focus":null,"nodes":\#(Self.nodes)}"#
    try watch.begin(Array(#"{"scenes":[{"name":"a","revision":4,"state":\#(state)}]}"#.utf8))
    return watch
  }

  private func delta(_ from: Int, _ to: Int, _ nodes: String) -> [UInt8] {
    let params =
      #"{"scene":"a","stream":"v1","from":\#(from),"to":\#(to),"cause":{"kind":"clock"},"focus":null,"nodes":\#(nodes)}"#
    return Array(#"{"jsonrpc":"2.0","method":"delta","params":\#(params)}"#.utf8)
  }

  private func tree(_ revision: Int, _ nodes: String) -> [UInt8] {
    let result = #"{"scene":"a","revision":\#(revision),"root":"n1","focus":null,"nodes":\#(nodes)}"#
    return Array(#"{"jsonrpc":"2.0","id":2,"result":\#(result)}"#.utf8)
  }

  @Test("a delta is taken in, told in a line, and the whole tree is asked for; the same tree is no fault")
  func agrees() throws {
    var watch = try watch()
    let step = try watch.take(delta(4, 5, #"{"n2":{"unset":["hidden"],"set":{"tag":1}}}"#))
    #expect(step.text == "a 5 clock: 0 new, 1 changed, 0 gone")
    #expect(step.request != nil)
    let now = #"{"n1":{"children":["n2"],"kind":"application"},"n2":{"kind":"window","tag":1,"children":[]}}"#
    _ = try watch.take(tree(5, now))
    #expect(watch.summary == "1 delta, 1 compared with the whole tree: no difference")
  }

  @Test(
    "what is lost, or was told wrongly, is found",
    arguments: [
      (5, 6, "{}"), (4, 5, #"{"n9":{"set":{"tag":1}}}"#), (4, 5, #"{"n1":{"children":["n2","n3"]}}"#),
      (4, 5, #"{"n1":{"children":{"insert":[["n2","n7"]]}}}"#),
    ] as [(Int, Int, String)])
  func faults(from: Int, to: Int, nodes: String) throws {
    var watch = try watch()
    #expect(throws: StateFault.self) { try watch.take(delta(from, to, nodes)) }
  }

  @Test(
    "another tree is a fault, and the sentence says where",
    arguments: [
      (
        #"{"n1":{"kind":"application","children":["n2"]},"n2":{"kind":"window","children":[]}}"#,
        "n2 has another hidden"
      ),
      (#"{"n1":{"kind":"application","children":[]}}"#, "n1 has other children"),
      (
        #"{"n1":{"kind":"application","children":["n2"]},"n2":{"kind":"window","hidden":true,"children":["n3"]},"n3":{}}"#,
        "n2 has other children"
      ),
    ] as [(String, String)])
  func differs(nodes: String, sentence: String) throws {
    var watch = try watch()
    _ = try watch.take(delta(4, 5, "{}"))
    let fault = #expect(throws: StateFault.self) { try watch.take(tree(5, nodes)) }
    #expect(fault?.message == "scene a at revision 5: \(sentence)")
  }

  @Test("against a daemon: every change is compared, and a delta whose request had an id of 30 digits is read")
  func daemon() throws {
    let daemon = try Daemon(["--scene", "multiview", "--scene", "segments"])
    let logs = try TemporaryDirectory()
    let watcher = try ChildProcess(
      [
        BuiltProducts.program("controllerctl"), "--socket", daemon.socket, "watch", "--verify", "state", "scenes",
        "--count",
        "6",
      ],
      environment: Tool.merged([:]), directory: logs.path, output: logs.path(of: "out"), errors: logs.path(of: "errors")
    )
    let connection = try SocketConnection(to: daemon.socket)
    // Its subscription holds as soon as it is there.
    try Self.waitUntil {
      try connection.write(Array((#"{"jsonrpc":"2.0","id":1,"method":"listClients"}"# + "\n").utf8))
      return try connection.takeLine()?.contains(#""kinds":["state""#) ?? false
    }
    for (method, params) in [
      ("displayView", "[2]"), ("selectSegment", "[1]"), ("openScene", #"["maps"]"#), ("rotate", #"["landscapeLeft"]"#),
    ] {
      let id = String(repeating: "9", count: 30)
      let request = #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
      try connection.write(Array(request.utf8))
      _ = try connection.takeLine()
    }
    #expect(watcher.wait() == 0)
    let errors = try String(contentsOfFile: logs.path(of: "errors"), encoding: .utf8)
    #expect(errors.contains("compared with the whole tree: no difference"))
    #expect(try String(contentsOfFile: logs.path(of: "out"), encoding: .utf8).contains("sceneOpened"))
    #expect(daemon.terminate() == 0)
  }

  private static func waitUntil(_ isSo: () throws -> Bool) throws {
    for _ in 0..<2000 where try !isSo() { usleep(5000) }
  }
}
