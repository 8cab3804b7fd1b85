import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `tap {target}`: what a finger does.
  static let tap = Method(
    "tap", summary: "Taps a control or a bar item: touches down, lifts inside. Answers how many actions were handled.",
    role: .drive,
    offer: .everyScene, parameters: [.target, .scene],
    result: sceneAnswer([.always("target", .nodeID), .always("actions", .integer)]),
    errors: [
      .sceneNotFound, .methodNotOffered, .targetNotFound, .targetAmbiguous, .targetNotInteractive, .valueNotAccepted,
      .didNotSettle,
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let tapped = try scene.run(at: call.host.now()) { () throws(JSONRPCError) in
      let target = Arguments.given(call.arguments.string("target"))
      if let item = try scene.barItem(target) { return try tap(item, in: scene) }
      return try tap(try scene.target(target), in: scene)
    }
    writer.beginSceneAnswer(scene, controller: tapped.controller)
    writer.key("target")
    writer.nodeID(tapped.id)
    writer.key("actions")
    writer.integer(tapped.actions)
    writer.endSceneAnswer(scene)
  }
}

extension Method {
  private typealias Tapped = (id: NodeID, controller: NodeID?, actions: Int)

  private static func tap(_ view: UIView, in scene: HostedScene) throws(JSONRPCError) -> Tapped {
    guard let control = view as? UIControl else {
      throw scene.notAccepted(view, pointer: "/params/target", "is no control and handles no taps")
    }
    // The id, not the controller: it must not be held while the tap makes it go (S43).
    let controller = control.nearestController?.id
    do throws(TapError) {
      return (control.id, controller, try control.tap())
    } catch {
      throw scene.notInteractive(control, error)
    }
  }

  /// A bar item has no place among the views; its controller is the one whose navigation item holds it.
  private static func tap(_ item: UIBarButtonItem, in scene: HostedScene) throws(JSONRPCError) -> Tapped {
    let owner = scene.application.visiblePath.first { controller in
      let bar = controller.navigationItemIfLoaded
      return ((bar?.leftBarButtonItems ?? []) + (bar?.rightBarButtonItems ?? [])).contains { $0 === item }
    }
    let controller = owner?.id
    do throws(TapError) {
      return (item.id, controller, try item.tap())
    } catch {
      throw ApplicationErrorCode.targetNotInteractive.error(
        "The bar item \(item.id) cannot be used now: it is disabled. Nothing was changed.",
        [
          (name: "pointer", value: .string("/params/target")), (name: "cause", value: .string(error.reason.rawValue)),
        ])
    }
  }
}

extension Parameter {
  /// What on screen is meant.
  static let target = Parameter.required(
    "target", .string, "What is meant: a node id, else an accessibility identifier, else a visible title.")
}
