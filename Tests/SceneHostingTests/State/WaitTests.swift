import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite("wait: until a scene is as asked for") struct WaitTests {
  private let test: TestHost
  private let waiter: MemoryClient
  private let driver: MemoryClient

  init() throws {
    test = try TestHost()
    waiter = test.client()
    driver = test.client()
  }

  private func wait(_ condition: String, _ rest: String = "") throws -> Answer {
    try waiter.call("wait", #"{"where":\#(condition)\#(rest)}"#)
  }

  /// Sends a call that should wait, and expects nothing.
  private func begin(_ condition: String) {
    #expect(waiter.lines("wait", #"{"where":\#(condition)}"#) == [])
  }

  private func ended() throws -> Answer? {
    try waiter.takeLines().first.map { Answer(try MemoryClient.parse($0)) }
  }

  @Test(
    "what is so already is answered at once, with the node",
    arguments: [
      (#"{"identifier":"wifi"}"#, "UISwitch"), (#"{"identifier":"wifi","value":false}"#, "UISwitch"),
      (#"{"target":"wifi","hidden":false,"onScreen":true}"#, "UISwitch"),
      (#"{"label":"Off","disabled":true}"#, "UIButton"),
      (#"{"class":"FormController","appearance":"appeared"}"#, "FormController"),
      (#"{"target":"Caption","kind":"view"}"#, "UILabel"),
      (#"{"identifier":"size","value":null}"#, "UISegmentedControl"),
      (#"{"kind":"application"}"#, "UIApplication"), (#"{"class":"UILabel","tag":null,"alpha":null}"#, "UILabel"),
    ])
  func now(condition: String, className: String) throws {
    let answer = try wait(condition)
    let node = try #require(answer.string("node"), "\(answer.message)")
    let nodes = try #require(driver.call("getTree")["nodes"] as? [String: [String: Any]])
    #expect(nodes[node]?["class"] as? String == className)
  }

  @Test("answered after the change that makes it so, before the answer to the request that made it")
  func later() throws {
    begin(#"{"identifier":"wifi","value":true}"#)
    #expect(driver.lines("setText", #"["name","Ada"]"#).count == 1)
    #expect(waiter.takeLines() == [])
    let order = waiter.lines("setValue", #"["wifi",true]"#)
    #expect(order.count == 2)
    let answer = Answer(try MemoryClient.parse(order[0]))
    #expect(answer.integer("revision") == 3)
    #expect(answer.string("node") != nil)
  }

  @Test("a node that comes with a new controller is found, one that goes is waited for with exists: false")
  func comesAndGoes() throws {
    begin(#"{"class":"NestedController","appearance":"appeared"}"#)
    begin(#"{"identifier":"wifi","exists":false}"#)
    #expect(driver.lines("displayView", "[2]").count == 1)
    let gone = try #require(try ended())
    #expect(gone["node"] is NSNull)
    #expect(gone.message["id"] as? Int == 2)
    #expect(driver.lines("displayView", "[3]").count == 1)
    #expect(try ended()?.string("node") != nil)
    #expect(try wait(#"{"label":"no such thing","exists":false}"#)["node"] is NSNull)
  }

  @Test("a node that is named by its id is looked for in its own scene")
  func otherScene() throws {
    try test.host.openScene("segments")
    let tree = try driver.call("getTree", #"{"scene":"segments"}"#)
    let root = try #require(tree.string("controller"))
    for name in ["id", "target"] {
      #expect(try wait(#"{"\#(name)":"\#(root)"}"#).string("scene") == "segments")
    }
    #expect(waiter.lines("wait", #"{"where":{"id":"\#(root)","exists":false}}"#) == [])
  }

  @Test("onScreen is looked at when it is asked, also for a node that has not changed itself")
  func onScreen() throws {
    let scene = try #require(test.host.scenes.first)
    begin(#"{"identifier":"wifi","onScreen":false}"#)
    try scene.application.perform { scene.application.keyWindow?.isHidden = true }
    #expect(try ended()?.string("node") != nil)
  }

  @Test("a revision is waited for, alone and with a node")
  func revision() throws {
    #expect(try wait(#"{"revision":1}"#)["node"] is NSNull)
    begin(#"{"revision":3}"#)
    begin(#"{"revision":3,"identifier":"wifi","value":true}"#)
    _ = driver.lines("setValue", #"["wifi",true]"#)
    #expect(waiter.takeLines() == [])
    _ = driver.lines("setText", #"["name","Ada"]"#)
    #expect(waiter.takeLines().count == 2)
  }

  @Test("when the time is over the error says what is pending; cancel ends it; both leave nothing behind")
  func over() throws {
    let scene = try #require(test.host.scenes.first)
    #expect(waiter.lines("wait", #"{"where":{"label":"never"},"timeout":2}"#) == [])
    test.advance(by: 3)
    let late = try #require(try ended())
    #expect(late.code == 1019)
    #expect(late.data["pending"] != nil)
    begin(#"{"label":"never"}"#)
    let cancelled = waiter.lines("cancel", "[2]")
    #expect(cancelled.count == 2)
    #expect(try MemoryClient.parse(cancelled[0])["error"] != nil)
    _ = driver.lines("displayView", "[2]")
    #expect(scene.streams.isEmpty)
    #expect(scene.application.onCommit == nil)
    #expect(scene.application.onSettle == nil)
  }

  @Test(
    "a wait in vain says which node came closest, and what of it differs; else that there is none",
    arguments: [
      (
        #"{"identifier":"wifi","value":true}"#, "UISwitch", #"[{"name":"value","expected":true,"got":false}]"#,
        "(UISwitch) has value false, not true"
      ),
      (
        #"{"target":"wifi","disabled":true,"onScreen":false}"#, "UISwitch",
        #"[{"name":"disabled","expected":true,"got":null},{"name":"onScreen","expected":false,"got":true}]"#,
        "(UISwitch) has disabled null, not true and onScreen true, not false"
      ),
      (
        // What says which node is meant counts for more than how it is.
        #"{"appearance":"disappeared","class":"FormController","title":"x"}"#, "FormController", nil,
        "(FormController) has appearance \"appeared\", not \"disappeared\""
      ),
      (#"{"identifier":"wifi","exists":false}"#, "UISwitch", "[]", "(UISwitch) is so"),
      (#"{"target":"Wifi!"}"#, nil, nil, #"no node has the id, identifier, label or title "Wifi!""#),
      (#"{"id":"n999999"}"#, nil, nil, "no node has the id n999999"),
      (#"{"label":"never"}"#, nil, nil, "no node has anything of it"),
      (#"{"onScreen":false,"label":"never"}"#, nil, nil, "no node has anything of it"),
    ] as [(String, String?, String?, String)])
  func closest(condition: String, className: String?, differs: String?, sentence: String) throws {
    let answer = try wait(condition, #","timeout":0"#)
    #expect(answer.code == 1019)
    #expect((answer.error["message"] as? String)?.contains(sentence) == true, "\(answer.error)")
    guard let className else {
      #expect(answer.data["closest"] is NSNull, "\(answer.data)")
      return
    }
    let closest = try #require(answer.data["closest"] as? [String: Any])
    #expect(closest["class"] as? String == className)
    let nodes = try #require(driver.call("getTree")["nodes"] as? [String: [String: Any]])
    #expect(nodes[closest["node"] as? String ?? ""]?["class"] as? String == className)
    guard let differs else { return }
    let wanted = try JSONSerialization.jsonObject(with: Data(differs.utf8)) as? NSArray
    #expect(closest["differs"] as? NSArray == wanted, "\(closest)")
  }

  @Test("a value of more than 256 bytes is left out of what differs; a revision that was not reached is told")
  func closestIsShort() throws {
    let long = String(repeating: "x", count: 300)
    _ = driver.lines("setText", #"["name","\#(long)"]"#)
    let answer = try wait(#"{"identifier":"name","value":"y","revision":99}"#, #","timeout":0"#)
    let revision = try #require(driver.call("getTree").integer("revision"))
    #expect(answer.data["revision"] as? Int == revision)
    #expect((answer.error["message"] as? String)?.contains("it is at revision \(revision), not 99; n") == true)
    #expect((answer.error["message"] as? String)?.contains("has another value") == true)
    let closest = try #require(answer.data["closest"] as? [String: Any])
    #expect(closest["differs"] as? NSArray == [["name": "value", "expected": "y"]])
    let only = try wait(#"{"revision":99}"#, #","timeout":0"#)
    #expect(only.data["closest"] == nil)
  }

  @Test(
    "what cannot be waited for is refused, with the names that can",
    arguments: [
      ("{}", 1012, "/params/where"), (#"{"exists":true}"#, 1012, "/params/where"),
      (#"{"lable":"x"}"#, -32602, "/params/where/lable"), (#"{"onScreen":"yes"}"#, -32602, "/params/where/onScreen"),
      (#"{"id":"w5"}"#, -32602, "/params/where/id"), (#"{"revision":1.5}"#, -32602, "/params/where/revision"),
      (#"{"children":[]}"#, -32602, "/params/where/children"),
    ])
  func refused(condition: String, code: Int, pointer: String) throws {
    let answer = try wait(condition)
    #expect(answer.code == code)
    #expect(answer.data["pointer"] as? String == pointer)
  }

  @Test("what waits is shown the nodes that differ, and no others")
  func incremental() throws {
    begin(#"{"label":"never"}"#)
    let scene = try #require(test.host.scenes.first)
    let stream = try #require(scene.streams.values.first)
    let counter = CountingObserver()
    stream.add(counter)
    _ = driver.lines("setValue", #"["wifi",true]"#)
    #expect(counter.nodes == 1)
    #expect(stream.tree.entries.count > 8)
  }
}

@MainActor
private final class CountingObserver: StateObserver {
  var nodes = 0
  func stateDidChange(_ difference: StateDifference, of tree: StateTree) {
    nodes += difference.additions.count + difference.edits.count
  }
}
