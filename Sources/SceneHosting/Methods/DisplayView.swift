import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `displayView {view}`: the first source application's own method.
  static let displayView = Method(
    "displayView", summary: "Shows one of an application's numbered views, made anew, in place of the present one.",
    role: .drive,
    offer: .viewDisplaying,
    parameters: [.required("view", .integer, "The number of the view."), .controller, .scene],
    result: sceneAnswer([
      .always("view", .integer),
      .always("viewController", shownControllerSchema),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered, .viewNotFound, .didNotSettle],
    examples: [
      Example(
        "Show the second view", #"{"view":2}"#,
        result: #"""
          {"scene":"multiview","controller":"n2","revision":2,"view":2,"viewController":{"id":"n46","class":"View02",
          "title":null}}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let displayer = try call.receiver(.displayView, else: scene.viewDisplayer, in: scene)
    let view = Arguments.given(call.arguments.integer("view"))
    try scene.run(at: call.now) { () throws(JSONRPCError) in
      do throws(ViewNotFound) {
        try displayer.displayView(view)
      } catch {
        throw unknownView(error, in: scene)
      }
    }
    let controller = try call.namedController(in: scene) ?? Offers.displayView.outermost(in: scene)
    writer.beginSceneAnswer(scene, controller: controller?.id)
    writer.key("view")
    writer.integer(displayer.displayedView ?? view)
    writer.key("viewController")
    writer.viewController(displayer.displayedViewController)
    writer.endSceneAnswer(scene)
  }

  private static func unknownView(_ error: ViewNotFound, in scene: HostedScene) -> JSONRPCError {
    ApplicationErrorCode.viewNotFound.error(
      "Scene \"\(scene.name)\" has no view \(error.view); it has \(error.known.map(String.init).joined(separator: ", ")). "
        + "Nothing was changed.",
      [
        (name: "pointer", value: .string("/params/view")), (name: "got", value: .integer(error.view)),
        (name: "allowed", value: .integers(Array(error.known.prefix(ApplicationErrorCode.mostNames)))),
      ])
  }
}
