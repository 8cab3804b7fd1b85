import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct TargetTests {
  @Test("setText types into a field found by its identifier; focus follows")
  func setText() throws {
    let client = try TestHost().client()
    let answer = try client.call("setText", #"{"target":"name","text":"Grüße 👋"}"#)
    #expect(answer.string("text") == "Grüße 👋")
    #expect(answer.integer("revision") == 2)
    let id = answer.string("target") ?? ""
    let tree = try client.call("getTree")
    #expect(tree.string("focus") == id)
    let node = (tree["nodes"] as? [String: [String: Any]])?[id]
    #expect(node?["value"] as? String == "Grüße 👋")
    #expect(node?["role"] as? String == "textInput")
    #expect(node?["identifier"] as? String == "name")
  }

  @Test("setValue moves a switch and a segmented control, and refuses what they do not take")
  func setValue() throws {
    let client = try TestHost().client()
    #expect(try client.call("setValue", #"["wifi",true]"#)["value"] as? Bool == true)
    #expect(try client.call("setValue", #"["size",2]"#).integer("value") == 2)
    for (params, pointer) in [
      (#"["wifi",1]"#, "/params/1"), (#"["size",3]"#, "/params/1"), (#"["size",-1]"#, "/params/1"),
      (#"["size",1.5]"#, "/params/1"), (#"["Twin2",true]"#, "/params/0"),
      (#"["name",true]"#, "/params/0"),
    ] {
      let answer = try client.call("setValue", params)
      #expect(answer.code == (params.contains("Twin2") ? 1004 : 1012), "\(params)")
      #expect(answer.data["pointer"] as? String == pointer, "\(params)")
    }
    #expect(try client.call("getTree").integer("revision") == 3)
    #expect(try client.call("setValue", #"["wifi","on"]"#).code == -32602)
  }

  @Test("an ambiguous title is error 1005 with the candidates, whose ids then work")
  func ambiguous() throws {
    let client = try TestHost().client()
    let answer = try client.call("tap", #"["Twin"]"#)
    #expect(answer.code == 1005)
    let candidates = answer.data["candidates"] as? [[String: Any]] ?? []
    #expect(candidates.map { $0["class"] as? String } == ["UIButton", "UIButton"])
    let tapped = try client.call("tap", #"["\#(candidates.first?["id"] as? String ?? "")"]"#)
    #expect(tapped.integer("actions") == 0)
  }

  @Test("R14.1: a disabled control is error 1006 that says why; a label handles no taps")
  func notInteractive() throws {
    let client = try TestHost().client()
    let off = try client.call("tap", #"["Off"]"#)
    #expect(off.code == 1006)
    #expect(off.data["cause"] as? String == "disabled")
    #expect(try client.call("tap", #"["Caption"]"#).code == 1012)
    #expect(try client.call("tap", #"["n1"]"#).code == 1004)
    #expect(try client.call("tap", #"["nothing"]"#).code == 1004)
    #expect(try client.call("setText", #"["Off","x"]"#).code == 1012)
  }

  @Test("a control of a view that is gone is not found; one off screen is not interactive")
  func offScreen() throws {
    let test = try TestHost()
    let client = test.client()
    let field = try client.call("setText", #"["name","x"]"#).string("target") ?? ""
    _ = try client.call("displayView", "[3]")
    #expect(try client.call("setText", #"["\#(field)","y"]"#).code == 1004)
    let application = try #require(test.host.scenes.first).application
    let loose = try application.perform { UITextField(frame: .zero) }
    let answer = try client.call("setText", #"["\#(loose.id)","y"]"#)
    #expect(answer.code == 1006)
    #expect(answer.data["cause"] as? String == "notInVisibleWindow")
    #expect(loose.text == "")
  }

  @Test("R14.6: a bar item is tapped by id, identifier or title; a disabled one is error 1006")
  func barItems() throws {
    let test = try TestHost()
    let client = test.client()
    _ = try client.call("displayView", "[3]")
    let application = try #require(test.host.scenes.first).application
    let nested = try #require((application.outermostViewController as? MultiviewController)?.displayedViewController)
    var taps = 0
    let item = try application.perform {
      let item = UIBarButtonItem(title: "Save", primaryAction: UIAction { _ in taps += 1 })
      item.accessibilityIdentifier = "save"
      nested.navigationItem.leftBarButtonItem = item
      return item
    }
    for target in [item.id.description, "save", "Save"] {
      let answer = try client.call("tap", #"["\#(target)"]"#)
      #expect(answer.integer("actions") == 1, "\(target)")
      #expect(answer.string("target") == item.id.description)
      #expect(answer.string("controller") == nested.id.description)
    }
    #expect(taps == 3)
    try application.perform { item.isEnabled = false }
    let refused = try client.call("tap", #"["save"]"#)
    #expect(refused.code == 1006)
    #expect(refused.data["cause"] as? String == "disabled")
    _ = try client.call("displayView", "[1]")
    #expect(try client.call("tap", #"["\#(item.id)"]"#).code == 1004)
  }

  @Test("a name that nothing has is an error with the nearest name on screen")
  func nearestTarget() throws {
    let client = try TestHost().client()
    let answer = try client.call("tap", #"["twin"]"#)
    #expect(answer.code == 1004)
    #expect(answer.data["nearest"] as? String == "Twin")
  }

  @Test("getTree: every child is a node, every node but the root has one parent, and a subtree can be asked for")
  func tree() throws {
    let client = try TestHost().client()
    _ = try client.call("displayView", "[3]")
    let tree = try client.call("getTree")
    let nodes = tree["nodes"] as? [String: [String: Any]] ?? [:]
    let children = nodes.values.flatMap { $0["children"] as? [String] ?? [] }
    #expect(Set(children).count == children.count)
    #expect(Set(children).union([tree.string("root") ?? ""]) == Set(nodes.keys))
    let classes = nodes.values.compactMap { $0["class"] as? String }
    #expect(classes.filter { $0 == "FormController" }.count == 1)
    let nested = nodes.first { $0.value["class"] as? String == "NestedController" }?.key ?? ""
    let part = try client.call("getTree", #"["\#(nested)"]"#)
    #expect(part.string("root") == nested)
    let partNodes = part["nodes"] as? [String: Any] ?? [:]
    #expect(partNodes.count < nodes.count)
    #expect(partNodes[nested] != nil)
  }

  @Test("getNavigationItem answers the same for a controller without an item and for one whose item says nothing")
  func silentItem() throws {
    let test = try TestHost()
    let client = test.client()
    func answer() throws -> NSDictionary {
      var result = try client.call("getNavigationItem").result
      result["revision"] = nil
      return result as NSDictionary
    }
    let before = try answer()
    let scene = try #require(test.host.scenes.first)
    try scene.run(at: 0) { _ = scene.application.outermostViewController?.navigationItem }
    #expect(scene.application.outermostViewController?.navigationItemIfLoaded != nil)
    #expect(try answer() == before)
  }

  @Test("getNavigationItem answers the item, and makes none where none was (R13.1)")
  func navigationItem() throws {
    let test = try TestHost()
    let client = test.client()
    _ = try client.call("displayView", "[3]")
    let root = try #require(test.host.scenes.first?.application.outermostViewController)
    #expect(try client.call("getNavigationItem").result["title"] is NSNull)
    #expect(root.navigationItemIfLoaded == nil)
    let nested = try #require((root as? MultiviewController)?.displayedViewController)
    let answer = try client.call("getNavigationItem", #"{"controller":"\#(nested.id)"}"#)
    #expect(answer.string("title") == "Bar title")
    #expect(answer.string("prompt") == "Prompt")
    let right = answer.objects("rightBarButtonItems")
    #expect(right.map { $0["systemItem"] as? String } == ["compose"])
    #expect(right.first?["enabled"] as? Bool == true)
    #expect(answer["backBarButtonItem"] is NSNull)
  }
}
