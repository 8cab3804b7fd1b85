import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `getServerInfo`: who the daemon is, what it knows, what it allows.
  static let getServerInfo = Method(
    "getServerInfo", summary: "Answers the daemon's version, applications, profiles, limits and counters.",
    role: .observe,
    result: .object([
      .always("name", .string), .always("version", .string), .always("apiLevel", .integer), .always("epoch", .string),
      .always("pid", .integer),
      .always("uptime", .number(minimum: 0)), .always("role", .choice(Role.allCases.map(\.rawValue))),
      .always(
        "applications", .array(.object([.always("name", .string), .always("offers", .array(.string))]))),
      .always("profiles", .array(.string)), .always("defaultProfile", .string), .always("kinds", .array(.string)),
      .always("limits", .map(.integer)), .always("counters", .map(.integer)),
    ]),
    examples: [
      Example(
        "Who is there",
        result: #"""
          {"name":"controllerd","version":"0.1.0","apiLevel":1,"epoch":"e1k8w2m5x9q3ab","pid":4711,"uptime":12.5,
          "role":"administer","applications":[{"name":"multiview","offers":["displayView"]},
          {"name":"multiview-contained","offers":["displayView"]},{"name":"segments","offers":["selectSegment"]},
          {"name":"maps","offers":[]}],"profiles":["ios5","latest"],"defaultProfile":"latest","kinds":["trace",
          "state","scenes","messages"],"limits":{"line":1048576,"header":4096,"depth":64,"batch":256,"idNumber":64,
          "idString":256,"malformedLines":32,"connections":4096,"connectionsPerUser":1024,"scenes":256,"subscriptions":64,"streams":64,
          "replayDeltas":1024,"replayBytes":1048576,"outputQueue":4194304,"unreadAnswers":1048576,
          "batchAnswers":262144,"waits":64,"keys":1024,"keyBytes":1048576,"transactionCalls":256,"complaints":8,"turns":10000,
          "timerFirings":100000,"messages":10000,"messageDepth":32,"messageValueDepth":60},"counters":{"clients":2,
          "subscribers":0,"scenes":3,"requests":1,"notifications":0,"failedNotifications":0,"batches":0,"errors":0,
          "ignoredResponses":0,"sentMessages":0,"droppedMessages":0,"deltas":0}}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let host = call.host
    writer.beginObject()
    writer.key("name")
    writer.string(host.identity.name)
    writer.key("version")
    writer.string(host.identity.version)
    writer.key("apiLevel")
    writer.integer(APILevel.current)
    writer.key("epoch")
    writer.string(host.epoch)
    writer.key("pid")
    writer.integer(host.identity.processID)
    writer.key("uptime")
    writer.number(host.now() - host.startedAt)
    writer.key("role")
    writer.string(call.session.role.rawValue)
    writer.key("applications")
    writeApplications(of: host, to: &writer)
    writer.key("profiles")
    writer.strings(UIApplication.Profile.allCases.map(\.rawValue))
    writer.key("defaultProfile")
    writer.string(host.defaultProfile.rawValue)
    writer.key("kinds")
    writer.strings(Subscription.Kind.allCases.map(\.rawValue))
    writer.key("limits")
    writer.integers(limits(of: host))
    writer.key("counters")
    writer.integers(counters(of: host))
    writer.endObject()
  }

  private static func writeApplications(of host: SceneHost, to writer: inout JSONWriter) {
    writer.beginArray()
    for name in host.applicationNames {
      guard let registration = host.registrations[name] else { continue }
      writer.beginObject()
      writer.key("name")
      writer.string(name)
      writer.key("offers")
      // What every scene offers goes without saying.
      writer.strings(registration.offeredMethods)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func limits(of host: SceneHost) -> [(StaticString, Int)] {
    let limits = host.limits
    return [
      ("line", limits.lines.line), ("header", HeaderFramer.headerLimit), ("depth", limits.lines.depth),
      ("batch", limits.lines.batch),
      ("idNumber", limits.lines.idNumber), ("idString", limits.lines.idString),
      ("malformedLines", limits.malformedLines),
      ("connections", limits.connections),
      ("connectionsPerUser", limits.connectionsPerUser),
      ("scenes", limits.scenes), ("subscriptions", limits.subscriptions), ("streams", limits.streams),
      ("replayDeltas", limits.replayDeltas), ("replayBytes", limits.replayBytes), ("outputQueue", limits.outputQueue),
      ("unreadAnswers", limits.unreadAnswers), ("batchAnswers", limits.batchAnswers), ("waits", limits.waits),
      ("keys", limits.keys), ("keyBytes", limits.keyBytes), ("transactionCalls", limits.transactionCalls),
      ("complaints", limits.complaints),
      ("turns", UIApplication.turnLimit), ("timerFirings", SceneClock.firingLimit),
      ("messages", UIApplication.messageLimit), ("messageDepth", UIApplication.messageDepthLimit),
      ("messageValueDepth", MessageValue.depthLimit),
    ]
  }

  private static func counters(of host: SceneHost) -> [(StaticString, Int)] {
    let counters = host.processor.counters
    return [
      ("clients", host.sessions.count), ("subscribers", host.sessions.values.count { !$0.subscriptions.isEmpty }),
      ("scenes", host.scenes.count),
      ("requests", counters.requests),
      ("notifications", counters.notifications), ("failedNotifications", counters.failedNotifications),
      ("batches", counters.batches), ("errors", counters.errors), ("ignoredResponses", counters.ignoredResponses),
      ("sentMessages", host.sentMessages), ("droppedMessages", host.droppedMessages),
      ("deltas", host.encodedDeltas),
    ]
  }
}

extension JSONWriter {
  mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  mutating func integers(_ members: [(StaticString, Int)]) {
    beginObject()
    for (name, value) in members {
      key(name)
      integer(value)
    }
    endObject()
  }
}
