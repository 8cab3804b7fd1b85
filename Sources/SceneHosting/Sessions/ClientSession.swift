import JSONRPCCore

/// One client: its stream of lines, its output, its subscriptions.
@MainActor
final class ClientSession: ByteStreamSession {
  let peer: PeerCredentials
  /// What this client may do.
  let role: Role
  let output = OutputBuffer()

  private(set) var subscriptions: [Subscription] = []
  /// How many subscriptions cover a topic: whether an event is wanted must not cost a look at each of them.
  private(set) var topics: [Topic: Int] = [:]
  private var lastSubscription = 0
  /// Events that were dropped because the client did not read; told as soon as it does.
  private(set) var lostEvents = 0

  /// The host lives as long as the daemon, and longer than its sessions.
  private unowned let host: SceneHost
  private var framer: LineFramer
  private var isDisconnected = false

  init(host: SceneHost, peer: PeerCredentials, role: Role) {
    self.host = host
    self.peer = peer
    self.role = role
    framer = LineFramer(limit: host.limits.lines.line)
    host.add(self)
  }

  /// 1 ms: a few hundred ordinary requests. A client that sends without end must not keep all others waiting.
  private static let turnTime = 0.001
  /// When the turn is over, in seconds of the host's clock.
  private var turnEnd = 0.0

  var wantsInput: Bool { hasRoom && !framer.isStopped }

  var wantsTurn: Bool { hasRoom && framer.isStopped }

  private var hasRoom: Bool { output.queued < host.limits.unreadAnswers }

  var isFinished: Bool { framer.isFinished && !framer.isStopped }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isDisconnected else { return }
    turnEnd = host.now() + Self.turnTime
    framer.feed(bytes) { answer($0) }
  }

  func receiveEnd() {
    guard !isDisconnected, !framer.isFinished else { return }
    turnEnd = host.now() + Self.turnTime
    framer.finish { answer($0) }
  }

  func resume() {
    guard !isDisconnected else { return }
    tellLostEvents()
    guard wantsTurn else { return }
    turnEnd = host.now() + Self.turnTime
    framer.resume { answer($0) }
  }

  func disconnect() {
    guard !isDisconnected else { return }
    isDisconnected = true
    output.discard()
    while !subscriptions.isEmpty { unsubscribe(at: subscriptions.count - 1) }
    host.remove(self)
  }

  // MARK: Subscriptions

  /// Adds a subscription.
  func subscribe(_ kinds: [Subscription.Kind], scene: String?) -> Subscription {
    lastSubscription += 1
    let subscription = Subscription(name: "s\(lastSubscription)", kinds: kinds, scene: scene)
    subscriptions.append(subscription)
    for topic in subscription.topics {
      topics[topic, default: 0] += 1
      if topics[topic] == 1 { host.add(self, to: topic) }
    }
    return subscription
  }

  /// Ends a subscription.
  func unsubscribe(at index: Int) {
    for topic in subscriptions.remove(at: index).topics {
      let others = topics[topic, default: 1] - 1
      topics[topic] = others == 0 ? nil : others
      if others == 0 { host.remove(self, from: topic) }
    }
  }

  // MARK: Output

  private func answer(_ frame: LineFramer.Frame) -> LineFramer.FlowControl {
    host.answer(frame, for: self)
    return hasRoom && host.now() < turnEnd ? .proceed : .stop
  }

  /// Sends an event, unless the client is too far behind: then it is counted as lost.
  func send(event bytes: UnsafeRawBufferPointer) {
    guard lostEvents == 0, output.queued + bytes.count <= host.limits.outputQueue else {
      lostEvents += 1
      return
    }
    output.append(bytes)
  }

  /// Half of the queue is free again: who fell behind is told how much it missed, before new events.
  private func tellLostEvents() {
    guard lostEvents > 0, output.queued <= host.limits.outputQueue / 2 else { return }
    let lost = lostEvents
    lostEvents = 0
    host.tellLostEvents(lost, to: self)
  }
}
