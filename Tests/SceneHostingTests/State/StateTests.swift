import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite("state: snapshots and deltas") struct StateTests {
  private let test: TestHost
  private let client: MemoryClient

  init() throws {
    test = try TestHost()
    client = test.client()
  }

  private func follow(_ params: String, _ client: MemoryClient? = nil) throws -> StateCopy {
    let answer = try (client ?? self.client).call("subscribe", params)
    return StateCopy(try #require(answer.objects("scenes").first, "\(answer.message)"))
  }

  private func tree(_ params: String = "{}") throws -> String {
    let answer = try test.client().call("getTree", params)
    return StateCopy.canonical(
      root: answer.string("root"), focus: answer.string("focus"),
      answer["nodes"] as? [String: [String: Any]] ?? [:])
  }

  private func messages(_ lines: [String]) throws -> [[String: Any]] { try lines.map { try MemoryClient.parse($0) } }

  @Test("the answer holds the state and its revision; each change comes as a delta before the answer to it")
  func follows() throws {
    var copy = try follow(#"{"kinds":["state"],"scene":"test"}"#)
    #expect(copy.revision == 1)
    #expect(try copy.canonical == tree())
    for view in ["2", "3", "3", "1"] {
      let lines = try messages(client.lines("displayView", "[\(view)]"))
      #expect(lines.map { $0["method"] as? String } == ["delta", nil])
      let revision = (lines.last?["result"] as? [String: Any])?["revision"] as? Int
      for line in lines { copy.take(line) }
      #expect(copy.revision == revision)
      #expect(try copy.canonical == tree())
    }
    #expect(copy.faults == [])
  }

  @Test("a delta says which request of which client has caused it, and only what is different")
  func cause() throws {
    _ = client.lines("subscribe", #"{"kinds":["state"]}"#)
    let other = test.client()
    _ = other.send(#"{"jsonrpc":"2.0","id":"é\u0041","method":"setText","params":["name","Ada"]}"# + "\n")
    let delta = try #require(messages(client.takeLines()).first?["params"] as? [String: Any])
    #expect(delta["from"] as? Int == 1)
    #expect(delta["to"] as? Int == 2)
    let cause = try #require(delta["cause"] as? NSDictionary)
    #expect(cause == ["kind": "request", "method": "setText", "client": "c2", "id": "éA"])
    let nodes = try #require(delta["nodes"] as? [String: NSDictionary])
    let field = try #require(nodes.keys.first)
    #expect(nodes == [field: ["set": ["value": "Ada"]]])
    #expect(delta["focus"] as? String == field)
    _ = other.send(#"{"jsonrpc":"2.0","method":"setText","params":["name",""]}"# + "\n")
    let second = try #require(messages(client.takeLines()).first?["params"] as? [String: Any])
    #expect(second["cause"] as? NSDictionary == ["kind": "request", "method": "setText", "client": "c2"])
  }

  @Test("a transaction is one change, which the transaction has caused, also when it was stopped")
  func transaction() throws {
    _ = client.lines("subscribe", #"{"kinds":["state"]}"#)
    let other = test.client()
    for (last, code) in [(#"["name","Ada"]"#, nil), (#"["nowhere","x"]"#, 1024)] {
      let calls = #"{"calls":[{"method":"displayView","params":[1]},{"method":"setText","params":\#(last)}]}"#
      #expect(try other.call("transaction", calls).code == code)
    }
    let causes = try messages(client.takeLines()).map { ($0["params"] as? [String: Any])?["cause"] as? NSDictionary }
    #expect(
      causes == [1, 2].map { ["kind": "request", "method": "transaction", "client": "c2", "id": $0] as NSDictionary })
  }

  @Test("what a timer changes is told with the clock as its cause")
  func clock() throws {
    let scene = try #require(test.host.scenes.first)
    try scene.application.perform {
      let label = UILabel(frame: .zero)
      scene.application.keyWindow?.addSubview(label)
      _ = HeadlessUIKit.Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in label.text = "later" }
    }
    var copy = try follow(#"{"kinds":["state"]}"#)
    test.advance(by: 2)
    let lines = try messages(client.takeLines())
    #expect(((lines.first?["params"] as? [String: Any])?["cause"] as? [String: Any])?["kind"] as? String == "clock")
    for line in lines { copy.take(line) }
    #expect(try copy.canonical == tree())
    #expect(copy.faults == [])
  }

  @Test("a change without a difference is still told of a whole scene, and not of a narrowed one")
  func nothing() throws {
    let narrow = test.client()
    var copy = try follow(#"{"kinds":["state"]}"#)
    var controllers = try follow(#"{"kinds":["state"],"detail":"controllers"}"#, narrow)
    for line in try messages(client.lines("tap", #"["size"]"#)) { copy.take(line) }
    #expect(copy.deltas == 1)
    #expect(copy.revision == 2)
    for line in try messages(client.lines("setValue", #"["wifi",true]"#)) { copy.take(line) }
    #expect(copy.revision == 3)
    #expect(narrow.takeLines() == [])
    for line in try messages(client.lines("displayView", "[2]")) { copy.take(line) }
    let told = try messages(narrow.takeLines())
    #expect(told.count == 1)
    #expect((told.first?["params"] as? [String: Any])?["from"] as? Int == 1)
    for line in told { controllers.take(line) }
    #expect(controllers.revision == 4)
    #expect(try controllers.canonical == tree(#"{"detail":"controllers"}"#))
    #expect(copy.faults + controllers.faults == [])
  }

  @Test(
    "less detail, a root, a depth and fields: the same nodes as getTree answers with them, also after changes",
    arguments: [
      #""detail":"controllers""#, #""detail":"navigationItems""#, #""detail":"views""#, #""depth":0"#, #""depth":1"#,
      #""depth":3"#, #""depth":4,"detail":"navigationItems""#, #""fields":[]"#, #""fields":["label","value"]"#,
      #""fields":["title"],"detail":"controllers","depth":2"#,
    ])
  func scopes(scope: String) throws {
    var copy = try follow(#"{"kinds":["state"],"scene":"test",\#(scope)}"#)
    for step in ["[1]", "[3]", "[2]", "[3]", "[1]"] {
      for line in try messages(client.lines("displayView", step)) { copy.take(line) }
      for line in try messages(client.lines("rotate", step == "[3]" ? #"["landscapeLeft"]"# : #"["portrait"]"#)) {
        copy.take(line)
      }
      #expect(try copy.canonical == tree("{\(scope)}"))
    }
    // Near the root nothing of it is seen.
    if !scope.contains("depth") { #expect(copy.deltas > 0) }
    #expect(copy.faults == [])
  }

  @Test("a controller as the root: its part, as getTree answers it, until it has gone; then the root is null")
  func root() throws {
    _ = client.lines("displayView", "[3]")
    let nodes = try #require(client.call("getTree", #"{"detail":"controllers"}"#)["nodes"] as? [String: [String: Any]])
    let id = try #require(nodes.first { $0.value["class"] as? String == "NestedController" }?.key)
    var copy = try follow(#"{"kinds":["state"],"controller":"\#(id)"}"#)
    #expect(copy.root == id)
    #expect(try copy.canonical == tree(#"{"controller":"\#(id)"}"#))
    for line in try messages(client.lines("setValue", #"["wifi",true]"#)) { copy.take(line) }
    #expect(try copy.canonical == tree(#"{"controller":"\#(id)"}"#))
    for line in try messages(client.lines("displayView", "[2]")) { copy.take(line) }
    #expect(copy.root == nil)
    #expect(copy.nodes.isEmpty)
    #expect(copy.faults == [])
    let lines = try messages(client.lines("displayView", "[3]"))
    #expect(lines.count == 1, "a stream whose root has gone is silent")
  }

  @Test("clients with the same scope share a stream; one with two subscriptions to it gets each delta once")
  func shared() throws {
    let other = test.client()
    let first = try follow(#"{"kinds":["state"]}"#)
    let second = try follow(#"{"kinds":["state"],"scene":"test"}"#, other)
    let again = try follow(#"{"kinds":["state"],"scene":"test","fields":null}"#)
    #expect(first.stream == second.stream)
    #expect(first.stream == again.stream)
    #expect(client.lines("displayView", "[2]").count == 2)
    #expect(other.takeLines().count == 1)
    _ = client.lines("unsubscribe", #"["s1"]"#)
    #expect(client.lines("displayView", "[2]").count == 2)
    _ = client.lines("unsubscribe", #"["s2"]"#)
    #expect(client.lines("displayView", "[2]").count == 1)
  }

  @Test("while nobody follows a scene its changes are not noted by name; streams go once nobody could resume")
  func dropped() throws {
    var limits = HostLimits()
    limits.replayDeltas = 3
    let test = try TestHost(limits: limits)
    let client = test.client()
    let scene = try #require(test.host.scenes.first)
    #expect(scene.application.onCommit == nil)
    _ = client.lines("subscribe", #"{"kinds":["state"]}"#)
    #expect(scene.streams.count == 1)
    _ = client.lines("unsubscribe", #"["s1"]"#)
    for _ in 0..<3 { _ = client.lines("displayView", "[1]") }
    #expect(scene.streams.count == 1)
    _ = client.lines("displayView", "[1]")
    #expect(scene.streams.isEmpty)
    #expect(scene.application.onCommit == nil)
  }

  @Test("all scenes: one that is opened later comes as a resync, one that is closed is told; for kind scenes, too")
  func scenes() throws {
    let watcher = test.client()
    _ = try watcher.call("subscribe", #"[["scenes"]]"#)
    _ = try follow(#"{"kinds":["state"]}"#)
    let opened = try messages(client.lines("openScene", #"["segments"]"#))
    #expect(opened.map { $0["method"] as? String } == ["resync", nil])
    let resync = try #require(opened.first?["params"] as? [String: Any])
    #expect(resync["reason"] as? String == "opened")
    #expect(resync["merged"] == nil)
    var copy = StateCopy(["revision": resync["revision"] ?? 0, "state": resync])
    for line in try messages(client.lines("selectSegment", "[1]")) { copy.take(line) }
    #expect(try copy.canonical == tree(#"{"scene":"segments"}"#))
    let closed = try messages(client.lines("closeScene", #"["segments"]"#))
    #expect(closed.map { $0["method"] as? String } == ["sceneClosed", nil])
    let told = try messages(watcher.takeLines())
    #expect(told.map { $0["method"] as? String } == ["sceneOpened", "sceneClosed"])
    let params = try #require(told.first?["params"] as? [String: Any])
    let listed = Set(["scene", "application", "profile", "clock", "faithful", "revision", "controller"])
    #expect(Set(params.keys) == listed)
    #expect(copy.faults == [])
  }

  @Test("the state is not subscribed to in a batch, nor by a notification; parameters of the state need the kind")
  func refused() throws {
    let batch = client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["state"]]},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
        + "\n")
    #expect(batch.count == 1)
    #expect(batch.first?.contains(#""code":1021"#) == true)
    #expect(client.send(#"{"jsonrpc":"2.0","method":"subscribe","params":[["state"]]}"# + "\n") == [])
    #expect(client.lines("displayView", "[2]").count == 1)
    #expect(try client.call("subscribe", #"{"kinds":["trace"],"depth":1}"#).code == 1012)
    #expect(try client.call("subscribe", #"{"kinds":["state"],"controller":"n99999"}"#).code == 1003)
    for since in [#"{"revision":1}"#, #"{"epoch":"e"}"#, #"{"epoch":"e","revision":1,"foo":1}"#] {
      let answer = try client.call("subscribe", #"{"kinds":["state"],"scene":"test","since":\#(since)}"#)
      #expect(answer.code == -32602)
      #expect((answer.data["pointer"] as? String)?.hasPrefix("/params/since") == true)
    }
    #expect(try client.call("subscribe", #"{"kinds":["state"],"scene":"test","controller":"n99999"}"#).code == 1003)
    #expect(try client.call("subscribe", #"{"kinds":["state"],"since":{"epoch":"e","revision":1}}"#).code == 1012)
    let wrong = try client.call("subscribe", #"{"kinds":["state"],"fields":["label","colour"]}"#)
    #expect(wrong.code == -32602)
    #expect(wrong.data["pointer"] as? String == "/params/fields/1")
  }

  @Test("of the scopes that nobody follows any more, the last four are kept up, for so long as their deltas would be")
  func abandoned() throws {
    var limits = HostLimits()
    limits.replayDeltas = 5
    let test = try TestHost(limits: limits)
    let client = test.client()
    let fields = ["alpha", "class", "disabled", "frame", "hidden", "identifier", "label", "role"]
    for (index, field) in fields.enumerated() {
      _ = client.lines("subscribe", #"{"kinds":["state"],"fields":["\#(field)"]}"#)
      _ = client.lines("subscribe", #"{"kinds":["state"],"depth":\#(index)}"#)
      _ = client.lines("unsubscribe", #"["s\#(2 * index + 1)"]"#)
      _ = client.lines("unsubscribe", #"["s\#(2 * index + 2)"]"#)
    }
    let scene = try #require(test.host.scenes.first)
    #expect(Set(scene.streams.keys.compactMap(\.fields)) == Set(fields.suffix(4).map { [$0] }))
    #expect(scene.streams.keys.allSatisfy { $0.depth == nil })
    // Changes that a scope does not show count, too.
    for index in 0..<7 { _ = client.lines("setText", #"["name","\#(index)"]"#) }
    #expect(scene.streams.isEmpty)
    #expect(scene.application.onCommit == nil)
  }

  @Test("a client that cannot be given the state of a scene that was opened is told so")
  func notFollowed() throws {
    var limits = HostLimits()
    limits.streams = 1
    let test = try TestHost(limits: limits, opening: [])
    let (first, second) = (test.client(), test.client())
    _ = first.lines("subscribe", #"{"kinds":["state"]}"#)
    _ = second.lines("subscribe", #"{"kinds":["state"],"detail":"controllers"}"#)
    let opened = try messages(first.lines("openScene", #"["test"]"#))
    #expect(opened.first?["method"] as? String == "resync")
    let told = try messages(second.takeLines())
    #expect(told.map { $0["method"] as? String } == ["notFollowed"])
    #expect((told.first?["params"] as? [String: Any])?["scene"] as? String == "test")
  }

  @Test("a scene has a limited number of streams; those that nobody follows make room")
  func streamLimit() throws {
    var limits = HostLimits()
    limits.streams = 2
    let test = try TestHost(limits: limits)
    let client = test.client()
    for depth in 0..<2 { #expect(try client.call("subscribe", #"{"kinds":["state"],"depth":\#(depth)}"#).code == nil) }
    let refused = try client.call("subscribe", #"{"kinds":["state"],"depth":2}"#)
    #expect(refused.code == 1013)
    #expect(refused.data["limitName"] as? String == "streams")
    #expect(try client.call("subscribe", #"{"kinds":["state"],"depth":1}"#).code == nil)
    _ = client.lines("unsubscribe", #"["s1"]"#)
    #expect(try client.call("subscribe", #"{"kinds":["state"],"depth":2}"#).code == nil)
  }
}
