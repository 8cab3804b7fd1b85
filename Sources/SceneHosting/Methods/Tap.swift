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
      if let place = try scene.barItem(target) { return try tap(place, in: scene) }
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

  private static func tap(_ place: BarItemPlace, in scene: HostedScene) throws(JSONRPCError) -> Tapped {
    do throws(TapError) {
      return (place.item.id, place.controller, try place.tap())
    } catch {
      throw scene.notInteractive("The bar item \(place.item.id)", error)
    }
  }
}

extension Parameter {
  /// What on screen is meant.
  static let target = Parameter.required(
    "target", .string, "What is meant: a node id, else an accessibility identifier, else a visible title.")
}
