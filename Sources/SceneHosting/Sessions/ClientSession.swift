import HeadlessUIKit
import JSONRPCCore
import JSONText

/// One client: its stream of messages, its output, its subscriptions.
@MainActor
final class ClientSession: ByteStreamSession {
  /// Unique in the daemon: clients are counted, from 1.
  let number: Int
  let peer: PeerCredentials
  /// What this client may do.
  let role: Role
  let output = OutputBuffer()
  /// In seconds of the host's clock.
  let connectedAt: Double
  /// Requests that were handed to a method, notifications included.
  ///
  /// Not checked for overlapping accesses: it is counted up, and read as a value.
  @exclusivity(unchecked) var requestCount = 0

  private(set) var subscriptions: [Subscription] = []
  /// How many subscriptions cover a topic: whether an event is wanted must not cost a look at each of them.
  private(set) var topics: [Topic: Int] = [:]
  private var lastSubscription = 0
  /// The calls that are still to be answered, oldest first.
  var pendingAnswers: [PendingAnswer] = []
  /// Events that were dropped because the client did not read; told as soon as it does.
  private(set) var lostEvents = 0
  /// What the output has no room for yet.
  var backlog = Backlog()
  /// Nothing is in the backlog, and nothing is owed: all that a request has to look at, of a client that reads.
  ///
  /// Not checked for overlapping accesses: it is only read and assigned.
  @exclusivity(unchecked) var keepsUp = true
  /// The scenes that were closed and of which it has not been told: in their order, none twice.
  var owedClosings: [ClosedScene] = []
  /// The streams of state that it gets.
  var positions: [ObjectIdentifier: StreamPosition] = [:]
  /// Those that it was told of.
  private(set) var toldLostEvents = 0

  /// Held in a circle, which `disconnect` breaks: every transport disconnects the sessions it was given.
  let host: SceneHost
  private var framer: MessageFramer
  /// Whether messages have headers, in both directions. Kept beside the framer, which is in use while a frame is answered.
  private var usesHeaders = false
  /// True once the daemon has said goodbye for a reason of this client's: nothing is read or written any more.
  private(set) var isClosing = false
  /// The client is to go at once, whether it takes its output or not.
  ///
  /// Not checked for overlapping accesses: it is only read and assigned.
  @exclusivity(unchecked) private(set) var mustEnd = false
  private var isDisconnected = false

  init(host: SceneHost, peer: PeerCredentials, role: Role) {
    self.host = host
    self.peer = peer
    self.role = role
    number = host.nextClientNumber()
    connectedAt = host.now()
    framer = MessageFramer(limit: host.limits.lines.line)
    host.add(self)
  }

  /// 16 requests: what is pipelined usually goes in one turn, and one that sends without end takes little more of a loop
  /// iteration than its neighbours do.
  private static let turnRequests = 16
  /// 4 requests, while others wait: who sends without end has as many requests answered, in shorter turns, so that each of the
  /// others waits less.
  private static let sharedTurnRequests = 4
  /// 0.1 ms: dear requests (a view that is made anew, a tree) must not make a turn long.
  private static let turnTime = 0.0001
  /// 64 KiB of answers: they cost time once more, when they are written.
  private static let turnBytes = 65_536
  /// When the turn is over, in seconds of the host's clock; endless for a single line, which is the usual thing to be sent:
  /// to read the clock twice would be a fiftieth of what its answer costs.
  private var turnEnd = 0.0
  private var requestsLeft = 0
  /// When the turn is over, by the size of the queue.
  private var queuedEnd = 0

  var wantsInput: Bool { hasRoom && !holdsBack }

  var wantsTurn: Bool { hasRoom && holdsBack && !isClosing }

  /// What others call the client.
  var name: String { "c\(number)" }

  /// What others send it does not keep a client from asking.
  private var hasRoom: Bool { output.queued + (keepsUp ? 0 : backlog.answerBytes) < host.limits.unreadAnswers }

  var isFinished: Bool { (isClosing || hasAnsweredAll && pendingAnswers.isEmpty) && (keepsUp || backlog.isEmpty) }

  // What the framer says, looked at once after each use of it: the transport asks several times.

  /// The framer has requests that wait for a turn.
  private var holdsBack = false
  /// A turn has ended with the last byte that was received, which leaves nothing to go on with: reading is not stopped for
  /// it, as that costs system calls.
  private var hasHadWholeTurn = false
  /// The client's direction has ended and nothing is left to be answered but what waits.
  private var hasAnsweredAll = false
  /// The framer holds nothing: what comes next begins a message.
  private var isBetweenMessages = true

