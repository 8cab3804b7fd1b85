import Foundation
import HeadlessUIKit
import JSONRPCCore
import Testing

@testable import SceneHosting

@MainActor
@Suite struct WaitingTests {
  private static func settle(_ id: Int, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"settle","params":\#(params)}"# + "\n"
  }

  @Test("a scene that is at rest is answered for at once, with what is under way elsewhere left out of account")
  func atRest() throws {
    let test = try TestHost.moving()
    let client = test.client()
    #expect(
      client.send(Self.settle(1)) == [
        #"{"jsonrpc":"2.0","id":1,"result":{"scene":"moving","controller":"n3","revision":1,"settled":true}}"#
      ])
    _ = client.lines("tap", #"["Later"]"#)
    #expect(try client.call("settle")["settled"] as? Bool == true)
    #expect(test.host.deadlines.first == nil)
  }

  @Test("an answer that waits comes when the animation has ended, after what comes at once, and only once")
  func waits() throws {
    let test = try TestHost.moving()
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    _ = client.lines("tap", #"["Slide"]"#)
    #expect(client.send(Self.settle(7)) == [])
    #expect(try client.call("ping").message["result"] as? String == "pong")
    test.advance(by: 1)
    #expect(client.takeLines() == [])
    test.advance(by: 1)
    #expect(
      client.takeLines() == [
        #"{"jsonrpc":"2.0","id":7,"result":{"scene":"moving","controller":"n3","revision":3,"settled":true}}"#
      ])
    test.advance(by: 100)
    #expect(client.takeLines() == [])
    #expect(test.host.scenes.first?.application.onSettle == nil)
  }

