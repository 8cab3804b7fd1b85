import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `closeScene {scene}`: ends an application instance.
  static let closeScene = Method(
    "closeScene", summary: "Closes a scene. Answers the controllers that live on although nobody should hold them.",
    role: .administer,
    parameters: [.required("scene", .string, "The scene's name.")],
    result: sceneAnswer([.always("closed", .boolean), .always("leaked", .array(controllerSchema))]),
    errors: [.sceneNotFound],
    examples: [
      Example(
        "Close a scene", #"{"scene":"maps"}"#,
        result: #"{"scene":"maps","controller":"n38","revision":2,"closed":true,"leaked":[]}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.checked(
      try call.host.scene(named: Arguments.given(call.arguments.string("scene")), pointer: "/params/scene"))
    let controller = scene.application.outermostViewController?.id
    let (leaked, issues) = scene.collectingIssues { call.host.close(scene) }
    writer.beginSceneAnswer(scene, controller: controller)
    writer.key("closed")
    writer.bool(true)
    writer.key("leaked")
    writer.controllers(leaked.lazy.map { (id: $0.id, className: $0.className) })
    writer.endSceneAnswer(issues)
  }
}