  private func noteFramer() {
    let isStopped = framer.isStopped
    isBetweenMessages = framer.heldBytes == 0
    holdsBack = isStopped && !isBetweenMessages
    hasHadWholeTurn = isStopped && !holdsBack
    hasAnsweredAll = !isStopped && framer.isFinished
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isDisconnected, !isClosing else { return }
    framer.detect(bytes)
    usesHeaders = framer.usesHeaders
    beginTurn(isTimed: !isSingleLine(bytes))
    goOnAfterWholeTurn()
    framer.feed(bytes) { answer($0) }
    noteFramer()
  }

  private func isSingleLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isBetweenMessages && ByteSearch.firstOffset(of: UInt8(ascii: "\n"), in: bytes) == bytes.count - 1
  }

  func receiveEnd() {
    guard !isDisconnected, !isClosing, !framer.isFinished else { return }
    beginTurn()
    goOnAfterWholeTurn()
    framer.finish { answer($0) }
    noteFramer()
    goOnAfterWholeTurn()
    endFollowingWhenAnswered()
  }

  /// The client has ended its direction and all that it has asked is answered: what happens from now on is not owed to it, and
  /// would keep the line of one that reads slowly from ever being closed. What is queued already is still sent.
  private func endFollowingWhenAnswered() {
    guard hasAnsweredAll, pendingAnswers.isEmpty, !subscriptions.isEmpty else { return }
    catchUp()
    leaveAllStreams()
    owedClosings = []
    while !subscriptions.isEmpty { unsubscribe(at: subscriptions.count - 1) }
    keepsUp = backlog.isEmpty
  }

  private func goOnAfterWholeTurn() {
    guard hasHadWholeTurn else { return }
    framer.resume { answer($0) }
    noteFramer()
  }

  func resume() { resume(Self.turnRequests) }

  func resumeBriefly() { resume(Self.sharedTurnRequests) }

  private func resume(_ requests: Int) {
    guard !isDisconnected else { return }
    goOnSending()
    endFollowingWhenAnswered()
    guard wantsTurn else { return }
    beginTurn()
    requestsLeft = requests
    framer.resume { answer($0) }
    noteFramer()
    // The end of the stream is still to be taken.
    if framer.isFinished { goOnAfterWholeTurn() }
    endFollowingWhenAnswered()
  }

  func disconnect() {
    guard !isDisconnected else { return }
    isDisconnected = true
    output.discard()
    backlog.removeAll()
    host.dropWaits(of: self)
    leaveAllStreams()
    while !subscriptions.isEmpty { unsubscribe(at: subscriptions.count - 1) }
    host.remove(self)
  }

  /// Ends the connection from this side: says goodbye, and has the transport close it after one attempt to write.
  func close(_ reason: SceneHost.GoodbyeReason) {
    guard !isDisconnected, !isClosing else { return }
    backlog.removeAll()
    host.sayGoodbye(reason, to: self)
    isClosing = true
    mustEnd = true
    output.wake()
  }

  /// The daemon ends: what waits is answered, the scenes that it follows are told as closed, and then comes the goodbye.
  func shutDown() {
    guard !isDisconnected, !isClosing else { return }
    host.endWaits(of: self)
    tellLostEvents(evenIfFull: true)
    for scene in host.scenes.reversed() where covers(scene) {
      host.writeClosing(ClosedScene(name: scene.name, revision: scene.application.revision))
      host.eventWriter.withUnsafeBytes { write(message: $0) }
    }
    host.sayGoodbye(.shutdown, to: self)
    isClosing = true
  }

  private func covers(_ scene: HostedScene) -> Bool {
    subscriptions.contains { subscription in
      let tellsEnd = subscription.kinds.contains(.scenes) || subscription.kinds.contains(.state)
      return tellsEnd && (subscription.scene == nil || subscription.scene == scene.name)
    }
  }

  // MARK: Subscriptions

  /// Adds a subscription.
  func subscribe(_ kinds: [Subscription.Kind], scene: String?, scope: StateScope = .whole) -> Subscription {
    lastSubscription += 1
    let subscription = Subscription(name: "s\(lastSubscription)", kinds: kinds, scene: scene, scope: scope)
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
    for position in positions.values {
      let (name, scope) = (position.scene.name, position.stream.tree.scope)
      guard !subscriptions.contains(where: { $0.coversState(of: name, in: scope) }) else { continue }
      leave(position.stream)
      host.dropUselessStreams(of: position.scene)
    }
  }

  // MARK: Output

  private func beginTurn(isTimed: Bool = true) {
    requestsLeft = Self.turnRequests
    queuedEnd = output.queued + Self.turnBytes
    turnEnd = isTimed ? host.now() + Self.turnTime : .infinity
  }

  private func answer(_ frame: MessageFramer.Frame) -> MessageFramer.FlowControl {
    // What came with the reason is not carried out.
    guard !isClosing else { return .proceed }
    host.answer(frame, for: self)
    if let reason = reasonToClose(after: frame) {
      host.sayGoodbye(reason, to: self)
      isClosing = true
      return .proceed
    }
    requestsLeft -= 1
    let mayGoOn =
      hasRoom && requestsLeft > 0 && output.queued < queuedEnd && (turnEnd == .infinity || host.now() < turnEnd)
    return mayGoOn ? .proceed : .stop
  }

  // MARK: Malformed input

  /// Lines that were no JSON since the last that was.
  private var malformedLines = 0
  /// The last line was that of an HTTP request.
  private var speaksHTTP = false

  func hasSentJSON() { malformedLines = 0 }

  /// - Parameter line: Nil when it is not known, as it was too long.
  func hasSentMalformed(_ line: UnsafeRawBufferPointer? = nil) {
    malformedLines += 1
    speaksHTTP = line.map(Self.isHTTP) ?? false
  }

  /// Whether a line ends as the first one of an HTTP request does. A method may begin like JSON; which methods a page of
  /// another origin may use is the browser's affair.
  private static func isHTTP(_ line: UnsafeRawBufferPointer) -> Bool {
    line.dropLast().suffix(8).elementsEqual(" HTTP/1.".utf8)
  }

  private func reasonToClose(after frame: MessageFramer.Frame) -> SceneHost.GoodbyeReason? {
    switch frame {
    case .malformedHeader: .badHeader
    case .unknownProtocol: .unknownProtocol
    case .message, .tooLong:
      malformedLines == 0
        ? nil : speaksHTTP ? .unknownProtocol : malformedLines >= host.limits.malformedLines ? .malformedLines : nil
    }
  }

  /// Sends an event, unless the client is too far behind: then it is counted as lost.
  func send(event bytes: UnsafeRawBufferPointer) {
    guard !isClosing else { return }
    guard lostEvents == 0, hasRoom(for: bytes.count) else { return countLostEvent() }
    if isOutputFree(for: bytes.count) { writeNow(bytes) } else { hold(bytes, .event) }
  }

  func countLostEvent() {
    lostEvents += 1
    keepsUp = false
  }

  /// Puts a message into the backlog. Cost: a copy.
  func hold(_ line: UnsafeRawBufferPointer, _ kind: Backlog.Kind) {
    backlog.append(line, kind)
    keepsUp = false
  }

  /// Queues a whole message that may not be dropped.
  ///
  /// - Parameter line: The message and its LF; nothing when there is no message.
  func write(message line: UnsafeRawBufferPointer) {
    guard !isClosing, !line.isEmpty else { return }
    if isOutputFree(for: line.count) { writeNow(line) } else { hold(line, .answer) }
  }

  /// All that waits to be sent, in bytes.
  var queuedBytes: Int { output.queued + backlog.bytes }

  /// Whether events may still be queued. While nothing is, one of any size may: only when something leaves does the transport
  /// ask for what is owed.
  func hasRoom(for count: Int) -> Bool {
    let queued = queuedBytes
    return queued == 0 || queued + framedCount(count) <= host.limits.outputQueue
  }

  /// Whether a message goes out without waiting for others. A large one does, too, when nothing is before it.
  func isOutputFree(for count: Int) -> Bool {
    (keepsUp || backlog.isEmpty) && (output.queued == 0 || output.queued + count <= Self.outputBytes)
  }

  /// 256 KiB are handed to the transport, above any usual batch of answers; the rest waits where it can still be dropped.
  private static let outputBytes = 262_144

  /// Hands a whole message to the transport, framed as the client frames its own. All that is sent goes through here.
  ///
  /// - Parameter line: The message and its LF. Messages with headers go without the LF.
  func writeNow(_ line: UnsafeRawBufferPointer) {
    guard usesHeaders else {
      output.append(line)
      return
    }
    MessageHeader.withBytes(contentLength: line.count - 1) { output.append($0) }
    output.append(UnsafeRawBufferPointer(rebasing: line.dropLast()))
  }

  private func framedCount(_ count: Int) -> Int {
    usesHeaders ? MessageHeader.count(contentLength: count - 1) + count - 1 : count
  }

  /// The transport has made room.
  private func goOnSending() {
    guard !keepsUp else { return }
    while output.queued < Self.outputBytes, let next = backlog.takeNext() { next.withBytes { writeNow($0) } }
    tellLostEvents(evenIfFull: false)
    catchUpIfRead()
    keepsUp = backlog.isEmpty && lostEvents == 0 && owedClosings.isEmpty && !isOwedSnapshot
  }

  /// Half of the queue is free again: who fell behind is told how much it missed, before new events.
  func tellLostEvents(evenIfFull: Bool) {
    guard lostEvents > 0, evenIfFull || queuedBytes <= host.limits.outputQueue / 2 else { return }
    let lost = lostEvents
    lostEvents = 0
    toldLostEvents += lost
    host.tellLostEvents(lost, to: self)
  }
}