  @Test("what a request has ended is told to all who waited for it, before the request's own answer")
  func byAnotherRequest() throws {
    let test = try TestHost.moving(.virtual)
    let (first, second) = (test.client(), test.client())
    _ = first.lines("tap", #"["Fade"]"#)
    #expect(first.send(Self.settle(11) + Self.settle(12)) == [])
    #expect(second.send(Self.settle(3)) == [])
    let lines = first.lines("advanceClock", "[0.5]")
    #expect(try lines.map { try MemoryClient.parse($0)["id"] as? Int } == [11, 12, 2])
    #expect(lines.last?.contains(#""fired":1"#) == true)
    #expect(second.takeLines().count == 1)
  }

  @Test("when the time is over the error says what is under way; the clock of a scene is looked at first")
  func timeOut() throws {
    let test = try TestHost.moving()
    let client = test.client()
    _ = client.lines("tap", #"["Slide"]"#)
    _ = client.send(Self.settle(1, #"{"timeout":1.5}"#) + Self.settle(2, #"{"timeout":2}"#))
    #expect(test.host.nextDeadline == 101.5)
    test.advance(by: 1.5)
    let answer = Answer(try MemoryClient.parse(client.takeLines().first ?? ""))
    #expect(answer.code == 1019)
    #expect(
      answer.error["message"] as? String
        == #"Scene "moving" did not settle within 1.5 seconds: an animation runs for another 0.5 seconds."#)
    let pending = answer.data["pending"] as? [String: Any]
    #expect(pending?["clock"] as? String == "real")
    #expect(pending?["turns"] as? Int == 0)
    #expect(pending?["animations"] as? Int == 1)
    #expect(pending?["secondsLeft"] as? [Double] == [0.5])
    #expect(pending?["nextTimer"] as? Double == 0.5)
    // Both are due now: the animation has ended in time.
    test.advance(by: 0.5)
    #expect(client.takeLines().map { $0.contains(#""settled":true"#) } == [true])
    #expect(test.host.nextDeadline == nil)
  }

  @Test("5 seconds are the usual time; none is not waited for; more than an hour is refused")
  func timeouts() throws {
    let test = try TestHost.moving(.virtual)
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    let answer = try client.call("settle", #"{"timeout":0}"#)
    #expect(answer.code == 1019)
    #expect(
      answer.error["message"] as? String
        == #"Scene "moving" did not settle within 0 seconds: an animation runs for another 0.5 seconds; its clock is "#
        + "virtual, and only advanceClock moves it.")
    #expect(try client.call("settle", #"{"timeout":3601}"#).code == 1012)
    #expect(try client.call("settle", #"{"timeout":-1}"#).code == -32602)
    #expect(client.send(Self.settle(9)) == [])
    test.advance(by: 4.75)
    #expect(client.takeLines() == [])
    test.advance(by: 0.25)
    #expect(client.takeLines().count == 1)
    #expect(client.send(Self.settle(10, #"{"timeout":3600}"#)) == [])
    #expect(test.host.nextDeadline == 3705)
  }

  @Test("a scene that never settles is an error at once, which says so")
  func restless() throws {
    let client = try TestHost.moving().client()
    #expect(try client.call("tap", #"["Loop"]"#).code == 1010)
    #expect(try client.call("settle").code == 1010)
  }

  @Test(
    "cancel ends calls by their ids, however these are written, all that have one; their errors come before its answer")
  func cancel() throws {
    let test = try TestHost.moving(.virtual)
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    for id in ["1", "1.0", "2", #""1""#, #""\u0061""#, "null"] {
      #expect(client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"settle"}"# + "\n") == [])
    }
    let lines = client.lines("cancel", "[1]")
    #expect(
      lines.first
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":1020,"message":"The call was cancelled while it waited. Nothing was "#
        + #"changed.","data":{"reason":"cancelled"}}}"#)
    #expect(lines[1].hasPrefix(#"{"jsonrpc":"2.0","id":1.0,"#))
    #expect(lines[2].hasSuffix(#""result":{"cancelled":2}}"#))
    #expect(try client.call("cancel", #"{"request":"a"}"#).integer("cancelled") == 1)
    #expect(try client.call("cancel", "[1]").integer("cancelled") == 0)
    #expect(try client.call("cancel", "[null]").code == -32602)
    #expect(try test.client().call("cancel", "[2]").integer("cancelled") == 0)
    let rest = client.lines("advanceClock", "[1]")
    #expect(rest.count == 4)
    #expect(rest.first?.hasPrefix(#"{"jsonrpc":"2.0","id":2,"#) == true)
    #expect(rest[1].hasPrefix(#"{"jsonrpc":"2.0","id":"1","#))
    #expect(rest[2].hasPrefix(#"{"jsonrpc":"2.0","id":null,"#))
  }

  @Test("a batch is answered as a whole: what may wait is refused there, and the others are executed")
  func batch() throws {
    let client = try TestHost.moving().client()
    let lines = client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"settle"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"# + "\n")
    #expect(
      lines == [
        #"[{"jsonrpc":"2.0","id":1,"error":{"code":1021,"message":"settle may be answered later than what follows it, which "#
          + #"a batch cannot be; send it in a line of its own.","data":{"reason":"notInBatch","method":"settle"}}},"#
          + #"{"jsonrpc":"2.0","id":2,"result":"pong"}]"#
      ])
  }

  @Test("a notification that would wait does nothing")
  func notification() throws {
    let test = try TestHost.moving()
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    #expect(client.send(#"{"jsonrpc":"2.0","method":"settle"}"# + "\n") == [])
    #expect(test.host.deadlines.first == nil)
    #expect(test.host.processor.counters.failedNotifications == 0)
  }

  @Test("so many calls of a connection may wait; one more is refused until another has ended")
  func limit() throws {
    var limits = HostLimits()
    limits.waits = 2
    let test = try TestHost.moving(.virtual, limits: limits)
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    #expect(client.send(Self.settle(1) + Self.settle(2)) == [])
    let answer = try client.call("settle")
    #expect(answer.code == 1013)
    #expect(answer.data["limitName"] as? String == "waits")
    #expect(answer.data["limit"] as? Int == 2)
    #expect(test.client().send(Self.settle(1)) == [])
    _ = client.lines("cancel", "[1]")
    #expect(client.send(Self.settle(3)) == [])
  }

  @Test("when its scene is closed a call that waits is answered, before the answer of who has closed it")
  func closed() throws {
    let test = try TestHost.moving(.virtual)
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    #expect(client.send(Self.settle(1)) == [])
    let lines = client.lines("closeScene", #"["moving"]"#)
    #expect(
      lines.first
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":1000,"message":"Scene \"moving\" was closed while the call waited for "#
        + #"it.","data":{"reason":"sceneNotFound","cause":"closed"}}}"#)
    #expect(lines.count == 2)
    #expect(test.host.nextDeadline == nil)
  }

  @Test("after half-close what waits is still answered, and then the session is finished")
  func halfClose() throws {
    let test = try TestHost.moving()
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    #expect(client.send(Self.settle(1).trimmingCharacters(in: .newlines)) == [])
    client.session.receiveEnd()
    #expect(!client.session.isFinished)
    test.advance(by: 0.5)
    #expect(client.takeLines().count == 1)
    #expect(client.session.isFinished)
  }

  @Test("the end of the daemon answers what waits, then says goodbye")
  func shutDown() throws {
    let test = try TestHost.moving(.virtual)
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    _ = client.send(Self.settle(1))
    test.host.shutDown()
    let lines = client.takeLines()
    #expect(lines.count == 2)
    #expect(lines[0].contains("closed while the call waited"))
    #expect(lines[1].contains("goodbye"))
  }

  @Test("a client that has gone waits for nothing, and holds nothing")
  func gone() throws {
    let test = try TestHost.moving(.virtual)
    let (client, other) = (test.client(), test.client())
    _ = client.lines("tap", #"["Fade"]"#)
    for id in 1...10 { _ = client.send(Self.settle(id)) }
    _ = other.send(Self.settle(1))
    client.session.disconnect()
    #expect(test.host.scenes.first?.pendingAnswers.live.count == 1)
    #expect(other.lines("advanceClock", "[1]").count == 2)
    #expect(client.session.output.queued == 0)
  }

  @Test("waiting and cancelling over and over keeps nothing; deadlines come in their order")
  func many() throws {
    let test = try TestHost.moving(.virtual)
    let client = test.client()
    _ = client.lines("tap", #"["Fade"]"#)
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var state = seed
    func random(_ count: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % count
    }
    var waiting: [Int: Double] = [:]
    for id in 1...2000 {
      if waiting.count < 60, random(2) == 0 {
        let timeout = Double(random(1000)) + 1
        waiting[id] = timeout
        #expect(client.send(Self.settle(id, "[\(timeout)]")) == [])
      } else if let id = waiting.keys.min(), random(3) > 0 {
        waiting[id] = nil
        #expect(client.lines("cancel", "[\(id)]").count == 2)
      }
      #expect(test.host.nextDeadline == waiting.values.min().map { $0 + 100 }, "seed \(seed)")
    }
    test.advance(by: 1001)
    let ids = try client.takeLines().compactMap { try MemoryClient.parse($0)["id"] as? Int }
    #expect(ids.count == waiting.count, "seed \(seed)")
    #expect(ids.map { waiting[$0] ?? 0 } == waiting.values.sorted(), "seed \(seed)")
  }
}

@MainActor
@Suite struct SyncTests {
  @Test("sync runs what is due in every scene and tells of it before its answer, which has all revisions")
  func fence() throws {
    let test = try TestHost.moving()
    test.host.register(ApplicationRegistration("other") { MovingAppDelegate() })
    try test.host.openScene("other")
    let client = test.client()
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let scene = try #require(test.host.scenes.first)
    scene.application.enqueueTurn {
      let child = UIViewController()
      scene.application.windows.first?.rootViewController?.addChild(child)
    }
    let lines = client.lines("sync")
    #expect(try MemoryClient.events(lines) == ["UIViewController willMove"])
    #expect(
      lines.last
        == #"{"jsonrpc":"2.0","id":2,"result":{"epoch":"\#(test.host.epoch)","scenes":[{"name":"moving","revision":2},"#
        + #"{"name":"other","revision":1}]}}"#)
  }

  @Test("a client that has fallen behind is told what it has lost before the fence's answer, however full its queue is")
  func behind() throws {
    var limits = HostLimits()
    limits.outputQueue = 4096
    let test = try TestHost(limits: limits)
    let (driver, slow) = (test.client(), test.client())
    _ = slow.lines("subscribe", #"[["trace"]]"#)
    for _ in 0..<20 { _ = driver.lines("displayView", "[1]") }
    let lines = slow.lines("sync")
    #expect(lines.suffix(2).first?.contains(#""method":"lost""#) == true)
    _ = driver.lines("displayView", "[1]")
    #expect(slow.takeLines().count == 11)
  }
}
