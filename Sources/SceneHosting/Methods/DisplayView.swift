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
      .always(
        "viewController",
        .object([.always("id", .nodeID), .always("class", .string), .always("title", .nullable(.string))])),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered, .viewNotFound, .didNotSettle]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let displayer = try receiver(of: call, in: scene)
    let view = Arguments.given(call.arguments.integer("view"))
    try scene.run(at: call.host.now()) { () throws(JSONRPCError) in
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
    writeDisplayed(displayer.displayedViewController, to: &writer)
    writer.endSceneAnswer(scene)
  }

  /// The named controller; without a name the application's delegate, which forwards as it likes.
  private static func receiver(of call: Call, in scene: HostedScene) throws(JSONRPCError) -> any ViewDisplaying {
    guard let named = try call.namedController(in: scene) else {
      if let delegate = scene.viewDisplayer { return delegate }
      preconditionFailure("a scene was chosen for displayView whose delegate does not offer it")
    }
    if Offers.displayView.includes(named), let displayer = named as? any ViewDisplaying { return displayer }
    throw ApplicationErrorCode.methodNotOffered.error(
      "\(named.className) \(named.id) does not offer displayView; leave \"controller\" out to ask the application.",
      [(name: "pointer", value: .string("/params/controller"))])
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

  private static func writeDisplayed(_ controller: UIViewController?, to writer: inout JSONWriter) {
    guard let controller else { return writer.null() }
    writer.beginObject()
    writer.key("id")
    writer.nodeID(controller.id)
    writer.key("class")
    writer.string(controller.className)
    writer.key("title")
    writer.string(orNull: controller.title)
    writer.endObject()
  }
}
