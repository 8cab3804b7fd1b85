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
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered],
    examples: [
      Example(
        "A controller and what is inside", #"{"controller":"n6"}"#,
        result: #"""
          {"scene":"multiview","controller":"n6","revision":1,"epoch":"e1k8w2m5x9q3ab","root":"n6","focus":null,
          "nodes":{"n6":{"kind":"controller","role":"pane","class":"View01","title":null,"appearance":"appeared",
          "isViewLoaded":true,"children":["n7"]},"n7":{"kind":"view","role":"genericContainer","class":"UIView",
          "frame":[0,0,390,844],"children":["n8"]},"n8":{"kind":"view","role":"button","class":"UIButton",
          "label":"One!","frame":[40,40,240,30],"children":[]}}}
          """#)
    ]
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
