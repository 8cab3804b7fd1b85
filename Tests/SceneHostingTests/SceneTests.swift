import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct SceneTests {
  @Test("openScene, listScenes and closeScene: names, order, options")
  func scenes() throws {
    let client = try TestHost().client()
    let second = try client.call("openScene", #"{"application":"test","profile":"ios5","clock":"virtual"}"#)
    #expect(second.string("scene") == "test-2")
    #expect(second.string("profile") == "ios5")
    let named = try client.call("openScene", #"["blank","mine"]"#)
    #expect(named.string("scene") == "mine")
    #expect(named["controller"] is NSNull)
    let listed = try client.call("listScenes").objects("scenes")
    #expect(listed.map { $0["name"] as? String } == ["test", "test-2", "mine"])
    #expect(listed.map { $0["application"] as? String } == ["test", "test", "blank"])
    #expect((listed[1]["clock"] as? [String: Any])?["kind"] as? String == "virtual")
    let closed = try client.call("closeScene", #"["test-2"]"#)
    #expect(closed.string("scene") == "test-2")
    #expect(closed["leaked"] as? [String] == [])
    #expect(try client.call("listScenes").objects("scenes").count == 2)
  }

  @Test("revisions and trace numbers are never used twice within an epoch, whatever the scenes are called")
  func numbersGoOn() throws {
    let client = try TestHost().client()
    _ = try client.call("displayView", "[1]")
    let closed = try client.call("closeScene", #"["test"]"#)
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let lines = client.lines("openScene", #"["test"]"#)
    let opened = Answer(try MemoryClient.parse(lines.last ?? ""))
    let last = try #require(closed.integer("revision"))
    #expect(try #require(opened.integer("revision")) > last)
    let first = try MemoryClient.parse(lines.first ?? "")["params"] as? [String: Any]
    // 14 callbacks of the launch, 11 of the switch, the end of 2 controllers.
    #expect(first?["sequence"] as? Int == 28)
  }

  @Test("names that do not exist are errors with the nearest name")
  func unknownNames() throws {
    let client = try TestHost().client()
    let application = try client.call("openScene", #"["tset"]"#)
    #expect(application.code == 1001)
    #expect(application.data["nearest"] as? String == "test")
    let scene = try client.call("getTree", #"{"scene":"Test"}"#)
    #expect(scene.code == 1000)
    #expect(scene.data["nearest"] as? String == "test")
    #expect(try client.call("closeScene", #"["nowhere"]"#).code == 1000)
    #expect(try client.call("openScene", #"["test","test"]"#).code == 1002)
    #expect(try client.call("openScene", #"["test",""]"#).code == 1012)
  }

  @Test("a scene's name has 64 bytes at most; the limit is named, and nothing was opened")
  func longName() throws {
    let client = try TestHost().client()
    let name = String(repeating: "ä", count: 32)
    #expect(try client.call("openScene", #"["test","\#(name)"]"#).string("scene") == name)
    let answer = try client.call("openScene", #"["test","\#(name)x"]"#)
    #expect(answer.code == 1012)
    #expect(answer.data["limit"] as? Int == 64)
    #expect(answer.data["got"] as? Int == 65)
    #expect(try client.call("listScenes").objects("scenes").count == 2)
  }

  @Test("a scene limit is an error that names it, and nothing was opened")
  func sceneLimit() throws {
    var limits = HostLimits()
    limits.scenes = 2
    let client = try TestHost(limits: limits, opening: ["test", "test"]).client()
    let answer = try client.call("openScene", #"["test"]"#)
    #expect(answer.code == 1013)
    #expect(answer.data["limit"] as? Int == 2)
    #expect(try client.call("listScenes").objects("scenes").count == 2)
  }

  @Test("a scene that does not settle at its launch is error 1010, and is not there")
  func restless() throws {
    let client = try TestHost().client()
    let answer = try client.call("openScene", #"["restless"]"#)
    #expect(answer.code == 1010)
    #expect(answer.data["limit"] as? Int == 10_000)
    #expect(try client.call("listScenes").objects("scenes").count == 1)
    #expect(try client.call("displayView", "[1]").code == nil)
  }

  @Test("advanceClock fires timers on a virtual clock, and is error 1009 on a real one")
  func clocks() throws {
    let test = try TestHost(opening: [])
    let client = test.client()
    _ = try client.call("openScene", #"{"application":"test","clock":"virtual"}"#)
    _ = try client.call("displayView", "[2]")
    let answer = try client.call("advanceClock", #"{"seconds":3.5}"#)
    #expect(answer.integer("fired") == 3)
    #expect(answer["time"] as? Double == 3.5)
    #expect(try client.call("advanceClock", "[-1]").code == -32602)
    #expect(try client.call("advanceClock", "[1e300]").code == 1012)
    _ = try client.call("closeScene", #"["test"]"#)
    _ = try client.call("openScene", #"["test"]"#)
    #expect(try client.call("advanceClock", "[1]").code == 1009)
  }

  @Test("a scene with a real clock follows the host's, and tells when it wants to be called")
  func realClock() throws {
    let test = try TestHost()
    let client = test.client()
    #expect(test.host.nextDeadline == nil)
    _ = try client.call("displayView", "[2]")
    #expect(test.host.nextDeadline == 101)
    test.advance(by: 10.25)
    let root = test.host.scenes.first?.application.outermostViewController as? MultiviewController
    // One call for all that were missed, as UIKit's timers do; then on the old beat.
    #expect((root?.displayedViewController as? TimerController)?.beats == 1)
    #expect(test.host.nextDeadline == 111)
  }

  @Test("R17: simulateMemoryWarning answers who was told, what was unloaded, what stayed and why")
  func memoryWarning() throws {
    let client = try TestHost().client()
    let answer = try client.call("simulateMemoryWarning")
    #expect(answer.objects("told").map { $0["class"] as? String } == ["MultiviewController", "FormController"])
    #expect(answer.objects("unloaded").isEmpty)
    #expect(answer.objects("kept").map { $0["reason"] as? String } == ["profileKeepsViews", "profileKeepsViews"])
    #expect(answer.integer("revision") == 1)
    #expect(answer.string("delegate") == "TestAppDelegate")
    #expect(answer.integer("observers") == 0)
  }

  @Test("shutDown closes all scenes, and nothing of them is left")
  func shutDown() throws {
    let test = try TestHost(opening: ["test", "blank", "test"])
    let applications = test.host.scenes.map(\.application)
    test.host.shutDown()
    #expect(test.host.scenes.isEmpty)
    #expect(applications.allSatisfy { $0.liveControllerCount == 0 && $0.liveViewCount == 0 })
  }
}
