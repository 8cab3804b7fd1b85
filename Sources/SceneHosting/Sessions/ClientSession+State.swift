import JSONRPCCore
import JSONText

extension ClientSession {
  /// Begins to send the deltas of a stream, from the next one on. One that is followed already stays as it is.
  ///
  /// - Parameter behind: What the client does not know yet; nil: it is given the state as it is now.
  func follow(_ stream: StateStream, of scene: HostedScene, behind: StreamPosition.Behind? = nil) {
    stream.add(self)
    guard positions[ObjectIdentifier(stream)] == nil else { return }
    positions[ObjectIdentifier(stream)] = StreamPosition(stream: stream, scene: scene, behind: behind)
    if behind != nil { keepsUp = false }
  }

  /// Sends no more of a stream. What waits to be sent still is.
  func leave(_ stream: StateStream) {
    positions[ObjectIdentifier(stream)] = nil
    stream.remove(self)
  }

  /// The client has gone. At once, and not by subscription: to look at each stream with each of them would take long.
  func leaveAllStreams() {
    let left = positions.values
    positions = [:]
    for position in left {
      position.stream.remove(self)
      host.dropUselessStreams(of: position.scene)
    }
  }

  /// Sends a delta; or drops it with all that waits, since the client is too far behind, and a snapshot will do in its
  /// place.
  func send(_ delta: SharedMessage, of stream: StateStream, from revision: Int) {
    guard !isClosing, let position = positions[ObjectIdentifier(stream)] else { return }
    guard position.behind == nil else {
      positions[ObjectIdentifier(stream)]?.behind?.deltas += 1
      return
    }
    guard hasRoom(for: delta.bytes.count) else {
      dropWaitingEvents()
      fallBehind(in: stream, from: revision, since: host.now())
      return
    }
    if isOutputFree(for: delta.bytes.count) {
      delta.bytes.withUnsafeBytes { writeNow($0) }
    } else {
      backlog.append(delta, .state(stream, from: revision, at: host.now()))
      keepsUp = false
    }
  }

  private func dropWaitingEvents() {
    for dropped in backlog.dropEvents() {
      switch dropped {
      case .answer: break
      case .event: countLostEvent()
      case .closing(let closing): owe(closing)
      case .state(let stream, let revision, let time): fallBehind(in: stream, from: revision, since: time)
      }
    }
  }

  private func fallBehind(in stream: StateStream, from revision: Int, since time: Double) {
    let key = ObjectIdentifier(stream)
    guard positions[key] != nil else { return }
    if positions[key]?.behind == nil {
      positions[key]?.behind = StreamPosition.Behind(reason: .fellBehind, from: revision, deltas: 0, since: time)
    }
    positions[key]?.behind?.deltas += 1
    keepsUp = false
  }

  /// 1,024 scenes of different names, four times as many as can be open: beyond it the end of one is an event that was lost.
  private static let mostOwedClosings = 1024

  /// Tells of a scene that was closed; when the client is too far behind, as soon as it reads again. Never told, a copy of its
  /// state would seem to live on, also under the name of a scene that is opened later.
  func send(_ closing: ClosedScene, _ bytes: UnsafeRawBufferPointer) {
    guard !isClosing else { return }
    guard lostEvents == 0, hasRoom(for: bytes.count) else { return owe(closing) }
    if isOutputFree(for: bytes.count) { writeNow(bytes) } else { hold(bytes, .closing(closing)) }
  }

  private func owe(_ closing: ClosedScene) {
    owedClosings.removeAll { $0.name == closing.name }
    guard owedClosings.count < Self.mostOwedClosings else { return countLostEvent() }
    owedClosings.append(closing)
    keepsUp = false
  }

  /// Sends the closings and snapshots that the client is owed, whatever waits to be sent before them.
  func catchUp() {
    guard !isClosing else { return }
    tellLostEvents(evenIfFull: true)
    let closings = owedClosings
    owedClosings = []
    for closing in closings {
      host.writeClosing(closing)
      host.eventWriter.withUnsafeBytes { write(message: $0) }
    }
    for (key, position) in positions.sorted(by: { $0.value.stream.number < $1.value.stream.number }) {
      guard let behind = position.behind else { continue }
      host.writeResync(of: position, behind)
      // The others wait until these are read: the queue has its bound also for a client that follows much.
      guard hasRoom(for: host.eventWriter.count) else { return }
      positions[key]?.behind = nil
      let time = host.now()
      host.eventWriter.withUnsafeBytes { bytes in
        if isOutputFree(for: bytes.count) {
          writeNow(bytes)
        } else {
          hold(bytes, .state(position.stream, from: behind.from, at: time))
        }
      }
    }
  }

  /// The client reads again: nearly all that it was sent has left.
  func catchUpIfRead() {
    guard isOwedSnapshot || !owedClosings.isEmpty, backlog.isEmpty, output.queued <= Self.nearlyEmpty else { return }
    catchUp()
  }

  var isOwedSnapshot: Bool { positions.values.contains { $0.behind != nil } }

  /// 16 KiB, as much as is written at once: a snapshot that is made earlier is only older when it arrives.
  private static let nearlyEmpty = 16_384
}
