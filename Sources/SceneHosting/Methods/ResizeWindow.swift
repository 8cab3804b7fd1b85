import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `resizeWindow {width, height}`: gives a scene's front window another size (R18.4).
  static let resizeWindow = Method(
    "resizeWindow",
    summary:
      "Gives a scene's front window another size: its controllers are told, and the views follow by their masks.",
    role: .drive,
    offer: .everyScene,
    parameters: [
      .required("width", .number(minimum: 0), "The new width, in points, up to 100,000."),
      .required("height", .number(minimum: 0), "The new height, in points, up to 100,000."), .scene,
    ],
    result: sceneAnswer([.always("window", .nullable(.nodeID)), .always("size", .array(.number(minimum: nil)))]),
    errors: [.sceneNotFound, .methodNotOffered, .targetNotFound, .valueNotAccepted, .didNotSettle],
    examples: [
      Example(
        "A wide window", #"{"width":800,"height":600}"#,
        result: #"{"scene":"multiview","controller":"n2","revision":2,"window":"n4","size":[800,600]}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let width = Arguments.given(call.arguments.number("width"))
    let height = Arguments.given(call.arguments.number("height"))
    for (name, value) in [("width", width), ("height", height)] where !(0...greatestLength).contains(value) {
      throw ApplicationErrorCode.valueNotAccepted.error(
        "A window's \(name) is 0 to \(greatestLength) points. Nothing was changed.",
        [(name: "pointer", value: .string("/params/\(name)"))])
    }
    guard let window = scene.application.frontWindow?.id else {
      throw ApplicationErrorCode.targetNotFound.error(
        "Scene \"\(scene.name)\" shows no window. Nothing was changed.", [])
    }
    try scene.run(at: call.now) { () throws(JSONRPCError) in
      guard let window = scene.application.frontWindow else { return }
      scene.application.resize(window, to: CGSize(width: width, height: height))
    }
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    writer.key("window")
    writer.nodeID(window)
    writer.key("size")
    // As the scene has settled: a callback may have resized it since.
    writer.size(scene.application.frontWindow?.frame.size ?? .zero)
    writer.endSceneAnswer(scene)
  }

  /// 100,000 points: above any screen, and far from where sums of lengths lose their fractions.
  private static let greatestLength = 100_000.0
}
