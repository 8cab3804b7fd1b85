import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `tap {target}`: what a finger does.
  static let tap = Method(
    "tap", summary: "Taps a control: touches down, lifts inside. Answers how many actions were handled.", role: .drive,
    offer: .everyScene, parameters: [.target, .scene],
    result: sceneAnswer([.always("target", .nodeID), .always("actions", .integer)]),
    errors: [
      .sceneNotFound, .methodNotOffered, .targetNotFound, .targetAmbiguous, .targetNotInteractive, .valueNotAccepted,
      .didNotSettle,
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let tapped = try scene.run(at: call.host.now()) { () throws(JSONRPCError) in
      let view = try scene.target(Arguments.given(call.arguments.string("target")))
      guard let control = view as? UIControl else {
        throw scene.notAccepted(view, pointer: "/params/target", "is no control and handles no taps")
      }
      // The id, not the controller: it must not be held while the tap makes it go (S43).
      let controller = control.nearestController?.id
      do throws(TapError) {
        return (id: control.id, controller: controller, actions: try control.tap())
      } catch {
        throw scene.notInteractive(control, error)
      }
    }
    writer.beginSceneAnswer(scene, controller: tapped.controller)
    writer.key("target")
    writer.nodeID(tapped.id)
    writer.key("actions")
    writer.integer(tapped.actions)
    writer.endSceneAnswer(scene)
  }
}

extension Parameter {
  /// What on screen is meant.
  static let target = Parameter.required(
    "target", .string, "What is meant: a node id, else an accessibility identifier, else a visible title.")
}
