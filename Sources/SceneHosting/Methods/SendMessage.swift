import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `sendMessage {to, message, arguments?}`: a declared message, as one controller sends it to another.
  static let sendMessage = Method(
    "sendMessage",
    summary: "Sends a declared message to a controller, or to the weak delegate of one. getController lists what is "
      + "declared.",
    role: .drive, offer: .everyScene,
    parameters: [
      .required(
        "to", .string, "The receiver: a controller's id as \"n5\", or a delegate of one by its name as \"n5.delegate\"."
      ),
      .required("message", .string, "The name of the message."),
      .optional("arguments", .map(.any), "What the message carries, by name; what the declaration says."), .scene,
    ],
    result: sceneAnswer([
      .always("to", .string), .always("message", .string), .always("delivered", .boolean),
      .sometimes("cause", .choice(MessageEvent.Drop.allCases.map(\.rawValue))), .always("result", .any),
    ]),
    errors: [
      .sceneNotFound, .methodNotOffered, .messageNotDeclared, .messageNotAccepted, .messageTargetNotFound,
      .didNotSettle,
    ],
    examples: [
      Example(
        "Tell the map to zoom",
        #"""
        {"to":"n44","message":"zoomToMarker","arguments":{"marker":{"title":"Home","latitude":10,"longitude":20.5}}}
        """#,
        result: #"""
          {"scene":"maps","controller":"n44","revision":2,"to":"n44","message":"zoomToMarker","delivered":true,
          "result":null}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let to = Arguments.given(call.arguments.string("to"))
    let name = Arguments.given(call.arguments.string("message"))
    let receipt = try scene.run(at: call.now) { () throws(JSONRPCError) in
      let target = try MessageTarget(to, in: scene)
      let values = try MessageWire.values(of: call.arguments["arguments"])
      do throws(MessageError) {
        return try target.send(name, values)
      } catch {
        throw MessageWire.error(error, message: name, to: to)
      }
    }
    writer.beginSceneAnswer(scene, controller: receipt.receiver)
    writer.key("to")
    writer.string(to)
    writer.key("message")
    writer.string(name)
    writer.key("delivered")
    writer.bool(receipt.drop == nil)
    if let drop = receipt.drop {
      writer.key("cause")
      writer.string(drop.rawValue)
    }
    writer.key("result")
    writer.messageValue(receipt.result)
    writer.endSceneAnswer(scene)
  }
}

/// Whom a client sends a message to.
@MainActor
private enum MessageTarget {
  case receiver(any MessageReceiving, NodeID)
  case link(any DelegateLinking, of: UIViewController)

  init(_ text: String, in scene: HostedScene) throws(JSONRPCError) {
    let dot = text.firstIndex(of: ".")
    let idText = dot.map { String(text[..<$0]) } ?? text
    guard let id = NodeName.parse(idText), let controller = scene.application.controller(id) else {
      throw Self.notFound(
        text,
        "scene \"\(scene.name)\" has no live controller \"\(idText.prefix(64))\"; getTree lists those that are there.")
    }
    if let dot {
      self = .link(try Self.link(String(text[text.index(after: dot)...]), of: controller, in: text), of: controller)
    } else if let receiver = controller as? any MessageReceiving {
      self = .receiver(receiver, id)
    } else {
      throw Self.notFound(
        text,
        "\(controller.className) \(id) declares no messages; getController tells of each controller what it declares.")
    }
  }

  private static func link(
    _ name: String, of controller: UIViewController, in text: String
  ) throws(JSONRPCError) -> any DelegateLinking {
    let links = controller.delegateLinks
    if let link = links.first(where: { $0.name == name }) { return link }
    let names = links.map(\.name)
    let nearest = SpellingHint.nearest(to: name, in: names)
    let advice =
      nearest.map { "did you mean \"\($0)\"?" }
      ?? (names.isEmpty
        ? "it declares none." : "it has \(names.prefix(ApplicationErrorCode.mostNames).joined(separator: ", ")).")
    let error = notFound(
      text, "\(controller.className) \(controller.id) has no declared delegate \"\(name.prefix(64))\"; \(advice)"
    )
    .adding("allowed", .strings(Array(names.prefix(ApplicationErrorCode.mostNames))))
    throw nearest.map { error.adding("nearest", .string($0)) } ?? error
  }

  private static func notFound(_ text: String, _ why: String) -> JSONRPCError {
    ApplicationErrorCode.messageTargetNotFound.error(
      "There is no receiver \"\(text.prefix(64))\": \(why)",
      [(name: "pointer", value: .string("/params/to")), (name: "got", value: .string(String(text.prefix(64))))])
  }

  func send(_ name: String, _ arguments: [String: MessageValue]) throws(MessageError) -> MessageReceipt {
    switch self {
    case .receiver(let receiver, let id):
      MessageReceipt(drop: nil, result: try receiver.sendMessage(name, arguments), receiver: id)
    case .link(let link, let owner):
      try link.forward(name, arguments, of: owner)
    }
  }
}
