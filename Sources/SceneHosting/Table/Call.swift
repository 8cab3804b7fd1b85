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
  /// Nil for nearly all calls; held by who executes the call.
  unowned(unsafe) var terms: CallTerms?

  /// When the call is executed, in seconds of the host's clock.
  var now: Double { terms?.instant ?? host.now() }

  /// The scene that is meant: the named one, else that of a controller or target that is named by its id, else the first hosted
  /// one whose application offers the method. It is at the revision that the call rests upon, if it has one.
  func scene() throws(JSONRPCError) -> HostedScene {
    guard let terms else { return try chosenScene() }
    if let scene = terms.scene { return scene }
    return try checked(try chosenScene())
  }

  private func chosenScene() throws(JSONRPCError) -> HostedScene {
    guard let name = arguments.string("scene") else {
      if !arguments.isEmpty, let scene = sceneOfNamedNode { return scene }
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

  /// Parameters whose values may begin with a node's id, which is unique in the daemon.
  private static let namesOfNodes = ["controller", "target", "to"]

  /// The scene of a node that is named by its id, if it offers the method. Cost: the open scenes.
  var sceneOfNamedNode: HostedScene? {
    for name in Self.namesOfNodes where method.parameters.contains(where: { $0.name == name }) {
      guard let text = arguments.string(name), let id = NodeName.parse(String(text.prefix { $0 != "." })) else {
        continue
      }
      for scene in host.scenes where scene.holds(id) {
        return method.isOffered(by: scene.registration) ? scene : nil
      }
    }
    return nil
  }

  private var applicationsThatOffer: [String] {
    Array(
      host.registrations.values.filter { method.isOffered(by: $0) }.map(\.name).sorted()
        .prefix(ApplicationErrorCode.mostNames))
  }

  /// The scene that has a node, when none is named. Cost: the open scenes.
  func sceneThatHolds(_ id: NodeID) -> HostedScene? {
    guard arguments["scene"] == nil else { return nil }
    for scene in host.scenes where scene.holds(id) { return scene }
    return nil
  }

  /// The scene of the controller that is named, for methods of the daemon itself. Cost: the open scenes.
  ///
  /// - Throws: `controllerNotFound`, when no scene has it.
  func sceneOfController() throws(JSONRPCError) -> HostedScene {
    let name = arguments.string("controller") ?? ""
    if let id = NodeName.parse(name) {
      for scene in host.scenes where scene.application.controller(id) != nil { return scene }
    }
    throw ApplicationErrorCode.controllerNotFound.error(
      "No scene has a live controller \(name.prefix(64)); getTree lists those that are there.",
      [(name: "pointer", value: .string("/params/controller")), (name: "got", value: .string(String(name.prefix(64))))])
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

  /// The named controller, if its class offers the method; without a name the application's delegate, which forwards as it
  /// likes.
  ///
  /// - Parameter delegate: The delegate of the scene's application, which was chosen because it offers the method.
  func receiver<Offered>(
    _ offer: Offers, else delegate: Offered?, in scene: HostedScene
  ) throws(JSONRPCError) -> Offered {
    guard let named = try namedController(in: scene) else {
      if let delegate { return delegate }
      preconditionFailure("a scene was chosen for \(method.name) whose delegate does not offer it")
    }
    if offer.includes(named), let offered = named as? Offered { return offered }
    throw ApplicationErrorCode.methodNotOffered.error(
      "\(named.className) \(named.id) does not offer \(method.name); leave \"controller\" out to ask the application.",
      [(name: "pointer", value: .string("/params/controller"))])
  }
}
