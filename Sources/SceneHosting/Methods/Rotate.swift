import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `rotate {orientation}`: turns a scene's interface (R18).
  static let rotate = Method(
    "rotate",
    summary: "Turns a scene's interface, if the root of its front window supports it: whether it did, and if not, why.",
    role: .drive,
    offer: .everyScene,
    parameters: [.required("orientation", orientationSchema, "How the interface should stand."), .scene],
    result: sceneAnswer([
      .always("orientation", orientationSchema), .always("size", .array(.number(minimum: nil))),
      .always("rotated", .boolean), .always("cause", .nullable(.choice(causes.map(\.rawValue)))),
      .always("refusedBy", .nullable(controllerSchema)),
    ]),
    errors: [.sceneNotFound, .methodNotOffered, .didNotSettle],
    examples: [
      Example(
        "Turn to the left", #"{"orientation":"landscapeLeft"}"#,
        result: #"""
          {"scene":"multiview","controller":"n2","revision":2,"orientation":"landscapeLeft","size":[844,390],
          "rotated":true,"cause":null,"refusedBy":null}
          """#),
      Example(
        "It stands so already", #"{"orientation":"portrait","scene":"segments"}"#,
        result: #"""
          {"scene":"segments","controller":"n21","revision":1,"orientation":"portrait","size":[390,844],
          "rotated":false,"cause":"alreadyThere","refusedBy":null}
          """#),
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let word = Arguments.given(call.arguments.string("orientation"))
    let orientation = Arguments.given(orientations.first { $0.name == word })
    let report = try scene.run(at: call.now) { () throws(JSONRPCError) in
      scene.application.rotate(to: orientation)
    }
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    // As the scene has settled: a callback may have turned it since.
    writer.key("orientation")
    writer.string(scene.application.statusBarOrientation.name)
    writer.key("size")
    writer.size(scene.application.screen.bounds.size)
    writer.key("rotated")
    writer.bool(report.rotated)
    writer.key("cause")
    writer.string(orNull: report.cause?.rawValue)
    writer.key("refusedBy")
    if let refuser = report.refusedBy {
      writer.beginObject()
      writer.key("controller")
      writer.nodeID(refuser.controller)
      writer.key("class")
      writer.string(refuser.className)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.endSceneAnswer(scene)
  }

  /// A request is never made inside a change.
  private static let causes = RotationReport.Cause.allCases.filter { $0 != .deferred }

  /// A scene always knows how it stands.
  private static let orientations = UIInterfaceOrientation.allCases.filter { $0 != .unknown }
  private static let orientationSchema = Schema.choice(orientations.map(\.name))
}
