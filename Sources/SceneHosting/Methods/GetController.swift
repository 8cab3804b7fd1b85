import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `getController`: one controller in detail.
  static let getController = Method(
    "getController", summary: "Answers one controller in detail: parent, children, view, appearance.", role: .observe,
    offer: .everyScene, parameters: [.controller, .scene],
    result: sceneAnswer([
      .always("class", .string), .always("title", .nullable(.string)), .always("parent", .nullable(.nodeID)),
      .always("children", .array(.nodeID)), .always("isViewLoaded", .boolean), .always("view", .nullable(.nodeID)),
      .always("appearance", .choice(AppearanceState.allCases.map(\.rawValue))), .always("offers", .array(.string)),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let controller = try call.controller(in: scene)
    writer.beginSceneAnswer(scene, controller: controller.id)
    writer.key("class")
    writer.string(controller.className)
    writer.key("title")
    writer.string(orNull: controller.title)
    writer.key("parent")
    writer.nodeID(controller.parent?.id)
    writer.key("children")
    writer.beginArray()
    for child in controller.children { writer.nodeID(child.id) }
    writer.endArray()
    writer.key("isViewLoaded")
    writer.bool(controller.isViewLoaded)
    writer.key("view")
    writer.nodeID(controller.viewIfLoaded?.id)
    writer.key("appearance")
    writer.string(controller.appearanceState.rawValue)
    writer.key("offers")
    writer.strings(Offers.names(of: controller))
    writer.endObject()
  }
}
