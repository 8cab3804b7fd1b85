import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `subscribe {kinds}`: events from now on.
  static let subscribe = Method(
    "subscribe",
    summary: "Asks to be told of events: \"trace\" sends every callback, and every broken contract as \"issue\"; "
      + "\"messages\" every declared message as \"message\".",
    role: .observe,
    parameters: [
      .required("kinds", .array(.choice(kindNames)), "Which events."),
      .optional("scene", .string, "The scene that is meant; without it all, those that are opened later too."),
    ],
    result: .object([
      .always("subscription", .string), .always("kinds", .array(.choice(kindNames))), .always("epoch", .string),
      .always(
        "scenes",
        .array(
          .object([.always("name", .string), .always("sequence", .integer), .always("revision", .integer)]))),
    ]),
    errors: [.sceneNotFound, .limitReached],
    examples: [
      Example(
        "Follow the callbacks of a scene", #"{"kinds":["trace"],"scene":"multiview"}"#,
        result: #"""
          {"subscription":"s1","kinds":["trace"],"epoch":"e1k8w2m5x9q3ab","scenes":[{"name":"multiview","sequence":14,
          "revision":1}]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = call.arguments.string("scene")
    if let scene { _ = try call.host.scene(named: scene, pointer: "/params/scene") }
    guard call.arguments.strings("kinds")?.isEmpty == false else {
      throw .invalidParams(
        reason: "wrongValue", message: "Invalid params: \"kinds\" is empty; name at least one of \(kindNames).",
        pointer: "/params/kinds", details: [(name: "allowed", value: .strings(kindNames))])
    }
    let limit = call.host.limits.subscriptions
    guard call.session.subscriptions.count < limit else {
      throw ApplicationErrorCode.limitReached.error(
        "The connection has \(limit) subscriptions, which is the limit; end one with unsubscribe.",
        JSONRPCError.limitDetails("subscriptions", limit, got: limit + 1))
    }
    let wanted = call.arguments.strings("kinds") ?? []
    let subscription = call.session.subscribe(
      Subscription.Kind.allCases.filter { wanted.contains($0.rawValue) }, scene: scene)
    write(subscription, of: call.host, to: &writer)
  }

  private nonisolated static let kindNames = Subscription.Kind.allCases.map(\.rawValue)

  private static func write(_ subscription: Subscription, of host: SceneHost, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("subscription")
    writer.string(subscription.name)
    writer.key("kinds")
    writer.beginArray()
    for kind in subscription.kinds { writer.string(kind.rawValue) }
    writer.endArray()
    writer.key("epoch")
    writer.string(host.epoch)
    writer.key("scenes")
    writer.beginArray()
    for scene in host.scenes where subscription.scene == nil || subscription.scene == scene.name {
      writer.beginObject()
      writer.key("name")
      writer.string(scene.name)
      writer.key("sequence")
      writer.integer(scene.application.trace.lastSequence)
      writer.key("revision")
      writer.integer(scene.application.revision)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
