import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `subscribe {kinds}`: events from now on; for the state also the state as it is now, or what was missed.
  static let subscribe = Method(
    "subscribe",
    summary: "Asks to be told of events: \"trace\" sends every callback, and every broken contract as \"issue\"; "
      + "\"messages\" every declared message as \"message\"; \"scenes\" every scene that is opened or closed; \"state\" "
      + "answers each scene's state and sends every settled change of it as \"delta\".",
    role: .observe,
    parameters: [
      .required("kinds", .array(.choice(kindNames)), "Which events."),
      .optional("scene", .string, "The scene that is meant; without it all, those that are opened later too."),
      .detail,
      .optional(
        "controller", .nodeID, "State: the controller that is the root; without it the application."),
      .depth, .fields,
      .optional(
        "since", sinceSchema,
        "State: what the client has already, to be told only what was changed since; revision with a scene, revisions "
          + "by the scenes' names without one."),
    ],
    result: .object([
      .always("subscription", .string), .always("kinds", .array(.choice(kindNames))), .always("epoch", .string),
      .always("client", .string),
      .always(
        "scenes",
        .array(
          .object([
            .always("name", .string), .always("sequence", .integer), .always("revision", .integer),
            .sometimes("state", StateAnswer.schema),
          ]))),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .notInBatch, .valueNotAccepted, .limitReached],
    examples: [
      Example(
        "Follow the callbacks of a scene", #"{"kinds":["trace"],"scene":"multiview"}"#,
        result: #"""
          {"subscription":"s1","kinds":["trace"],"epoch":"e1k8w2m5x9q3ab","client":"c2",
          "scenes":[{"name":"multiview","sequence":14,"revision":1}]}
          """#),
      Example(
        "Keep a copy of a scene's controllers", #"{"kinds":["state"],"scene":"multiview","detail":"controllers"}"#,
        result: #"""
          {"subscription":"s1","kinds":["state"],"epoch":"e1k8w2m5x9q3ab","client":"c2","scenes":[{"name":"multiview",
          "sequence":14,"revision":1,"state":{"stream":"v1","how":"snapshot","root":"n1","focus":null,
          "nodes":{"n1":{"kind":"application","role":"application","class":"UIApplication","children":["n4"]},
          "n4":{"kind":"window","role":"window","class":"UIWindow","frame":[0,0,390,844],"children":["n2"]},
          "n2":{"kind":"controller","role":"pane","class":"MultiviewController","title":null,"appearance":"appeared",
          "isViewLoaded":true,"children":["n6"]},"n6":{"kind":"controller","role":"pane","class":"View01",
          "title":null,"appearance":"appeared","isViewLoaded":true,"children":[]}}}}]}
          """#),
      Example(
        "Come back after a broken connection",
        after: [
          Example.Request("subscribe", #"{"kinds":["state"],"scene":"multiview"}"#),
          Example.Request("displayView", #"{"view":2}"#),
        ],
        #"{"kinds":["state"],"scene":"multiview","since":{"epoch":"e1k8w2m5x9q3ab","revision":1}}"#,
        result: #"""
          {"subscription":"s2","kinds":["state"],"epoch":"e1k8w2m5x9q3ab","client":"c2","scenes":[{"name":"multiview",
          "sequence":25,"revision":2,"state":{"stream":"v1","how":"resumed","deltas":[{"scene":"multiview",
          "stream":"v1","epoch":"e1k8w2m5x9q3ab","from":1,"to":2,"cause":{"kind":"request","method":"displayView",
          "client":"c2","id":1},"focus":null,"nodes":{"n46":{"new":{"kind":"controller","role":"pane",
          "class":"View02","title":null,"appearance":"appeared","isViewLoaded":true,"children":["n47"]}},
          "n47":{"new":{"kind":"view","role":"genericContainer","class":"UIView","frame":[0,0,390,844],
          "children":["n48"]}},"n48":{"new":{"kind":"view","role":"button","class":"UIButton","label":"Two!",
          "frame":[40,40,240,30],"children":[]}},"n5":{"children":["n46"]}}}]}}]}
          """#),
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let wanted = try wanted(call)
    let name = call.arguments.string("scene")
    var scene = try name.map { name throws(JSONRPCError) in
      try call.host.scene(named: name, pointer: "/params/scene")
    }
    try checkState(call, wanted)
    if scene == nil, call.arguments["controller"] != nil { scene = try call.sceneOfController() }
    let root = try scene.flatMap { scene throws(JSONRPCError) in try call.namedController(in: scene) }
    let scope = call.scope(root: root)
    let since = try StateAnswer.Since(call)
    let covered = scene.map { [$0] } ?? call.host.scenes
    // First all that can fail.
    var streams: [StateStream?] = []
    for scene in covered {
      streams.append(
        wanted.contains(.state) ? try call.host.stream(of: scene, in: scope, root: root) : nil)
    }
    let subscription = call.session.subscribe(wanted, scene: scene?.name, scope: scope)
    write(subscription, of: call, to: &writer)
    writer.key("scenes")
    writer.beginArray()
    for (scene, stream) in zip(covered, streams) {
      writer.beginObject()
      writer.key("name")
      writer.string(scene.name)
      writer.key("sequence")
      writer.integer(scene.application.trace.lastSequence)
      writer.key("revision")
      writer.integer(stream?.revision ?? scene.application.revision)
      if let stream {
        writer.key("state")
        StateAnswer(stream: stream, scene: scene, since: since).write(epoch: call.host.epoch, to: &writer)
        call.session.follow(stream, of: scene)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private nonisolated static let kindNames = Subscription.Kind.allCases.map(\.rawValue)

  private nonisolated static let sinceSchema = Schema.object([
    .always("epoch", .string), .sometimes("revision", .integer), .sometimes("revisions", .map(.integer)),
  ])

  private static func wanted(_ call: Call) throws(JSONRPCError) -> [Subscription.Kind] {
    let names = call.arguments.strings("kinds") ?? []
    guard !names.isEmpty else {
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
    return Subscription.Kind.allCases.filter { names.contains($0.rawValue) }
  }

  /// Parameters that say something about the state.
  private static let stateParameters = ["detail", "controller", "depth", "fields", "since"]

  /// The state is answered, and the deltas begin behind the answer: in a batch they would be sent before it, and without an
  /// answer nobody could use them.
  private static func checkState(_ call: Call, _ kinds: [Subscription.Kind]) throws(JSONRPCError) {
    guard kinds.contains(.state) else {
      guard let name = stateParameters.first(where: { call.arguments[$0] != nil }) else { return }
      throw ApplicationErrorCode.valueNotAccepted.error(
        "\"\(name)\" is about the state, which is not asked for; add \"state\" to the kinds, or leave it out.",
        [(name: "pointer", value: .string("/params/\(name)"))])
    }
    if let request = call.host.runningRequest, request.isInBatch || request.id.isAbsent {
      throw ApplicationErrorCode.notInBatch.error(
        "The state is subscribed to by a request with an id that is in no batch: deltas follow its answer. Nothing was "
          + "subscribed to; send it in a line of its own.")
    }
  }

  private static func write(_ subscription: Subscription, of call: Call, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("subscription")
    writer.string(subscription.name)
    writer.key("kinds")
    writer.beginArray()
    for kind in subscription.kinds { writer.string(kind.rawValue) }
    writer.endArray()
    writer.key("epoch")
    writer.string(call.host.epoch)
    writer.key("client")
    writer.string(call.session.name)
  }
}
