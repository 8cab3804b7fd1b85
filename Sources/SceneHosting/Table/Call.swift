import HeadlessUIKit
import JSONRPCCore
import JSONText

/// One call of a method: who asks, with which arguments.
///
/// It holds nobody: it is made by `SceneHost.call`, whose host, session and method live until that returns, and a handler
/// does not keep it. To count references, which is done atomically, would be a tenth of what an answer costs the daemon itself.
@MainActor
struct Call {
  unowned(unsafe) let host: SceneHost
  unowned(unsafe) let session: ClientSession
  unowned(unsafe) let method: Method
  let arguments: Arguments

  /// The scene that is meant: the named one, else the first hosted one whose application offers the method.
  func scene() throws(JSONRPCError) -> HostedScene {
    guard let name = arguments.string("scene") else {
      // A loop, not `first(where:)`: an isolated closure is asked at each call whether it is called so.
      for scene in host.scenes where method.isOffered(by: scene.registration) { return scene }
      throw ApplicationErrorCode.methodNotOffered.error(
        host.scenes.isEmpty
          ? "No scene is open; open one with openScene."
          : "No hosted scene offers \(method.name); open one of an application that does, with openScene.",
        [(name: "allowed", value: .strings(applicationsThatOffer))])
    }
    let scene = try host.scene(named: name, pointer: "/params/scene")
    guard method.isOffered(by: scene.registration) else {
      throw ApplicationErrorCode.methodNotOffered.error(
        "The application \"\(scene.registration.name)\" of scene \"\(name)\" does not offer \(method.name).",
        [(name: "pointer", value: .string("/params/scene")), (name: "allowed", value: .strings(applicationsThatOffer))])
    }
    return scene
  }

  private var applicationsThatOffer: [String] {
    Array(
      host.registrations.values.filter { method.isOffered(by: $0) }.map(\.name).sorted()
        .prefix(ApplicationErrorCode.mostNames))
  }

  /// The controller that was named; nil when none was.
  func namedController(in scene: HostedScene) throws(JSONRPCError) -> UIViewController? {
    guard let name = arguments.string("controller") else { return nil }
    guard let id = NodeName.parse(name), let controller = scene.application.controller(id) else {
      throw ApplicationErrorCode.controllerNotFound.error(
        "Scene \"\(scene.name)\" has no live controller \(name); getTree lists those that are there.",
        [(name: "pointer", value: .string("/params/controller")), (name: "got", value: .string(name))])
    }
    return controller
  }

  /// The named controller, else the outermost one on screen.
  func controller(in scene: HostedScene) throws(JSONRPCError) -> UIViewController {
    if let named = try namedController(in: scene) { return named }
    guard let outermost = scene.application.outermostViewController else {
      throw ApplicationErrorCode.controllerNotFound.error(
        "Scene \"\(scene.name)\" shows no controller; its application has made no window with one.",
        [(name: "pointer", value: .string("/params/controller"))])
    }
    return outermost
  }
}
