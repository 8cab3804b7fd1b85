import HeadlessUIKit
import JSONRPCCore
import JSONText

/// What a subscription to the state is answered for one scene: the deltas that the client has missed, or a snapshot.
@MainActor
struct StateAnswer {
  nonisolated static let schema = Schema.object([
    .always("stream", .string), .always("how", .choice(["snapshot", "resumed"])),
    .sometimes("reason", .choice(Reason.allCases.map(\.rawValue))), .sometimes("root", .nullable(.nodeID)),
    .sometimes("focus", .nullable(.nodeID)), .sometimes("nodes", .map(NodeWriter.nodeSchema)),
    .sometimes("deltas", .array(deltaSchema)),
  ])

  /// The parameters of `delta`.
  nonisolated static let deltaSchema = Schema.object([
    .always("scene", .string), .always("stream", .string), .always("epoch", .string), .always("from", .integer),
    .always("to", .integer),
    .always(
      "cause",
      .object([
        .always("kind", .choice(ChangeCause.allCases.map(\.rawValue))), .sometimes("method", .string),
        .sometimes("client", .string), .sometimes("id", .any),
      ])),
    .sometimes("root", .null), .always("focus", .nullable(.nodeID)), .always("nodes", .map(changeSchema)),
  ])

  /// What was changed of a node.
  private nonisolated static let changeSchema = Schema.object([
    .sometimes("new", NodeWriter.nodeSchema), .sometimes("set", NodeWriter.partSchema),
    .sometimes("unset", .array(.string)),
    .sometimes(
      "children",
      .anyOf([
        .array(.nodeID),
        .object([
          .sometimes("remove", .array(.nodeID)), .sometimes("insert", .array(.array(.nullable(.nodeID)))),
        ]),
      ])),
  ])

  /// Why a client that wanted to go on gets a snapshot.
  enum Reason: String, CaseIterable {
    /// The daemon was started anew since.
    case otherEpoch
    /// The deltas are not kept any more, or nobody has followed this scope then.
    case tooOld
    /// The scene has not come as far: the revision is another scene's, or the client's own invention.
    case notReached
  }

  /// What a client has already.
  struct Since {
    let epoch: String
    private static let names = ["epoch", "revision", "revisions"]
    private let revision: Int?
    private let revisions: [String: Int]

    /// - Returns: Nil when the client says nothing.
    /// - Throws: `valueNotAccepted`, when it is not clear which scene is meant.
    @MainActor
    init?(_ call: Call) throws(JSONRPCError) {
      guard let value = call.arguments["since"], let epoch = value["epoch"]?.string else { return nil }
      for (name, _) in value.members.map({ ($0.name, $0.value) }) where !Self.names.contains(name) {
        throw Arguments.unknown(
          name, Self.names, pointer: JSONPointer.appending(String(name.prefix(64)), to: "/params/since"))
      }
      guard value["revision"] != nil || value["revisions"] != nil else {
        throw .invalidParams(
          reason: "missingParameter",
          message: "Invalid params: \"since\" has neither \"revision\" nor \"revisions\"; give one of them.",
          pointer: "/params/since", details: [(name: "parameter", value: .string("revision"))])
      }
      self.epoch = epoch
      revision = value["revision"]?.int64.map { Int($0) }
      var revisions: [String: Int] = [:]
      for (name, value) in value["revisions"]?.members.map({ ($0.name, $0.value) }) ?? [] {
        revisions[name] = value.int64.map { Int($0) }
      }
      self.revisions = revisions
      guard revision != nil, call.arguments["scene"] == nil, call.arguments["controller"] == nil else { return }
      throw ApplicationErrorCode.valueNotAccepted.error(
        "A revision is of one scene; name that scene, or give \"revisions\" by the scenes' names.",
        [(name: "pointer", value: .string("/params/since/revision"))])
    }

    func revision(of scene: String) -> Int? { revision ?? revisions[scene] }
  }

  let stream: StateStream
  let scene: HostedScene
  /// Nil: the client has nothing.
  let since: Since?

  private enum Missed {
    case deltas([ReplayRing.Item])
    case all(Reason?)
  }

  private func missed(epoch: String) -> Missed {
    guard let since, let revision = since.revision(of: scene.name) else { return .all(nil) }
    guard since.epoch == epoch else { return .all(.otherEpoch) }
    guard revision <= stream.revision, revision >= scene.firstRevision else { return .all(.notReached) }
    if revision == stream.revision { return .deltas([]) }
    guard let items = stream.ring.items(after: revision) else { return .all(.tooOld) }
    return .deltas(items)
  }

  func write(epoch: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("stream")
    writer.string(stream.name)
    writer.key("how")
    switch missed(epoch: epoch) {
    case .deltas(let items):
      writer.string("resumed")
      writer.key("deltas")
      writer.beginArray()
      for item in items { item.message.bytes[item.message.parameters].withUnsafeBytes { writer.raw($0) } }
      writer.endArray()
    case .all(let reason):
      writer.string("snapshot")
      if let reason {
        writer.key("reason")
        writer.string(reason.rawValue)
      }
      stream.writeSnapshot(to: &writer)
    }
    writer.endObject()
  }
}
