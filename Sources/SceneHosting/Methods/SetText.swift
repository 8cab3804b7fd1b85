import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `setText {target, text}`: what a person does with the keyboard.
  static let setText = Method(
    "setText", summary: "Types a text into a text field, in place of what it holds.", role: .drive, offer: .everyScene,
    parameters: [.target, .required("text", .string, "The new text."), .scene],
    result: sceneAnswer([.always("target", .nodeID), .always("text", .string)]),
    errors: [
      .sceneNotFound, .methodNotOffered, .targetNotFound, .targetAmbiguous, .targetNotInteractive, .valueNotAccepted,
      .didNotSettle,
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let text = Arguments.given(call.arguments.string("text"))
    let (field, controller) = try scene.run(at: call.host.now()) { () throws(JSONRPCError) in
      let view = try scene.target(Arguments.given(call.arguments.string("target")))
      guard let field = view as? UITextField else {
        throw scene.notAccepted(view, pointer: "/params/target", "is no text field and takes no text")
      }
      let controller = field.nearestController?.id
      do throws(TapError) {
        try field.enterText(text)
      } catch {
        throw scene.notInteractive(field, error)
      }
      return (field, controller)
    }
    writer.beginSceneAnswer(scene, controller: controller)
    writer.key("target")
    writer.nodeID(field.id)
    writer.key("text")
    writer.string(field.text ?? "")
    writer.endSceneAnswer(scene)
  }
}
