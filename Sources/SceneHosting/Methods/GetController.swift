import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `getController`: one controller in detail.
  static let getController = Method(
    "getController",
    summary: "Answers one controller in detail: parent, children, view, appearance, declared messages and delegates.",
    role: .observe,
    offer: .everyScene, parameters: [.controller, .scene],
    result: sceneAnswer([
      .always("class", .string), .always("title", .nullable(.string)), .always("parent", .nullable(.nodeID)),
      .always("children", .array(.nodeID)), .always("isViewLoaded", .boolean), .always("view", .nullable(.nodeID)),
      .always("appearance", .choice(AppearanceState.allCases.map(\.rawValue))), .always("offers", .array(.string)),
      .always(
        "messages",
        .array(.object([.always("protocol", .string), .always("messages", .messageDeclarations)]))),
      .always(
        "delegates",
        .array(
          .object([
            .always("name", .string), .always("protocol", .string), .always("controller", .nullable(.nodeID)),
            .always("state", .choice(DelegateState.allCases.map(\.rawValue))),
            .always("messages", .messageDeclarations),
          ]))),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered],
    examples: [
      Example(
        "The map's container", #"{"scene":"maps"}"#,
        result: #"""
          {"scene":"maps","controller":"n38","revision":1,"class":"AppViewController","title":null,"parent":null,
          "children":["n44"],"isViewLoaded":true,"view":"n39","appearance":"appeared","offers":[],
          "messages":[{"protocol":"MapViewControllerDelegate",
          "messages":[{"message":"mapViewController(_:didSelectMarker:)","summary":"A marker of the map was tapped.",
          "arguments":{"type":"object","properties":{"marker":{"type":"object",
          "properties":{"title":{"type":"string"},"latitude":{"description":"Degrees north.","type":"number",
          "minimum":-90,"maximum":90},"longitude":{"description":"Degrees east.","type":"number","minimum":-180,
          "maximum":180}},"required":["title","latitude","longitude"],"additionalProperties":false}},
          "required":["marker"],"additionalProperties":false},"result":{"type":"null"}}]}],"delegates":[]}
          """#)
    ]
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
    writer.key("messages")
    writer.messageProtocols((controller as? any MessageReceiving).map { type(of: $0).messageProtocols } ?? [])
    writer.key("delegates")
    writeDelegates(of: controller, to: &writer)
    writer.endObject()
  }

  private static func writeDelegates(of controller: UIViewController, to writer: inout JSONWriter) {
    writer.beginArray()
    for link in controller.delegateLinks {
      writer.beginObject()
      writer.key("name")
      writer.string(link.name)
      writer.key("protocol")
      writer.string(link.messageProtocol.name)
      writer.key("controller")
      writer.nodeID((link.receiver as? UIViewController)?.id)
      writer.key("state")
      writer.string(link.state.rawValue)
      writer.key("messages")
      writer.messageDeclarations(link.messageProtocol.messages)
      writer.endObject()
    }
    writer.endArray()
  }
}
