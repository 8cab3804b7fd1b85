import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct DisplayViewTests {
  @Test("displayView answers scene, controller, revision and what is now shown")
  func answers() throws {
    let client = try TestHost().client()
    let answer = try client.call("displayView", #"{"view":3}"#)
    #expect(answer.string("scene") == "test")
    #expect(answer.integer("revision") == 2)
    #expect(answer.integer("view") == 3)
    let shown = answer["viewController"] as? [String: Any]
    #expect(shown?["class"] as? String == "NestedController")
    let container = try client.call("getController", #"{"controller":"\#(answer.string("controller") ?? "")"}"#)
    #expect(container.string("class") == "MultiviewController")
    #expect(container["offers"] as? [String] == ["displayView"])
  }

  @Test("S45: an unknown number is error 1008 that lists the known ones, and changes nothing")
  func unknownView() throws {
    let client = try TestHost().client()
    let before = try client.call("getTree").result["nodes"] as? [String: Any]
    let answer = try client.call("displayView", "[9]")
    #expect(answer.code == 1008)
    #expect(answer.reason == "viewNotFound")
    #expect(answer.data["allowed"] as? [Int] == [1, 2, 3, 4])
    #expect(answer.data["pointer"] as? String == "/params/0")
    let after = try client.call("getTree")
    #expect(after.integer("revision") == 1)
    #expect((after.result["nodes"] as? [String: Any])?.keys.sorted() == before?.keys.sorted())
  }

  @Test("by position: a method's own parameters first, then controller, then scene")
  func byPosition() throws {
    let test = try TestHost(opening: ["test", "test"])
    let client = test.client()
    let controller = try client.call("getController", #"{"scene":"test-2"}"#).string("controller") ?? ""
    let answer = try client.call("displayView", #"[2,"\#(controller)","test-2"]"#)
    #expect(answer.string("scene") == "test-2")
    #expect(answer.string("controller") == controller)
    #expect(answer.integer("view") == 2)
  }

  @Test("without scene the first hosted scene whose application offers the method is used")
  func defaultScene() throws {
    let client = try TestHost(opening: ["blank", "test"]).client()
    #expect(try client.call("displayView", "[1]").string("scene") == "test")
    #expect(try client.call("simulateMemoryWarning").string("scene") == "blank")
  }

  @Test("a scene or a controller that does not offer the method is error 1007")
  func notOffered() throws {
    let client = try TestHost(opening: ["blank"]).client()
    let none = try client.call("displayView", "[1]")
    #expect(none.code == 1007)
    #expect(none.data["allowed"] as? [String] == ["test"])
    #expect(try client.call("displayView", #"{"view":1,"scene":"blank"}"#).code == 1007)
    _ = try client.call("openScene", #"["test"]"#)
    let shown = try client.call("displayView", "[1]")["viewController"] as? [String: Any]
    let child = shown?["id"] as? String ?? ""
    let answer = try client.call("displayView", #"{"view":1,"controller":"\#(child)","scene":"test"}"#)
    #expect(answer.code == 1007)
    #expect(answer.data["pointer"] as? String == "/params/controller")
  }

  @Test("a stale controller id is error 1003; an id of a shape that cannot be is -32602")
  func staleController() throws {
    let client = try TestHost().client()
    let shown = try client.call("displayView", "[1]")["viewController"] as? [String: Any]
    let id = shown?["id"] as? String ?? ""
    _ = try client.call("displayView", "[2]")
    #expect(try client.call("getController", #"["\#(id)"]"#).code == 1003)
    #expect(try client.call("getController", #"["n99999999999999999999999"]"#).code == -32602)
    #expect(try client.call("getController", #"["m1"]"#).code == -32602)
    #expect(try client.call("getController", #"["n18446744073709551615"]"#).code == 1003)
  }

  @Test("S44: a forgotten timer is ended before the switch, and the answer says so")
  func forgottenTimer() throws {
    let client = try TestHost().client()
    _ = try client.call("displayView", "[2]")
    let answer = try client.call("displayView", "[1]")
    let issues = answer.objects("issues")
    #expect(issues.map { $0["issue"] as? String } == ["forgottenTimer"])
    #expect(issues.first?["class"] as? String == "TimerController")
    #expect(try client.call("displayView", "[1]").result["issues"] == nil)
  }

  @Test("S44: in a faithful scene it leaks, and the leak is told; closing the scene ends it")
  func faithfulLeak() throws {
    let client = try TestHost(opening: []).client()
    _ = try client.call("openScene", #"{"application":"test","faithful":true,"clock":"virtual"}"#)
    _ = try client.call("displayView", "[2]")
    let answer = try client.call("displayView", "[1]")
    #expect(answer.objects("issues").map { $0["issue"] as? String } == ["forgottenTimer", "leakedController"])
    let told = try client.call("simulateMemoryWarning").objects("told").map { $0["class"] as? String }
    #expect(told.contains("TimerController"))
    #expect(try client.call("advanceClock", "[2.5]").integer("fired") == 2)
    let closed = try client.call("closeScene", #"["test"]"#)
    #expect(closed["closed"] as? Bool == true)
    #expect(closed.objects("leaked").isEmpty)
  }
}
