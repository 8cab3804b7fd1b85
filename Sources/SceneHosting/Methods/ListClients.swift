import JSONRPCCore
import JSONText

extension Method {
  /// `listClients`: who is connected, what they hold, and how far they are behind. Cost: the clients and their subscriptions.
  static let listClients = Method(
    "listClients",
    summary:
      "Answers who is connected, in the order in which they came: what they may do, hold and wait for, and how far they "
      + "are behind.",
    role: .observe,
    result: .object([
      .always(
        "clients",
        .array(
          .object([
            .always("client", .string), .always("isYou", .boolean), .always("uid", .integer), .always("gid", .integer),
            .always("pid", .integer), .always("role", .choice(Role.allCases.map(\.rawValue))),
            .always("connectedSeconds", .number(minimum: 0)), .always("requests", .integer),
            .always(
              "subscriptions",
              .array(
                .object([
                  .always("subscription", .string), .always("kinds", .array(.string)),
                  .always("scene", .nullable(.string)),
                ]))),
            .always(
              "streams",
              .array(
                .object([
                  .always("stream", .string), .always("scene", .string),
                  .always(
                    "behind",
                    .nullable(
                      .object([
                        .always("from", .integer), .always("deltas", .integer),
                        .always("seconds", .number(minimum: 0)),
                      ]))),
                ]))),
            .always("pending", .integer), .always("queuedBytes", .integer), .always("lostEvents", .integer),
          ])))
    ]),
    examples: [
      Example(
        "Who follows what",
        after: [Example.Request("subscribe", #"{"kinds":["state"],"scene":"maps","detail":"controllers"}"#)],
        result: #"""
          {"clients":[{"client":"c1","isYou":false,"uid":0,"gid":0,"pid":4711,"role":"administer",
          "connectedSeconds":12.5,"requests":0,"subscriptions":[],"streams":[],"pending":0,
          "queuedBytes":0,"lostEvents":0},{"client":"c2","isYou":true,"uid":0,"gid":0,"pid":4711,"role":"administer",
          "connectedSeconds":12.5,"requests":2,"subscriptions":[{"subscription":"s1",
          "kinds":["state"],"scene":"maps"}],"streams":[{"stream":"v1","scene":"maps","behind":null}],"pending":0,
          "queuedBytes":0,"lostEvents":0}]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    writer.beginObject()
    writer.key("clients")
    writer.beginArray()
    let now = call.now
    for session in call.host.clients { write(session, isYou: session === call.session, at: now, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ session: ClientSession, isYou: Bool, at now: Double, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("client")
    writer.string(session.name)
    writer.key("isYou")
    writer.bool(isYou)
    writer.key("uid")
    writer.integer(Int(session.peer.userID))
    writer.key("gid")
    writer.integer(Int(session.peer.groupID))
    writer.key("pid")
    writer.integer(Int(session.peer.processID))
    writer.key("role")
    writer.string(session.role.rawValue)
    writer.key("connectedSeconds")
    writer.number(max(0, now - session.connectedAt))
    writer.key("requests")
    writer.integer(session.requestCount)
    writer.key("subscriptions")
    write(session.subscriptions, to: &writer)
    writer.key("streams")
    write(session.positions.values.sorted { $0.stream.number < $1.stream.number }, at: now, to: &writer)
    writer.key("pending")
    writer.integer(session.pendingAnswers.count)
    writer.key("queuedBytes")
    writer.integer(session.queuedBytes)
    writer.key("lostEvents")
    writer.integer(session.lostEvents + session.toldLostEvents)
    writer.endObject()
  }

  /// The streams of state that it gets, and what it has not been sent of them.
  private static func write(_ positions: [StreamPosition], at now: Double, to writer: inout JSONWriter) {
    writer.beginArray()
    for position in positions {
      writer.beginObject()
      writer.key("stream")
      writer.string(position.stream.name)
      writer.key("scene")
      writer.string(position.scene.name)
      writer.key("behind")
      if let behind = position.behind {
        writer.beginObject()
        writer.key("from")
        writer.integer(behind.from)
        writer.key("deltas")
        writer.integer(behind.deltas)
        writer.key("seconds")
        writer.number(max(0, now - behind.since))
        writer.endObject()
      } else {
        writer.null()
      }
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ subscriptions: [Subscription], to writer: inout JSONWriter) {
    writer.beginArray()
    for subscription in subscriptions {
      writer.beginObject()
      writer.key("subscription")
      writer.string(subscription.name)
      writer.key("kinds")
      writer.strings(subscription.kinds.map(\.rawValue))
      writer.key("scene")
      writer.string(orNull: subscription.scene)
      writer.endObject()
    }
    writer.endArray()
  }
}
