import HeadlessUIKit
import JSONText

extension SceneHost {
  /// Listens to a scene's callbacks while anybody wants to hear of them; else they cost nothing but their record.
  func followTrace(of scene: HostedScene) {
    guard isWanted(.trace, of: scene.name) else {
      scene.application.trace.onEvent = nil
      return
    }
    guard scene.application.trace.onEvent == nil else { return }
    scene.application.trace.onEvent = { [weak self, weak scene] entry in
      guard let self, let scene else { return }
      tell(entry, of: scene)
    }
  }

  private func tell(_ entry: TraceEvent, of scene: HostedScene) {
    send(.trace, method: "trace", scene: scene.name) { writer in
      writer.key("sequence")
      writer.integer(entry.sequence)
      writer.key("controller")
      writer.nodeID(entry.controller)
      writer.key("class")
      writer.string(entry.className)
      writer.key("event")
      writer.string(entry.event.rawValue)
      if let animated = entry.animated {
        writer.key("animated")
        writer.bool(animated)
      }
      if entry.event == .willMove || entry.event == .didMove {
        writer.key("parent")
        writer.nodeID(entry.parent?.id)
      }
      if entry.event == .prepare {
        writer.key("segue")
        writer.string(orNull: entry.segue)
      }
      if let change = entry.change { writer.change(change) }
    }
  }

  func tell(_ message: MessageEvent, of scene: HostedScene) {
    send(.messages, method: "message", scene: scene.name) { writer in
      writer.key("from")
      writer.nodeID(message.from)
      writer.key("to")
      writer.nodeID(message.to)
      writer.key("protocol")
      writer.string(message.messageProtocol)
      writer.key("message")
      writer.string(message.message)
      writer.key("arguments")
      writer.messageArguments(message.arguments)
      writer.key("delivered")
      writer.bool(message.isDelivered)
      if let drop = message.drop {
        writer.key("cause")
        writer.string(drop.rawValue)
      }
    }
  }

  func tell(_ issue: ContractIssue, of scene: HostedScene) {
    send(.trace, method: "issue", scene: scene.name) { $0.issue(issue) }
  }

  func tell(_ advice: Advice, of scene: HostedScene) {
    send(.trace, method: "advice", scene: scene.name) { writer in
      writer.key("advice")
      writer.string(advice.kind.rawValue)
      writer.key("controller")
      writer.nodeID(advice.controller)
      writer.key("class")
      writer.string(advice.className)
      writer.key("message")
      writer.string(advice.message)
    }
  }

  /// Why the daemon closes a connection.
  enum GoodbyeReason: String {
    /// The daemon ends.
    case shutdown
    /// A header could not be read, and so nothing after it.
    case badHeader
    /// The client speaks another protocol, HTTP for instance.
    case unknownProtocol
    /// As many lines in a row as the limit allows were no JSON.
    case malformedLines
    /// A client who administers wanted it.
    case disconnected
  }

  /// Tells a client why its connection is about to be closed.
  func sayGoodbye(_ reason: GoodbyeReason, to session: ClientSession) {
    write(method: "goodbye") { writer in
      writer.key("reason")
      writer.string(reason.rawValue)
    }
    eventWriter.withUnsafeBytes { session.write(message: $0) }
  }

  /// Tells a client that it has missed events.
  func tellLostEvents(_ count: Int, to session: ClientSession) {
    write(method: "lost") { writer in
      writer.key("events")
      writer.integer(count)
      writer.key("limitName")
      writer.string("outputQueue")
      writer.key("limit")
      writer.integer(limits.outputQueue)
    }
    eventWriter.withUnsafeBytes { session.write(message: $0) }
  }

  /// Sends an event to all who want it; it is encoded once.
  private func send(
    _ kind: Subscription.Kind, method: StaticString, scene: String, _ members: (inout JSONWriter) -> Void
  ) {
    guard isWanted(kind, of: scene) else { return }
    write(method: method) { writer in
      writer.key("scene")
      writer.string(scene)
      members(&writer)
    }
    eventWriter.withUnsafeBytes { bytes in
      let all = Topic(kind: kind, scene: nil)
      if let sessions = audience[all] {
        for session in sessions.values { session.send(event: bytes) }
      }
      if let sessions = audience[Topic(kind: kind, scene: scene)] {
        for session in sessions.values where session.topics[all] == nil { session.send(event: bytes) }
      }
    }
  }

  /// Sends an event about a scene to all who follow one of the kinds, once to each.
  func sendSceneEvent(
    _ method: StaticString, of scene: HostedScene, kinds: [Subscription.Kind], _ members: (inout JSONWriter) -> Void,
    by send: (ClientSession, UnsafeRawBufferPointer) -> Void
  ) {
    let topics = kinds.flatMap { [Topic(kind: $0, scene: nil), Topic(kind: $0, scene: scene.name)] }
    var told: [ObjectIdentifier: ClientSession] = [:]
    for topic in topics { told.merge(audience[topic] ?? [:]) { first, _ in first } }
    guard !told.isEmpty else { return }
    write(method: method, members)
    eventWriter.withUnsafeBytes { bytes in
      for session in told.values { send(session, bytes) }
    }
  }

  private func isWanted(_ kind: Subscription.Kind, of scene: String) -> Bool {
    audience[Topic(kind: kind, scene: nil)] != nil || audience[Topic(kind: kind, scene: scene)] != nil
  }

  /// Writes a notification into `eventWriter`, with its LF.
  func write(method: StaticString, _ members: (inout JSONWriter) -> Void) {
    _ = beginNotification(method)
    members(&eventWriter)
    endNotification()
  }

  /// - Returns: Where its parameters begin.
  func beginNotification(_ method: StaticString) -> Int {
    eventWriter.removeAll(keepingCapacity: eventWriter.capacity <= Self.keptEventCapacity)
    eventWriter.beginObject()
    eventWriter.key("jsonrpc")
    eventWriter.string("2.0")
    eventWriter.key("method")
    eventWriter.string(method)
    eventWriter.key("params")
    let start = eventWriter.count
    eventWriter.beginObject()
    return start
  }

  func endNotification() {
    eventWriter.endObject()
    eventWriter.endObject()
    eventWriter.endLine()
  }

  /// 64 KiB: above any usual event; a snapshot's memory is not kept.
  private static let keptEventCapacity = 65_536
}
