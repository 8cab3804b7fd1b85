import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct SelectSegmentTests {
  @Test("selectSegment answers scene, controller, revision and what is now selected")
  func answers() throws {
    let client = try TestHost(opening: ["test", "segments"]).client()
    let answer = try client.call("selectSegment", #"{"index":1}"#)
    #expect(answer.string("scene") == "segments")
    #expect(answer.integer("revision") == 2)
    #expect(answer.integer("index") == 1)
    #expect(answer.integer("segmentCount") == 2)
    let selected = answer["viewController"] as? [String: Any]
    #expect(selected?["title"] as? String == "Second")
    let container = try client.call(
      "getController", #"{"controller":"\#(answer.string("controller") ?? "")","scene":"segments"}"#)
    #expect(container.string("class") == "MultipleViewController")
    #expect(container["offers"] as? [String] == ["selectSegment"])
  }

  @Test(
    "S54: an index without a segment is error 1015 that says how many there are, and changes nothing",
    arguments: [2, -1, Int.max])
  func outOfRange(index: Int) throws {
    let client = try TestHost(opening: ["segments"]).client()
    let before = try client.call("getNavigationItem")
    let answer = try client.call("selectSegment", "[\(index)]")
    #expect(answer.code == 1015)
    #expect(answer.reason == "segmentNotFound")
    #expect(answer.data["pointer"] as? String == "/params/0")
    #expect(answer.data["got"] as? Int == index)
    #expect(answer.data["segmentCount"] as? Int == 2)
    let after = try client.call("getNavigationItem")
    #expect(after.integer("revision") == before.integer("revision"))
    #expect(after.string("title") == "First")
  }

  @Test("a disabled segment is error 1006, as for a tap, and changes nothing")
  func disabled() throws {
    let host = try TestHost(opening: ["segments"])
    let client = host.client()
    let container = try #require(
      host.host.scene(named: "segments", pointer: "").application.liveControllers
        .compactMap { $0 as? MultipleViewController }.first)
    container.segmentedControl.setEnabled(false, forSegmentAt: 1)
    let answer = try client.call("selectSegment", #"{"index":1}"#)
    #expect(answer.code == 1006)
    #expect(answer.data["cause"] as? String == "disabled")
    #expect(answer.data["pointer"] as? String == "/params/index")
    #expect(container.selectedIndex == 0)
  }

  @Test("a controller that selects no segments, and an application that does not, are error 1007")
  func notOffered() throws {
    let client = try TestHost(opening: ["segments", "test"]).client()
    let root = try client.call("getController").string("controller") ?? ""
    #expect(try client.call("selectSegment", #"{"index":0,"controller":"\#(root)"}"#).code == 1007)
    let other = try client.call("selectSegment", #"{"index":0,"scene":"test"}"#)
    #expect(other.code == 1007)
    #expect(other.data["allowed"] as? [String] == ["segments"])
  }

  @Test("a container can be named; null as index is refused by the schema")
  func named() throws {
    let test = try TestHost(opening: ["segments"])
    let client = test.client()
    let container = try client.call("selectSegment", "[0]").string("controller") ?? ""
    #expect(try client.call("selectSegment", #"[1,"\#(container)"]"#).integer("index") == 1)
    #expect(try client.call("selectSegment", "[null]").code == -32602)
  }

  @Test("getNavigationItem of a navigation controller is what its bar shows now: of its top member, mirrored live")
  func bar() throws {
    let test = try TestHost(opening: ["segments"])
    let client = test.client()
    let container = try client.call("selectSegment", "[0]").string("controller") ?? ""
    let first = try client.call("getNavigationItem")
    #expect(first.string("controller") == container)
    #expect(first.string("title") == "First")
    #expect(first["prompt"] is NSNull)
    #expect(first.objects("rightBarButtonItems").map { $0["title"] as? String } == ["Add"])
    #expect(first.objects("toolbarItems").map { $0["title"] as? String } == ["Sort"])
    #expect(first["backButton"] is NSNull)
    _ = try client.call("selectSegment", "[1]")
    let second = try client.call("getNavigationItem")
    #expect(second.string("title") == "Second")
    #expect(second.string("prompt") == "Prompt")
    #expect(second.objects("rightBarButtonItems").isEmpty)
    #expect(second.objects("toolbarItems").isEmpty)
    // The control stands in the title's place: a front end finds and sets it there.
    let control = try #require(second.string("titleView"))
    let chosen = try client.call("setValue", #"{"target":"\#(control)","value":0}"#)
    #expect(chosen.integer("value") == 0)
    #expect(try client.call("getNavigationItem").string("title") == "First")
  }

  @Test("a segment is tapped by its title; a title that two segments have is ambiguous")
  func tapSegment() throws {
    let test = try TestHost(opening: ["segments"])
    let client = test.client()
    let answer = try client.call("tap", #"{"target":"Second"}"#)
    #expect(answer.integer("actions") == 1)
    #expect(try client.call("getNavigationItem").string("title") == "Second")
    #expect(try client.call("tap", #"{"target":"Third"}"#).code == 1004)
    let scene = try #require(test.host.scenes.first)
    try scene.run(at: 0) {
      let container = scene.application.visiblePath.lazy.compactMap { $0 as? MultipleViewController }.first { _ in true
      }
      container?.viewControllers[0].navigationItem.title = "Second"
    }
    #expect(try client.call("tap", #"{"target":"Second"}"#).code == 1005)
  }

  @Test("without scene a controller, target or receiver that is named by its id chooses its scene")
  func sceneById() throws {
    let test = try TestHost(opening: ["test", "segments"])
    let client = test.client()
    let container = try client.call("selectSegment", "[0]").string("controller") ?? ""
    #expect(try client.call("getController", #"{"controller":"\#(container)"}"#).string("scene") == "segments")
    let bar = try client.call("getNavigationItem", #"{"controller":"\#(container)"}"#)
    #expect(bar.string("scene") == "segments")
    let item = bar.objects("rightBarButtonItems").first?["id"] as? String ?? ""
    #expect(try client.call("tap", #"{"target":"\#(item)"}"#).string("scene") == "segments")
    let control = bar.string("titleView") ?? ""
    #expect(try client.call("setValue", #"{"target":"\#(control)","value":1}"#).string("scene") == "segments")
    #expect(
      try client.call("sendMessage", #"{"to":"\#(container)","message":"x"}"#).data["reason"] as? String
        == "messageTargetNotFound")
    // An id that nothing has leads to the first scene, as no id does.
    #expect(try client.call("getController", #"{"controller":"n999999"}"#).code == 1003)
    #expect(try client.call("getNavigationItem").string("scene") == "test")
  }

  @Test("advice goes to who subscribed to trace")
  func advice() throws {
    let test = try TestHost(opening: ["segments"])
    let client = test.client()
    _ = try client.call("subscribe", #"{"kinds":["trace"]}"#)
    let scene = try #require(test.host.scenes.first)
    try scene.run(at: 0) {
      let container = scene.application.visiblePath.lazy.compactMap { $0 as? MultipleViewController }.first { _ in true
      }
      container?.addViewController(UIViewController())
      container?.addViewController(UIViewController())
    }
    let events = try client.takeLines().map(MemoryClient.parse).filter { $0["method"] as? String == "advice" }
    let params = try #require(events.first?["params"] as? [String: Any])
    #expect(events.count == 1)
    #expect(params["scene"] as? String == "segments")
    #expect(params["advice"] as? String == "tooManySegments")
    #expect(params["class"] as? String == "MultipleViewController")
  }
}
