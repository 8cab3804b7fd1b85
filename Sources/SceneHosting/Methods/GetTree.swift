import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `getTree`: the scene as a flat map of nodes. Cost: the nodes.
  static let getTree = Method(
    "getTree", summary: "Answers a scene, or a controller and what is inside, as a flat map of nodes with ids.",
    role: .observe,
    offer: .everyScene, parameters: [.controller, .scene, .detail, .depth, .fields],
    result: sceneAnswer([
      .always("epoch", .string), .always("root", .nodeID), .always("focus", .nullable(.nodeID)),
      .always("nodes", .map(NodeWriter.nodeSchema)),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let named = try call.namedController(in: scene)
    let used = named ?? scene.application.outermostViewController
    writer.beginSceneAnswer(scene, controller: used?.id)
    writer.key("epoch")
    writer.string(call.host.epoch)
    writer.key("root")
    writer.nodeID(named?.id ?? scene.application.id)
    writer.key("focus")
    writer.nodeID(scene.application.firstResponder?.id)
    writer.key("nodes")
    writer.beginObject()
    TreeText.write(
      named.map(TreeNode.controller) ?? .application(scene.application), in: call.scope(root: named), to: &writer)
    writer.endObject()
    writer.endObject()
  }
}
