import HeadlessUIKit
import JSONRPCCore
import JSONText

extension SceneHost {
  /// The stream of a scope of a scene; a new one begins with the state as it is now.
  ///
  /// - Parameter root: The controller that is the scope's root; nil: the application.
  /// - Throws: `limitReached`, when all streams of the scene are in use.
  func stream(
    of scene: HostedScene, in scope: StateScope, root: UIViewController?
  ) throws(JSONRPCError) -> StateStream {
    if let stream = scene.streams[scope] { return stream }
    dropUselessStreams(of: scene)
    if scene.streams.count >= limits.streams { try dropOldestAbandonedStream(of: scene) }
    let tree = StateTree(
      of: scene.application, root: root.map(TreeNode.controller) ?? .application(scene.application), scope: scope)
    let stream = StateStream(
      number: nextStreamNumber(), tree: tree, revision: scene.application.revision, limits: limits)
    scene.streams[scope] = stream
    followCommits(of: scene)
    return stream
  }

  private func dropOldestAbandonedStream(of scene: HostedScene) throws(JSONRPCError) {
    let abandoned = scene.streams.values.filter(\.isUnused)
    guard let oldest = abandoned.min(by: { $0.abandonedAt ?? 0 < $1.abandonedAt ?? 0 }) else {
      throw ApplicationErrorCode.limitReached.error(
        "\(scene.streams.count) different scopes of the state of scene \"\(scene.name)\" are followed, which is the limit; "
          + "ask for a scope that another client has, or for the whole.",
        JSONRPCError.limitDetails("streams", limits.streams, got: scene.streams.count + 1))
    }
    scene.streams[oldest.tree.scope] = nil
  }

  /// 4 scopes of a scene that nobody follows are kept up for clients that come back: each costs what one costs that is
  /// followed, and who may only observe can leave any number of them behind.
  private static let mostAbandonedStreams = 4

  /// Forgets the streams that are of no use to anybody any more, and of those that only somebody who comes back could use all
  /// but the ones that were left last.
  func dropUselessStreams(of scene: HostedScene) {
    for (scope, stream) in scene.streams where stream.isUseless { scene.streams[scope] = nil }
    let abandoned = scene.streams.values.filter(\.isUnused)
      .sorted { ($0.abandonedAt ?? 0, $0.number) > ($1.abandonedAt ?? 0, $1.number) }
    for stream in abandoned.dropFirst(Self.mostAbandonedStreams) { scene.streams[stream.tree.scope] = nil }
    followCommits(of: scene)
  }

  /// While nobody follows a scene its changes cost nothing.
  private func followCommits(of scene: HostedScene) {
    guard !scene.streams.isEmpty else {
      scene.application.onCommit = nil
      return
    }
    guard scene.application.onCommit == nil else { return }
    scene.application.onCommit = { [weak self, weak scene] change in
      guard let self, let scene else { return }
      tell(change, of: scene)
    }
  }

  /// Holds a settled change against each stream of the scene, and tells those who follow it.
  private func tell(_ change: SettledChange, of scene: HostedScene) {
    var hasUseless = false
    // In their order: a client with two of them gets their deltas the same way each time.
    for stream in scene.streams.values.sorted(by: { $0.number < $1.number }) {
      guard let difference = stream.apply(change) else {
        stream.advance(to: change.to, telling: nil)
        hasUseless = hasUseless || stream.isUseless
        continue
      }
      let from = stream.toldRevision
      let delta = encode(difference, from: from, to: change.to, of: stream, scene)
      stream.advance(to: change.to, telling: delta)
      for session in stream.subscribers.values { session.send(delta, of: stream, from: from) }
      hasUseless = hasUseless || stream.isUseless
    }
    if hasUseless { dropUselessStreams(of: scene) }
  }

  private func encode(
    _ difference: StateDifference, from: Int, to: Int, of stream: StateStream, _ scene: HostedScene
  ) -> SharedMessage {
    let start = beginNotification("delta")
    eventWriter.key("scene")
    eventWriter.string(scene.name)
    eventWriter.key("stream")
    eventWriter.string(stream.name)
    eventWriter.key("epoch")
    eventWriter.string(epoch)
    eventWriter.key("from")
    eventWriter.integer(from)
    eventWriter.key("to")
    eventWriter.integer(to)
    eventWriter.key("cause")
    writeCause(of: scene)
    if difference.isRootGone {
      eventWriter.key("root")
      eventWriter.null()
    }
    eventWriter.key("focus")
    eventWriter.nodeID(stream.tree.focus)
    eventWriter.key("nodes")
    eventWriter.beginObject()
    difference.write(of: stream.tree, to: &eventWriter)
    eventWriter.endObject()
    endNotification()
    encodedDeltas += 1
    return SharedMessage(eventWriter.bytes, parametersFrom: start)
  }

