import JSONRPCCore

/// One client: its stream of lines, its output, its subscriptions.
@MainActor
final class ClientSession: ByteStreamSession {
  let peer: PeerCredentials
  /// What this client may do.
  let role: Role
  let output = OutputBuffer()

  var subscriptions: [Subscription] = []
  var lastSubscription = 0
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

  var wantsInput: Bool { output.queued < host.limits.unreadAnswers }

  var isFinished: Bool { framer.isFinished && !framer.isStopped }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isDisconnected else { return }
    framer.feed(bytes) { answer($0) }
  }

  func receiveEnd() {
    guard !isDisconnected, !framer.isFinished else { return }
    framer.finish { answer($0) }
  }

  func resume() {
    guard !isDisconnected else { return }
    tellLostEvents()
    guard wantsInput else { return }
    framer.resume { answer($0) }
  }

  func disconnect() {
    guard !isDisconnected else { return }
    isDisconnected = true
    output.discard()
    subscriptions = []
    host.remove(self)
  }

  private func answer(_ frame: LineFramer.Frame) -> LineFramer.FlowControl {
    host.answer(frame, for: self)
    return wantsInput ? .proceed : .stop
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
