import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct RotationTests {
  private static func names(_ lines: [String]) throws -> [String] {
    try lines.compactMap { line in
      let message = try MemoryClient.parse(line)
      guard let params = message["params"] as? [String: Any], let event = params["event"] as? String,
        !event.contains("Layout")
      else { return nil }
      let size = (params["size"] as? [Int])?.map(String.init).joined(separator: "x")
      let traits = (params["traits"] as? [String: String])?["verticalSizeClass"]
      let change = params["orientation"] as? String ?? size ?? traits ?? "-"
      return "\(params["class"] ?? "?") \(event) \(change)"
    }
  }

  @Test("rotate answers how the interface stands, its size, and that it has turned; the tree has the new frames")
  func rotates() throws {
    let client = try TestHost().client()
    let answer = try client.call("rotate", #"{"orientation":"landscapeLeft"}"#)
    #expect(answer.string("scene") == "test")
    #expect(answer.integer("revision") == 2)
    #expect(answer.string("orientation") == "landscapeLeft")
    #expect(answer["size"] as? [Int] == [844, 390])
    #expect(answer["rotated"] as? Bool == true)
    #expect(answer["cause"] is NSNull)
    #expect(answer["refusedBy"] is NSNull)
    let nodes = try client.call("getTree")["nodes"] as? [String: [String: Any]]
    let frames = nodes?.values.filter { $0["class"] as? String == "UIWindow" }.map { $0["frame"] as? [Int] }
    #expect(frames == [[0, 0, 844, 390]])
  }

  @Test("resizeWindow gives the front window another size and tells its controllers; what is no size changes nothing")
  func resizes() throws {
    let client = try TestHost().client()
    let answer = try client.call("resizeWindow", #"{"width":500,"height":400}"#)
    #expect(answer.string("scene") == "test")
    #expect(answer.integer("revision") == 2)
    #expect(answer["size"] as? [Int] == [500, 400])
    let nodes = try client.call("getTree")["nodes"] as? [String: [String: Any]]
    #expect(nodes?[answer.string("window") ?? ""]?["frame"] as? [Int] == [0, 0, 500, 400])
    let again = try client.call("resizeWindow", "[500,400]")
    #expect(again.integer("revision") == 2)
    let tooWide = try client.call("resizeWindow", "[1e9,400]")
    #expect(tooWide.code == 1012)
    #expect(tooWide.data["pointer"] as? String == "/params/0")
    #expect(try client.call("resizeWindow", "[-1,400]").code == -32602)
    _ = try client.call("subscribe", #"{"kinds":["trace"]}"#)
    #expect(
      try Self.names(client.lines("resizeWindow", "[400,500]")).filter { $0.contains("viewWillTransition") }.count == 1)
  }

  @Test("rotate to the present orientation says so; a refusal says who refused; neither is an error or a change")
  func refused() throws {
    let client = try TestHost().client()
    let same = try client.call("rotate", #"["portrait"]"#)
    #expect(same["rotated"] as? Bool == false)
    #expect(same.string("cause") == "alreadyThere")
    #expect(same["refusedBy"] is NSNull)
    let refused = try client.call("rotate", #"["portraitUpsideDown","test"]"#)
    #expect(refused.string("cause") == "refused")
    #expect(refused.string("orientation") == "portrait")
    #expect(refused["size"] as? [Int] == [390, 844])
    let refuser = refused["refusedBy"] as? [String: String]
    #expect(refuser == ["class": "MultiviewController", "controller": refused.string("controller") ?? ""])
    #expect(refused.integer("revision") == 1)
  }

  @Test("rotate and setTraits: a word that does not exist is an error with those that do, and nothing is done")
  func unknownWords() throws {
    let client = try TestHost().client()
    let orientation = try client.call("rotate", #"["landscape"]"#)
    #expect(orientation.code == -32602)
    #expect(
      orientation.data["expected"] as? String
        == #"one of "portrait", "portraitUpsideDown", "landscapeRight", "landscapeLeft""#)
    #expect(try client.call("rotate", #"["unknown"]"#).code == -32602)
    #expect(try client.call("rotate").reason == "missingParameter")
    let style = try client.call("setTraits", #"{"horizontalSizeClass":"regular","userInterfaceStyle":"Dark"}"#)
    #expect(style.code == -32602)
    #expect(style.data["pointer"] as? String == "/params/userInterfaceStyle")
    #expect(style.data["expected"] as? String == #"one of "unspecified", "light", "dark""#)
    #expect(try client.call("setTraits", #"{"layoutDirection":"up"}"#).code == -32602)
    #expect(try client.call("setTraits", #"{"verticalSizeClass":1}"#).code == -32602)
    #expect(try client.call("setTraits")["changed"] as? Bool == false)
    #expect(try client.call("setTraits").integer("revision") == 1)
  }

  @Test("setTraits answers all traits; what is left out stays, and so does what was set, when the interface turns")
  func traits() throws {
    let client = try TestHost().client()
    let answer = try client.call(
      "setTraits",
      #"["regular","compact","dark","rightToLeft"]"#)
    #expect(answer["changed"] as? Bool == true)
    #expect(
      answer["traits"] as? [String: String] == [
        "userInterfaceIdiom": "phone", "horizontalSizeClass": "regular", "verticalSizeClass": "compact",
        "userInterfaceStyle": "dark", "layoutDirection": "rightToLeft",
      ])
    #expect(answer.integer("revision") == 2)
    _ = try client.call("rotate", #"["landscapeRight"]"#)
    let back = try client.call("setTraits", #"{"horizontalSizeClass":"unspecified","userInterfaceStyle":null}"#)
    #expect(
      back["traits"] as? [String: String] == [
        "userInterfaceIdiom": "phone", "horizontalSizeClass": "compact", "verticalSizeClass": "compact",
        "userInterfaceStyle": "dark", "layoutDirection": "rightToLeft",
      ])
  }

  @Test("a scene without a window turns; a scene that does not exist is error 1000")
  func scenes() throws {
    let client = try TestHost(opening: ["blank"]).client()
    let answer = try client.call("rotate", #"["landscapeLeft"]"#)
    #expect(answer["rotated"] as? Bool == true)
    #expect(answer["controller"] is NSNull)
    #expect(try client.call("rotate", #"["portrait","gone"]"#).code == 1000)
    #expect(try client.call("setTraits", #"{"scene":"gone"}"#).code == 1000)
  }

  @Test("trace events of size and traits carry what the callback is told")
  func latestEvents() throws {
    let client = try TestHost().client()
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let lines = client.lines("rotate", #"["landscapeLeft"]"#)
    #expect(
      try Self.names(lines) == [
        "MultiviewController willTransition compact",
        "MultiviewController viewWillTransition 844x390",
        "MultiviewController traitCollectionDidChange regular",
      ])
    let first = try MemoryClient.parse(lines.first ?? "")["params"] as? [String: Any]
    #expect(
      first?["traits"] as? [String: String] == [
        "userInterfaceIdiom": "phone", "horizontalSizeClass": "compact", "verticalSizeClass": "compact",
        "userInterfaceStyle": "light", "layoutDirection": "leftToRight",
      ])
    #expect(first?["orientation"] == nil)
    #expect(first?["animated"] == nil)
  }

  @Test("trace events of a rotation in ios5 carry the orientation; the callbacks of later years are not there")
  func ios5Events() throws {
    let test = try TestHost(opening: [])
    test.host.register(ApplicationRegistration("turning") { TurningAppDelegate() })
    let client = test.client()
    _ = try client.call("openScene", #"{"application":"turning","profile":"ios5"}"#)
    _ = client.lines("subscribe", #"[["trace"]]"#)
    #expect(
      try Self.names(client.lines("rotate", #"["landscapeRight"]"#)) == [
        "TurningController willRotate landscapeRight", "TurningController willAnimateRotation landscapeRight",
        "TurningController didRotate portrait",
      ])
    #expect(try Self.names(client.lines("setTraits", #"["regular"]"#)) == [])
  }

  @Test("rotate answers the orientation of the settled scene, and the contracts that its callbacks have broken")
  func restless() throws {
    let test = try TestHost(opening: [])
    test.host.register(ApplicationRegistration("turning") { TurningAppDelegate(isRestless: true) })
    let client = test.client()
    _ = try client.call("openScene", #"{"application":"turning","profile":"ios5"}"#)
    let answer = try client.call("rotate", #"["landscapeRight"]"#)
    #expect(answer["rotated"] as? Bool == true)
    // 101 times, and once more in a turn of its own.
    #expect(answer.string("orientation") == "portrait")
    #expect(answer.objects("issues").map { $0["issue"] as? String } == ["endlessRotation"])
    #expect(answer.objects("issues").first?["controller"] is NSNull)
  }

  @Test("rotate and setTraits with all words, by any client, never end the daemon")
  func allWords() throws {
    let client = try TestHost(opening: ["test", "blank"]).client()
    for scene in ["test", "blank"] {
      for orientation in UIInterfaceOrientation.allCases.shuffled() {
        _ = try client.call("rotate", #"["\#(orientation.name)","\#(scene)"]"#)
        for sizeClass in ["unspecified", "compact", "regular"] {
          #expect(
            try client.call("setTraits", #"["\#(sizeClass)","\#(sizeClass)",null,null,"\#(scene)"]"#).code == nil)
        }
      }
    }
    #expect(client.lines("ping").last?.contains("pong") == true)
  }
}

/// Shows a controller that turns.
private final class TurningAppDelegate: UIApplicationDelegate {
  private let isRestless: Bool
  private var window: UIWindow?

  init(isRestless: Bool = false) { self.isRestless = isRestless }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = TurningController(isRestless: isRestless)
    window.makeKeyAndVisible()
    return true
  }
}

private final class TurningController: UIViewController {
  private let isRestless: Bool
  private var turns = 0

  init(isRestless: Bool) {
    self.isRestless = isRestless
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: HeadlessUIKit.NSCoder) {
    isRestless = false
    super.init(coder: coder)
  }

  override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool { true }

  override func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {
    super.didRotate(from: fromInterfaceOrientation)
    guard isRestless else { return }
    let application = UIApplication.shared
    turns += 1
    let next = interfaceOrientation.isPortrait ? UIInterfaceOrientation.landscapeLeft : .portrait
    if turns <= 101 { application.rotate(to: next) }
    if turns == 101 { application.enqueueTurn { application.rotate(to: .portrait) } }
  }
}