  private func writeCause(of scene: HostedScene) {
    eventWriter.beginObject()
    eventWriter.key("kind")
    eventWriter.string(scene.cause.rawValue)
    if scene.cause == .request, let request = runningRequest {
      eventWriter.key("method")
      eventWriter.string(request.method.name)
      eventWriter.key("client")
      eventWriter.string(request.session.name)
      if !request.id.isAbsent {
        eventWriter.key("id")
        request.id.write(to: &eventWriter)
      }
    }
    eventWriter.endObject()
  }

  // MARK: Snapshots

  /// Writes the snapshot for a client that does not have the state, or not the present one, as an event.
  func writeResync(of position: StreamPosition, _ behind: StreamPosition.Behind) {
    let stream = position.stream
    write(method: "resync") { writer in
      writer.key("scene")
      writer.string(position.scene.name)
      writer.key("stream")
      writer.string(stream.name)
      writer.key("epoch")
      writer.string(epoch)
      writer.key("revision")
      writer.integer(stream.revision)
      writer.key("reason")
      writer.string(behind.reason.rawValue)
      if behind.reason == .fellBehind {
        writer.key("merged")
        writer.beginObject()
        writer.key("from")
        writer.integer(behind.from)
        writer.key("deltas")
        writer.integer(behind.deltas)
        writer.key("seconds")
        writer.number(now() - behind.since)
        writer.endObject()
      }
      stream.writeSnapshot(to: &writer)
    }
  }

  // MARK: Scenes

  /// A scene was opened: those who follow the scenes are told, and those who follow the state of all get this one's.
  func tellOpened(_ scene: HostedScene) {
    scene.isKnown = true
    sendSceneEvent("sceneOpened", of: scene, kinds: [.scenes]) { writer in
      writer.key("scene")
      writer.string(scene.name)
      writer.sceneDescription(scene)
    } by: { session, bytes in
      session.send(event: bytes)
    }
    let topics = [Topic(kind: .state, scene: nil), Topic(kind: .state, scene: scene.name)]
    let followers = topics.flatMap { audience[$0].map { Array($0.values) } ?? [] }
    for session in followers.sorted(by: { $0.number < $1.number }) { session.followOpened(scene) }
  }

  /// A scene was closed: also who followed its state is told, who will hear no more of it.
  func tellClosed(_ scene: HostedScene) {
    scene.isKnown = false
    let closing = ClosedScene(name: scene.name, revision: scene.application.revision)
    sendSceneEvent("sceneClosed", of: scene, kinds: [.scenes, .state]) {
      closing.write(to: &$0)
    } by: { session, bytes in
      session.send(closing, bytes)
    }
  }

  /// Tells a client that it will not hear of the state of a scene that was opened: so many scopes of it are followed already.
  func tellNotFollowed(_ scene: HostedScene, by subscription: Subscription, of session: ClientSession) {
    write(method: "notFollowed") { writer in
      writer.key("scene")
      writer.string(scene.name)
      writer.key("subscription")
      writer.string(subscription.name)
      writer.key("limitName")
      writer.string("streams")
      writer.key("limit")
      writer.integer(limits.streams)
    }
    eventWriter.withUnsafeBytes { session.send(event: $0) }
  }

  /// Tells a client that has fallen behind of a scene that was closed meanwhile.
  func writeClosing(_ closing: ClosedScene) {
    write(method: "sceneClosed") { closing.write(to: &$0) }
  }

  /// The scene ends; what it does at its end is not told as deltas.
  func leaveStreams(of scene: HostedScene) {
    scene.application.onCommit = nil
    for stream in scene.streams.values {
      for session in stream.subscribers.values { session.leave(stream) }
    }
    scene.streams = [:]
  }
}

extension ClientSession {
  /// A scene was opened that subscriptions of this client cover: it gets a snapshot, and deltas from then on. A scope whose
  /// root is a controller is of a scene that has been closed.
  func followOpened(_ scene: HostedScene) {
    for subscription in subscriptions where subscription.scope.root == nil {
      guard subscription.coversState(of: scene.name, in: subscription.scope) else { continue }
      let stream: StateStream
      do throws(JSONRPCError) {
        stream = try host.stream(of: scene, in: subscription.scope, root: nil)
      } catch {
        host.tellNotFollowed(scene, by: subscription, of: self)
        continue
      }
      follow(
        stream, of: scene,
        behind: StreamPosition.Behind(reason: .opened, from: stream.revision, deltas: 0, since: host.now()))
    }
    catchUpIfRead()
  }
}
