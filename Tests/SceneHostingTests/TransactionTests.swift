import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct TransactionTests {
  private static let form = #"{"method":"displayView","params":{"view":1}}"#
  private static let name = #"{"method":"setText","params":{"target":"name","text":"Ada"}}"#
  private static let wifi = #"{"method":"setValue","params":["wifi",true]}"#

  private static func calls(_ calls: String...) -> String { #"{"calls":[\#(calls.joined(separator: ","))]}"# }

  @Test("calls are executed in order, each in a settled scene, with one revision that all results have")
  func order() throws {
    let test = try TestHost()
    let client = test.client()
    let answer = try client.call("transaction", Self.calls(Self.form, Self.name, Self.wifi))
    #expect(answer.string("scene") == "test")
    #expect(answer.integer("revision") == 2)
    let results = answer.objects("results")
    #expect(results.map { $0["revision"] as? Int } == [2, 2, 2])
    #expect(results.map { $0["scene"] as? String } == ["test", "test", "test"])
    #expect((results.first?["viewController"] as? [String: Any])?["class"] as? String == "FormController")
    #expect(results[1]["text"] as? String == "Ada")
    #expect(results[2]["value"] as? Bool == true)
    #expect(test.host.scenes.first?.application.revision == 2)
  }

  @Test("what changes nothing gets no revision, and the results have the one that stands")
  func unchanged() throws {
    let test = try TestHost()
    let client = test.client()
    for _ in 0..<20 { _ = client.lines("displayView", "[1]") }
    let same = #"{"method":"rotate","params":{"orientation":"portrait"}}"#
    let answer = try client.call("transaction", Self.calls(same, same))
    #expect(answer.integer("revision") == 21)
    #expect(answer.objects("results").map { $0["revision"] as? Int } == [21, 21])
  }

  @Test("the first that fails stops the others; what was applied stays, and is told with the cause")
  func stopped() throws {
    let test = try TestHost()
    let client = test.client()
    let bad = #"{"method":"setText","params":{"target":"nowhere","text":"x"}}"#
    let answer = try client.call("transaction", Self.calls(Self.form, bad, Self.wifi))
    #expect(answer.code == 1024)
    #expect(answer.data["index"] as? Int == 1)
    #expect(answer.data["pointer"] as? String == "/params/calls/1")
    #expect(answer.data["revision"] as? Int == 2)
    let applied = answer.data["applied"] as? [[String: Any]]
    #expect(applied?.map { $0["revision"] as? Int } == [2])
    let cause = answer.data["cause"] as? [String: Any]
    #expect(cause?["code"] as? Int == 1004)
    #expect((cause?["data"] as? [String: Any])?["pointer"] as? String == "/params/calls/1/params/target")
    #expect(
      (answer.error["message"] as? String)?.hasSuffix(
        "What the one before it has done stays; those after it were not executed.") == true)
    let tree = client.lines("getTree").joined()
    #expect(tree.contains("FormController"))
    #expect(!tree.contains(#""value":true"#))
  }

  @Test("all calls are checked before the first is executed, and errors point into the right one")
  func checked() throws {
    let test = try TestHost(opening: ["test", "segments"])
    let client = test.client()
    for (call, code, reason, pointer) in [
      (#"{"method":"setText","params":{"target":"name"}}"#, -32602, "missingParameter", "/params/calls/1/params"),
      (
        #"{"method":"setText","params":{"target":"name","text":1}}"#, -32602, "wrongValue",
        "/params/calls/1/params/text"
      ),
      (#"{"method":"setText","params":["name",1]}"#, -32602, "wrongValue", "/params/calls/1/params/1"),
      (#"{"method":"tap","params":["x",null,1]}"#, -32602, "tooManyParameters", "/params/calls/1/params/2"),
      (
        #"{"method":"tap","params":{"target":"x","key":"k"}}"#, -32602, "unknownParameter", "/params/calls/1/params/key"
      ),
      (
        #"{"method":"tap","params":{"target":"x","ifRevision":1}}"#, -32602, "unknownParameter",
        "/params/calls/1/params/ifRevision"
      ),
      (#"{"method":"tap","param":{}}"#, -32602, "unknownParameter", "/params/calls/1/param"),
      (#"{"method":"tap","params":1}"#, -32602, "wrongValue", "/params/calls/1/params"),
      (#"{"params":{}}"#, -32602, "missingParameter", "/params/calls/1"),
      (#"5"#, -32602, "wrongValue", "/params/calls/1"),
      (#"{"method":"closeScene","params":["test"]}"#, -32602, "wrongValue", "/params/calls/1/method"),
      (#"{"method":"transaction","params":{"calls":[]}}"#, -32602, "wrongValue", "/params/calls/1/method"),
      (#"{"method":"nothing"}"#, -32602, "wrongValue", "/params/calls/1/method"),
      (#"{"method":"selectSegment","params":[0]}"#, 1007, "methodNotOffered", "/params/calls/1/method"),
      (
        #"{"method":"tap","params":{"target":"x","scene":"segments"}}"#, 1012, "valueNotAccepted",
        "/params/calls/1/params/scene"
      ),
      (#"{"method":"tap","params":["x","segments"]}"#, 1012, "valueNotAccepted", "/params/calls/1/params/1"),
    ] {
      let answer = try client.call("transaction", #"{"calls":[\#(Self.form),\#(call)],"scene":"test"}"#)
      #expect(answer.code == code, "\(call)")
      #expect(answer.reason == reason, "\(call)")
      #expect(answer.data["pointer"] as? String == pointer, "\(call)")
    }
    #expect(test.host.scenes.map(\.application.revision) == [1, 1])
    let unknown = try client.call("transaction", Self.calls(#"{"method":"displayview"}"#))
    #expect(unknown.data["nearest"] as? String == "displayView")
    #expect(
      unknown.data["allowed"] as? [String] == [
        "displayView", "selectSegment", "simulateMemoryWarning", "rotate", "resizeWindow", "setTraits", "tap",
        "setText", "setValue", "sendMessage",
      ])
  }

  @Test("by position errors point by position, outside and inside")
  func byPosition() throws {
    let client = try TestHost().client()
    let bad = try client.call("transaction", #"[[\#(Self.form),{"method":"tap","params":["x",1]}]]"#)
    #expect(bad.data["pointer"] as? String == "/params/0/1/params/1")
    let stopped = try client.call("transaction", #"[[\#(Self.form),{"method":"tap","params":["x"]}]]"#)
    #expect(stopped.code == 1024)
    #expect(stopped.data["pointer"] as? String == "/params/0/1")
    let cause = stopped.data["cause"] as? [String: Any]
    #expect((cause?["data"] as? [String: Any])?["pointer"] as? String == "/params/0/1/params/0")
    #expect(try client.call("transaction", #"[[],"test"]"#).data["pointer"] as? String == "/params/0")
    #expect(try client.call("transaction", #"[[\#(Self.form)],"tset"]"#).data["pointer"] as? String == "/params/1")
  }

  @Test("without a scene it is of the one that a call names, or of the first that offers all methods")
  func scenes() throws {
    let test = try TestHost(opening: ["segments", "test", "test"])
    let client = test.client()
    #expect(try client.call("transaction", Self.calls(Self.form)).string("scene") == "test")
    let segment = #"{"method":"selectSegment","params":[1]}"#
    #expect(try client.call("transaction", Self.calls(segment)).string("scene") == "segments")
    #expect(try client.call("transaction", Self.calls(Self.form, segment)).code == 1007)
    let named = #"{"method":"displayView","params":{"view":1,"scene":"test-2"}}"#
    #expect(try client.call("transaction", Self.calls(Self.form, named)).string("scene") == "test-2")
    let controller = test.host.scenes.last?.application.outermostViewController?.id.description ?? ""
    let byID = #"{"method":"displayView","params":{"view":1,"controller":"\#(controller)"}}"#
    #expect(try client.call("transaction", Self.calls(Self.form, byID)).string("scene") == "test-2")
    let answer = try client.call("transaction", #"{"calls":[\#(byID)],"scene":"test"}"#)
    #expect(answer.code == 1012)
    #expect(answer.data["pointer"] as? String == "/params/calls/0/params")
    let nowhere = #"{"method":"displayView","params":{"view":1,"scene":"nowhere"}}"#
    let missing = try client.call("transaction", Self.calls(Self.form, nowhere))
    #expect(missing.code == 1000)
    #expect(missing.data["pointer"] as? String == "/params/calls/1/params/scene")
    #expect(try TestHost(opening: []).client().call("transaction", Self.calls(Self.form)).code == 1007)
  }

  @Test("events of all calls come before the answer, and those who wait are answered once all is done")
  func events() throws {
    let test = try TestHost.moving(.virtual)
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    _ = client.send(#"{"jsonrpc":"2.0","id":90,"method":"settle"}"# + "\n")
    let turn = #"{"method":"rotate","params":["landscapeLeft"]}"#
    let back = #"{"method":"rotate","params":["portrait"]}"#
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let lines = client.lines("transaction", Self.calls(turn, back))
    #expect(try MemoryClient.events(lines).filter { $0.hasSuffix("viewWillTransition") }.count == 2)
    #expect(lines.last?.contains(#""results":["#) == true)
    #expect(client.lines("advanceClock", "[1]").filter { $0.contains(#""settled":true"#) }.count == 1)
  }

  @Test("a call that never settles stops the transaction, with its revision")
  func restless() throws {
    let client = try TestHost.moving().client()
    let title = #"{"method":"tap","params":["Title"]}"#
    let answer = try client.call("transaction", Self.calls(title, #"{"method":"tap","params":["Loop"]}"#, title))
    #expect(answer.code == 1024)
    #expect(answer.data["index"] as? Int == 1)
    #expect(((answer.data["cause"] as? [String: Any])?["code"]) as? Int == 1010)
    #expect(answer.data["revision"] as? Int == 2)
  }

  @Test("timers that are due run before the transaction, and have a revision of their own")
  func timers() throws {
    let test = try TestHost.moving()
    let client = test.client()
    let revision = try #require(try client.call("tap", #"["Later"]"#).integer("revision"))
    test.setTime(200)
    let title = #"{"method":"tap","params":["Title"]}"#
    let answer = try client.call("transaction", Self.calls(title, title))
    #expect(answer.integer("revision") == revision + 2)
  }

  @Test("ifRevision and key are the transaction's: held back, or executed once, as a whole")
  func safeguards() throws {
    let test = try TestHost()
    let client = test.client()
    #expect(try client.call("transaction", #"{"calls":[\#(Self.form)],"ifRevision":7}"#).code == 1022)
    let params = #"{"calls":[\#(Self.form),\#(Self.name)],"ifRevision":1,"key":"a"}"#
    let first = try client.call("transaction", params)
    #expect(first.integer("revision") == 2)
    #expect(try client.call("transaction", params).result as NSDictionary == first.result as NSDictionary)
    #expect(test.host.scenes.first?.application.revision == 2)
  }

  @Test("a transaction has 1 to 256 calls; results beyond those of a batch stop it")
  func limits() throws {
    var limits = HostLimits()
    limits.batchAnswers = 1000
    let client = try TestHost(limits: limits).client()
    let many = try client.call(
      "transaction", #"{"calls":[\#(Array(repeating: Self.form, count: 257).joined(separator: ","))]}"#)
    #expect(many.code == 1013)
    #expect(many.data["limitName"] as? String == "transactionCalls")
    #expect(many.data["got"] as? Int == 257)
    let long = #"{"method":"setText","params":{"target":"name","text":"\#(String(repeating: "x", count: 1200))"}}"#
    let answer = try client.call("transaction", Self.calls(Self.form, long, Self.wifi))
    #expect(answer.code == 1024)
    #expect(answer.data["index"] as? Int == 2)
    let cause = answer.data["cause"] as? [String: Any]
    #expect((cause?["data"] as? [String: Any])?["limitName"] as? String == "batchAnswers")
    #expect(try client.call("transaction", #"{"calls":[]}"#).code == -32602)
    #expect(try client.call("transaction").code == -32602)
  }

  @Test("who may only observe makes no transaction")
  func roles() throws {
    let test = try TestHost()
    #expect(try test.client(ceiling: .observe).call("transaction", Self.calls(Self.form)).code == 1014)
    #expect(try test.client(ceiling: .drive).call("transaction", Self.calls(Self.form)).code == nil)
  }

  @Test("in a batch a transaction is one request; as a notification it is executed")
  func batch() throws {
    let test = try TestHost()
    let client = test.client()
    let params = Self.calls(Self.form, Self.wifi)
    let lines = client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"transaction","params":\#(params)},"#
        + #"{"jsonrpc":"2.0","method":"transaction","params":\#(params)}]"# + "\n")
    #expect(lines.count == 1)
    #expect(test.host.scenes.first?.application.revision == 3)
  }
}
