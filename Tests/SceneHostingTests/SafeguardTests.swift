import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct RevisionTests {
  /// A call of each method that changes a scene.
  private nonisolated static let calls = [
    "displayView": #""view":1"#, "selectSegment": #""index":1"#, "simulateMemoryWarning": #""scene":"test""#,
    "resizeWindow": #""width":500,"height":400"#,
    "rotate": #""orientation":"landscapeLeft""#, "setTraits": #""userInterfaceStyle":"dark""#,
    "tap": #""target":"Twin""#, "setText": #""target":"name","text":"x""#, "setValue": #""target":"wifi","value":true"#,
    "sendMessage": #""to":"n1","message":"m""#, "closeScene": #""scene":"test""#, "advanceClock": #""seconds":1"#,
    "transaction": #""calls":[{"method":"rotate","params":["landscapeLeft"]}]"#,
  ]

  @Test("every method that changes a scene takes ifRevision and key, last, and nothing else does but openScene its key")
  func methods() {
    for method in MethodTable.standard.methods {
      let safeguards = method.parameters.map(\.name).filter { ["ifRevision", "key"].contains($0) }
      if Self.calls[method.name] != nil {
        #expect(method.parameters.suffix(2).map(\.name) == ["ifRevision", "key"], "\(method.name)")
      } else {
        #expect(safeguards == (method.name == "openScene" ? ["key"] : []), "\(method.name)")
      }
    }
  }

  @Test("with another revision nothing is done: the error has both", arguments: calls.keys.sorted())
  func differs(method: String) throws {
    let test = try TestHost(opening: ["test", "segments"])
    let client = test.client()
    _ = client.lines("displayView", "[1]")
    _ = client.lines("subscribe", #"[["trace","messages"]]"#)
    let revisions = test.host.scenes.map(\.application.revision)
    let lines = client.lines(method, #"{\#(Self.calls[method] ?? ""),"ifRevision":77}"#)
    #expect(lines.count == 1)
    let answer = Answer(try MemoryClient.parse(lines[0]))
    #expect(answer.code == 1022)
    #expect(answer.data["expected"] as? Int == 77)
    #expect(answer.data["revision"] as? Int == (method == "selectSegment" ? 1 : 2))
    #expect(answer.data["pointer"] as? String == "/params/ifRevision")
    #expect(test.host.scenes.map(\.application.revision) == revisions)
  }

  @Test("with the right one the call is executed, whichever way the scene was chosen")
  func same() throws {
    let test = try TestHost()
    let client = test.client()
    #expect(try client.call("displayView", #"{"view":1,"ifRevision":1}"#).integer("revision") == 2)
    #expect(try client.call("displayView", #"[1,null,"test",2]"#).integer("revision") == 3)
    let target = test.host.scenes.first?.application.outermostViewController?.id.description ?? ""
    #expect(try client.call("displayView", #"{"view":1,"controller":"\#(target)","ifRevision":3}"#).code == nil)
    #expect(try client.call("displayView", #"{"view":1,"controller":"\#(target)","ifRevision":3}"#).code == 1022)
    let answer = try client.call("displayView", #"[1,null,"test",2]"#)
    #expect(answer.data["pointer"] as? String == "/params/3")
    #expect(
      answer.error["message"] as? String
        == #"Scene "test" is at revision 4, not at 2. Nothing was done; look at it again."#)
    #expect(try client.call("displayView", #"{"view":1,"ifRevision":"2"}"#).code == -32602)
    #expect(try client.call("displayView", #"{"view":1,"ifRevision":null}"#).code == nil)
  }

  @Test("timers that are due run before the revision is looked at, and none between that and the call")
  func timers() throws {
    var time = 100.0
    let host = SceneHost(
      identity: SceneHost.Identity(name: "testd", version: "0", processID: 1), access: AccessPolicy(ownerUserID: 0)
    ) {
      // Each look at the clock finds it moved on: a second look would find another timer due.
      time += 0.25
      return time
    }
    host.register(ApplicationRegistration("moving") { MovingAppDelegate() })
    try host.openScene("moving")
    let client = MemoryClient(host)
    _ = client.lines("tap", #"["Later"]"#)
    let revision = host.scenes.first?.application.revision ?? 0
    time += 0.8
    // The timer of one second is due with this request, and not before.
    let answer = try client.call("tap", #"{"target":"Nothing","ifRevision":\#(revision)}"#)
    #expect(answer.code == 1022)
    #expect(answer.data["revision"] as? Int == revision + 1)
    for _ in 0..<8 {
      let revision = try client.call("tap", #"["Later"]"#).integer("revision") ?? 0
      let answer = try client.call("tap", #"{"target":"Nothing","ifRevision":\#(revision)}"#)
      // Either the timer was seen, or it has not run.
      #expect(answer.code == 1022 || (answer.integer("revision") ?? 0) <= revision + 1)
    }
  }

  @Test("what was changed outside of a request is settled before the revision is looked at")
  func unsettled() throws {
    let test = try TestHost()
    let client = test.client()
    test.host.scenes.first?.application.outermostViewController?.title = "new"
    let answer = try client.call("displayView", #"{"view":1,"ifRevision":1}"#)
    #expect(answer.code == 1022)
    #expect(answer.data["revision"] as? Int == 2)
  }
}

@MainActor
@Suite struct KeyTests {
  @Test("a call that is sent again with its key is answered as before, byte for byte, and not executed again")
  func again() throws {
    let test = try TestHost()
    let client = test.client()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"displayView","params":{"view":1,"key":"a"}}"# + "\n"
    let first = client.send(request)
    #expect(first.first?.contains(#""revision":2"#) == true)
    _ = client.lines("subscribe", #"[["trace"]]"#)
    #expect(client.send(request) == first)
    #expect(test.client().send(request) == first)
    #expect(test.host.scenes.first?.application.revision == 2)
    // Other ids and another place of the line's members are the same call; in a batch, too.
    let batch = client.send(
      #"[{"params":{"view":1,"key":"a"},"method":"displayView","id":2,"jsonrpc":"2.0"}]"# + "\n")
    #expect(batch.first?.dropFirst().dropLast() == first.first?.replacing(#""id":1"#, with: #""id":2"#)[...])
  }

  @Test("an error is kept, too, and points where the parameter was given")
  func errors() throws {
    let test = try TestHost()
    let client = test.client()
    let answer = client.lines("displayView", #"[9,null,null,null,"a"]"#)
    #expect(answer.first?.contains(#""pointer":"/params/0""#) == true)
    #expect(test.host.keyedAnswers.count == 1)
    let again = client.lines("displayView", #"[9,null,null,null,"a"]"#)
    #expect(again.first == answer.first?.replacing(#""id":1"#, with: #""id":2"#))
    // What is wrong by schema alone was never begun.
    #expect(try client.call("displayView", #"{"view":"x","key":"b"}"#).code == -32602)
    #expect(try client.call("displayView", #"{"view":1,"key":"b"}"#).code == nil)
    // A call that was held back by its revision has failed; the next attempt is another call.
    #expect(try client.call("displayView", #"{"view":1,"ifRevision":1,"key":"c"}"#).code == 1022)
    #expect(try client.call("displayView", #"{"view":1,"ifRevision":2,"key":"c"}"#).code == 1023)
  }

  @Test("a key is of one call: with other parameters, or for another method, it is error 1023")
  func reused() throws {
    let client = try TestHost().client()
    _ = client.lines("displayView", #"{"view":1,"key":"a"}"#)
    for params in [#"{"view":2,"key":"a"}"#, #"{"key":"a","view":1}"#, #"{"view":1, "key":"a"}"#] {
      let answer = try client.call("displayView", params)
      #expect(answer.code == 1023)
      #expect(answer.data["method"] as? String == "displayView")
      #expect(answer.data["pointer"] as? String == "/params/key")
    }
    #expect(
      try client.call("tap", #"{"target":"Twin","key":"a"}"#).error["message"] as? String
        == #"The key "a" belongs to another call of this user, of displayView. Nothing was done; take a new key for each call."#
    )
  }

  @Test("keys are a user's own; of the same user they hold across connections, also those that are gone")
  func users() throws {
    let test = try TestHost()
    let params = #"{"view":1,"key":"a"}"#
    var client = test.client(PeerCredentials(processID: 1, userID: 7, groupID: 7))
    #expect(try client.call("displayView", params).integer("revision") == 2)
    client = test.client(PeerCredentials(processID: 2, userID: 7, groupID: 8))
    #expect(try client.call("displayView", params).integer("revision") == 2)
    client = test.client(PeerCredentials(processID: 2, userID: 8, groupID: 7))
    #expect(try client.call("displayView", params).integer("revision") == 3)
  }

  @Test("a call that was a notification is kept as well; so is one whose scene is no longer there")
  func notifications() throws {
    let test = try TestHost()
    let client = test.client()
    #expect(
      client.send(#"{"jsonrpc":"2.0","method":"displayView","params":{"view":1,"key":"a"}}"# + "\n") == [])
    #expect(try client.call("displayView", #"{"view":1,"key":"a"}"#).integer("revision") == 2)
    let first = try client.call("closeScene", #"{"scene":"test","key":"b"}"#)
    let second = try client.call("closeScene", #"{"scene":"test","key":"b"}"#)
    #expect(second["closed"] as? Bool == true)
    #expect(first.result as NSDictionary == second.result as NSDictionary)
    let opened = try client.call("openScene", #"{"application":"test","key":"c"}"#)
    #expect(
      try client.call("openScene", #"{"application":"test","key":"c"}"#).result as NSDictionary == opened.result
        as NSDictionary)
    #expect(test.host.scenes.count == 1)
  }

  @Test("a key has 1 to 128 bytes; what is not a text is wrong by schema")
  func lengths() throws {
    let client = try TestHost().client()
    for key in ["", String(repeating: "k", count: 129), String(repeating: "é", count: 65)] {
      let answer = try client.call("displayView", #"{"view":1,"key":"\#(key)"}"#)
      #expect(answer.code == 1012)
      #expect(answer.data["got"] as? Int == key.utf8.count)
    }
    #expect(try client.call("displayView", #"{"view":1,"key":"\#(String(repeating: "é", count: 64))"}"#).code == nil)
    #expect(try client.call("displayView", #"{"view":1,"key":1}"#).code == -32602)
    #expect(try client.call("displayView", #"{"view":1,"key":null}"#).code == nil)
  }

  @Test("the oldest keys are forgotten first, by their number and by their bytes")
  func bounds() throws {
    var limits = HostLimits()
    limits.keys = 3
    let test = try TestHost(limits: limits)
    let client = test.client()
    func revision(_ key: Int) throws -> Int? {
      try client.call("displayView", #"{"view":1,"key":"k\#(key)"}"#).integer("revision")
    }
    #expect(try [1, 2, 3, 1, 2, 3].map { try revision($0) } == [2, 3, 4, 2, 3, 4])
    #expect(try revision(4) == 5)
    #expect(try [2, 3, 4].map { try revision($0) } == [3, 4, 5])
    #expect(try revision(1) == 6)
    #expect(test.host.keyedAnswers.count == 3)
  }

  @Test("one user's calls do not make another user's answers be forgotten")
  func shares() throws {
    var limits = HostLimits()
    limits.keys = 4
    let test = try TestHost(limits: limits)
    let mine = test.client()
    let other = test.client(PeerCredentials(processID: 1, userID: 1000, groupID: 0))
    let first = try mine.call("displayView", #"{"view":1,"key":"mine"}"#).integer("revision")
    for key in 0..<20 { _ = other.lines("displayView", #"{"view":1,"key":"\#(key)"}"#) }
    #expect(try mine.call("displayView", #"{"view":1,"key":"mine"}"#).integer("revision") == first)
    #expect(test.host.keyedAnswers.count == 4)
  }

  @Test("an answer that does not fit at all is not kept, but its call is not executed again either")
  func tooLarge() throws {
    var limits = HostLimits()
    limits.keyBytes = 4096
    let test = try TestHost(limits: limits)
    let client = test.client()
    _ = client.lines("displayView", "[1]")
    let text = String(repeating: "x", count: 5000)
    let params = #"{"target":"name","text":"\#(text)","key":"a"}"#
    #expect(try client.call("setText", params).code == nil)
    let answer = try client.call("setText", params)
    #expect(answer.code == 1013)
    #expect(answer.data["limitName"] as? String == "keyBytes")
    #expect(answer.data["limit"] as? Int == 4096)
    #expect(test.host.keyedAnswers.bytes == 1)
    for key in 0..<100 { _ = client.lines("displayView", #"{"view":1,"key":"\#(key)"}"#) }
    #expect((3800...4096).contains(test.host.keyedAnswers.bytes))
    #expect(test.host.keyedAnswers.count < 40)
  }
}
