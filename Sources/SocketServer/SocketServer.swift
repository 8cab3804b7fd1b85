import CLinux
import Glibc
public import SceneHosting

/// Serves a `HostedService` on Unix sockets, from one thread.
///
/// `listen`, then `run`. A server that was made has to be ended, by `run` or by `stop` and `turn`.
@MainActor
public final class SocketServer {
  /// The loop that everything runs on.
  public let loop: EventLoop

  /// The limits.
  public let configuration: Configuration

  /// Gets sentences for the operator: clients that were refused, and why. None about clients that just go away.
  public var onDiagnostic: (@MainActor (String) -> Void)?

  /// Connections that are served now.
  public var connectionCount: Int { connections.count }

  /// True when the server has ended and given everything back.
  public private(set) var hasEnded = false

  private enum Phase {
    /// Accepts and reads.
    case serving
    /// What was received is answered and written.
    case draining
    /// The service has been shut down; its last words are written.
    case closing
    /// Nothing is open.
    case ended
  }

  /// 32 KiB: one read takes what a client pipelines usually; of one that sends without end the kernel copies no more at a time
  /// than takes as long as some answers do. There is one buffer, lent to whoever is read.
  private static let readBufferSize = 32_768

  private let service: any HostedService
  private let readBuffer: UnsafeMutableRawBufferPointer
  // Accessed with every request; the run time's check that no two accesses overlap would be a tenth of its cost. None does:
  // each access of these three ends before anything else is called (`flush` swaps the lists first).
  @exclusivity(unchecked) private var phase = Phase.serving
  private var listeners: [Listener] = []
  private var signals: [LoopHandle] = []
  private var connections: [Connection] = []
  private var connectionsOfUser: [UInt32: Int] = [:]
  private var isRefusing = false
  private var reporter: ServiceReporter?

  @exclusivity(unchecked) private var ready: [Connection] = []
  @exclusivity(unchecked) private var flushing: [Connection] = []
  private let turns = TurnQueue<Connection>()

  /// Tells of clients that have gone while something was still to be answered.
  let hangUps: HangUpWatch

  private var deadlineTimer: LoopTimer?
  private var armedDeadline: Double?
  private var deadlineMayDiffer = true
  private var drainTimer: LoopTimer?
  private var drainTimeIsOver = false
  /// Until when the drain time begins anew while the server itself is behind.
  private var answersUntil = 0.0
  private var sharedDrainTimer: LoopTimer?
  private var endsAlone = false
  private var releaseTimer: LoopTimer?
  private var willReleaseMemory = false

  /// A server that listens nowhere yet. From here on the process ignores SIGPIPE.
  public init(service: any HostedService, configuration: Configuration = Configuration()) throws(SocketServerError) {
    signal(SIGPIPE, SIG_IGN)
    self.service = service
    self.configuration = configuration
    loop = try EventLoop()
    hangUps = try HangUpWatch(loop: loop)
    readBuffer = .allocate(byteCount: Self.readBufferSize, alignment: 16)
    _ = try loop.beforeSleep { [self] in iterate() }
    _ = try loop.watchMainQueue { service.runPendingWork() }
    deadlineTimer = try loop.addTimer { [unowned self] in deadlineHasCome() }
    drainTimer = try loop.addTimer { [unowned self] in drainTimeHasPassed() }
    sharedDrainTimer = try loop.addTimer { [unowned self] in endsAlone = true }
    releaseTimer = try loop.addTimer { [unowned self] in releaseMemory() }
    service.onDeadlineChange = { [unowned self] in deadlineMayDiffer = true }
  }

  // MARK: Listening

  /// Makes a socket and accepts clients on it. Can be called for more than one path.
  ///
  /// A stale socket at the path is replaced. The file has its mode before anybody can connect.
  ///
  /// - Parameters:
  ///   - path: At most 107 bytes; its directory has to exist.
  ///   - mode: The socket's permissions, whatever the umask.
  ///   - group: The socket's group; nil: the process's own.
  ///   - ceiling: What its clients may do at most.
  /// - Throws: `SocketServerError` when a program answers on the socket, when the path is taken by something that is no
  ///   socket (which is never removed), or when the system refuses.
  public func listen(at path: String, mode: UInt32 = 0o600, group: UInt32? = nil, ceiling: Role = .administer)
    throws(SocketServerError)
  {
    try add(Listener(path: path, mode: mode, group: group, ceiling: ceiling))
  }

  /// Accepts clients on a socket that listens already; its file, if it has one, is never removed.
  ///
  /// - Parameters:
  ///   - descriptor: A listening Unix stream socket, which the server owns from now on.
  ///   - name: What it is called in messages.
  ///   - ceiling: What its clients may do at most.
  /// - Throws: `SocketServerError` when it is something else; then the descriptor stays the caller's.
  public func listen(adopting descriptor: Int32, named name: String? = nil, ceiling: Role = .administer)
    throws(SocketServerError)
  {
    try add(Listener(adopting: descriptor, named: name, ceiling: ceiling))
  }

  private func add(_ listener: Listener) throws(SocketServerError) {
    precondition(phase == .serving, "a server that is ending was told to listen")
    listeners.append(listener)
    let ceiling = listener.ceiling
    try listener.start(
      on: loop,
      Listener.Handlers(
        accepted: { [unowned self] in accept($0, ceiling: ceiling) }, report: { [unowned self] in onDiagnostic?($0) }))
  }

  // MARK: Service manager

  /// Tells a service manager how the server is: that it is ready as soon as it runs, how much it serves (once a second at
  /// most, and only when that has changed), signs of life, and that it has begun to end.
  ///
  /// - Parameters:
  ///   - notifier: Where to tell it.
  ///   - environment: What the service manager wants.
  ///   - sceneCount: The open scenes; called often, and so to be cheap.
  public func report(
    to notifier: ServiceNotifier, as environment: ServiceEnvironment, sceneCount: @escaping @MainActor () -> Int
  ) throws(SocketServerError) {
    reporter = try ServiceReporter(
      notifier: notifier, mainProcess: environment.unknownMainProcess,
      watchdogInterval: environment.watchdogInterval, loop: loop
    ) { [unowned self] in ServiceReporter.Load(clients: connections.count, scenes: sceneCount()) }
  }

  // MARK: Running

  /// From here on SIGTERM, SIGINT and SIGHUP do not end the process but the server, in order, as soon as it runs. `run` calls it;
  /// who calls it before `listen` leaves no moment in which a client can connect and a signal leaves the socket behind.
  public func takeSignals() throws(SocketServerError) {
    guard signals.isEmpty, phase == .serving else { return }
    // A parent that blocks signals hands that on; nobody could end the daemon in order then.
    var ending = sigset_t()
    sigemptyset(&ending)
    sigaddset(&ending, SIGTERM)
    sigaddset(&ending, SIGINT)
    sigaddset(&ending, SIGHUP)
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
    // A program that was started to outlive its terminal, as by nohup(1), goes on ignoring its end.
    for number in [SIGTERM, SIGINT, SIGHUP] where number != SIGHUP || linux_ignores_signal(SIGHUP) == 0 {
      signals.append(try loop.watchSignal(number) { [unowned self] in stop() })
    }
  }

  /// Serves until SIGTERM, SIGINT, SIGHUP or `stop`, then ends in order: no new clients, no new input, what was received is
  /// answered and written (as long as `Configuration.drainTime` and `answerTime` let it), the service shuts down, all is closed.
  ///
  /// A second signal has its default action, so that it ends the process at once, whatever a controller is doing.
  ///
  /// - Returns: The process's exit status, 0.
  public func run() throws(SocketServerError) -> Int32 {
    guard !hasEnded else { return 0 }
    try takeSignals()
    // What only the start has needed, which is half of the memory that the process has.
    linux_drop_code_pages()
    loop.run()
    finish()
    return 0
  }

  /// One pass of the loop, without sleeping; for tests, and for programs with a loop of their own.
  ///
  /// - Returns: False when the server has ended.
  @discardableResult
  public func turn() -> Bool {
    guard !hasEnded else { return false }
    loop.turn()
    if phase == .ended { finish() }
    return !hasEnded
  }

  /// Begins to end, as after SIGTERM. The sockets' files are removed at once.
  public func stop() {
    guard phase == .serving else { return }
    phase = .draining
    reporter?.stop()
    signals.forEach { $0.closeHandle() }
    listeners.forEach { $0.close() }
    listeners = []
    connections.forEach { $0.takeLastInput() }
    answersUntil = EventLoop.now + configuration.answerTime
    drainTimer?.start(after: configuration.drainTime)
    sharedDrainTimer?.start(after: configuration.sharedDrainTime)
  }

  /// Right before the loop sleeps: everything that the events of this iteration have made is written, once.
  private func iterate() {
    flush()
    // After everybody's answers have left: nobody waits for the requests of one that has sent without end.
    turns.run()
    endIfDrained()
    armDeadline()
    reporter?.loopIsAboutToSleep()
    // What became ready meanwhile is not written at once, so that one client cannot keep the loop from others.
    loop.staysAwake = !ready.isEmpty || !turns.isEmpty
  }

  private func flush() {
    guard !ready.isEmpty else { return }
    swap(&ready, &flushing)
    for connection in flushing {
      connection.isReady = false
      connection.flush()
    }
    flushing.removeAll(keepingCapacity: true)
  }

  private func endIfDrained() {
    if phase == .draining, endsAlone { sendDrainedAway() }
    if phase == .draining, drainTimeIsOver || connections.allSatisfy(\.isDrained) {
      phase = .closing
      let late = connections.count(where: \.isOwedWork)
      if late > 0 {
        onDiagnostic?(
          "ends although \(late) client(s) had sent what is not answered yet: the machine has left it too little time.")
      }
      service.onDeadlineChange = nil
      deadlineTimer?.close()
      service.shutDown()
      flush()
    }
    guard phase == .closing else { return }
    // Backwards: one that ends is replaced by the last.
    for index in connections.indices.reversed() where connections[index].session.output.queued == 0 {
      connections[index].end(readingOn: true)
    }
    if drainTimeIsOver, !connections.isEmpty {
      onDiagnostic?(
        "ends although \(connections.count) client(s) did not take all that was sent to them within "
          + "\(configuration.drainTime) seconds; the rest is lost to them.")
    }
    guard drainTimeIsOver || connections.allSatisfy({ $0.session.output.queued == 0 }) else { return }
    phase = .ended
    while let connection = connections.last { connection.end(readingOn: true) }
    ready = []
    turns.removeAll()
    loop.stop()
  }

  /// The time is the clients'. What a busy machine has kept the server from is answered all the same.
  private func drainTimeHasPassed() {
    if phase == .draining, EventLoop.now < answersUntil, connections.contains(where: \.isOwedWork) {
      drainTimer?.start(after: configuration.drainTime)
    } else {
      drainTimeIsOver = true
    }
  }

  /// Who has all of its answers does not wait for those who do not take theirs.
  private func sendDrainedAway() {
    for index in connections.indices.reversed() where connections[index].isDrained {
      connections[index].session.shutDown()
      // Writes its last words, and closes the line when the kernel has taken them.
      connections[index].flush()
    }
  }

  private func finish() {
    hangUps.close()
    loop.close()
    readBuffer.deallocate()
    reporter = nil
    hasEnded = true
  }

  // MARK: Time

  private func armDeadline() {
    guard deadlineMayDiffer, phase != .closing, phase != .ended else { return }
    deadlineMayDiffer = false
    let deadline = service.nextDeadline.flatMap { $0 < .infinity ? $0 : nil }
    guard deadline != armedDeadline else { return }
    armedDeadline = deadline
    if let deadline {
      deadlineTimer?.start(after: deadline - EventLoop.now)
    } else {
      deadlineTimer?.stop()
    }
  }

  private func deadlineHasCome() {
    armedDeadline = nil
    deadlineMayDiffer = true
    service.tick(now: EventLoop.now)
  }

  // MARK: Connections

  /// False once the server is ending.
  var takesInput: Bool { phase == .serving }

  /// Puts a connection on the list of those that are written before the loop sleeps.
  func enqueue(_ connection: Connection) {
    guard !connection.isReady else { return }
    connection.isReady = true
    ready.append(connection)
  }

  /// Puts a connection into the queue of those that hold requests back for a turn.
  func enqueueTurn(_ connection: Connection) { turns.add(connection) }

  /// A connection is about to be served for what it has just sent.
  func willServe() { turns.willServe() }

  /// Takes a connection that has ended off the books.
  func forget(_ connection: Connection) {
    let last = connections.removeLast()
    if last !== connection {
      connections[connection.index] = last
      last.index = connection.index
    }
    let user = connection.peer.userID
    let others = connectionsOfUser[user, default: 1] - 1
    connectionsOfUser[user] = others == 0 ? nil : others
    isRefusing = false
    releaseMemorySoon()
  }

  /// Seconds until memory is given back: connections that end at the same time are seen to at once, and clients that come
  /// and go do not have it done for each. It takes 4 us when there is little to give back, 1.4 ms after 4,000 connections.
  private static let releaseDelay = 1.0

  /// Memory is about to become free, more than a little or between what is in use, where `free` would keep it: without
  /// this a daemon that 4,000 clients have left stays at nearly three times its size.
  func releaseMemorySoon() {
    guard !willReleaseMemory, phase == .serving else { return }
    willReleaseMemory = true
    releaseTimer?.start(after: Self.releaseDelay)
  }

  private func releaseMemory() {
    willReleaseMemory = false
    service.releaseMemory()
    linux_trim_heap()
  }

  private func accept(_ descriptor: Int32, ceiling: Role) {
    let peer = Self.peer(of: descriptor)
    if let refusal = refusal(of: peer) {
      if !isRefusing {
        onDiagnostic?("refused a client of user \(peer.userID), process \(peer.processID). \(refusal.message)")
      }
      isRefusing = true
      refusal.send(to: descriptor)
      return
    }
    let session = service.makeSession(peer: peer, ceiling: ceiling)
    let connection = Connection(server: self, session: session, peer: peer, readBuffer: readBuffer)
    connection.index = connections.count
    connections.append(connection)
    connectionsOfUser[peer.userID, default: 0] += 1
    do {
      try connection.open(descriptor, on: loop)
    } catch {
      onDiagnostic?(error.message)
      connection.end()
      close(descriptor)
    }
  }

  private func refusal(of peer: PeerCredentials) -> Refusal? {
    if connections.count >= configuration.maximumConnections {
      return .connections(limit: configuration.maximumConnections)
    }
    if connectionsOfUser[peer.userID, default: 0] >= configuration.maximumConnectionsPerUser {
      return .connectionsPerUser(limit: configuration.maximumConnectionsPerUser)
    }
    return nil
  }

  /// Who is at the other end of a connection.
  static func peer(of descriptor: Int32) -> PeerCredentials {
    // Nobody's ids, when the kernel does not say: never root's by accident.
    var found = linux_peer_credentials(process_id: 0, user_id: .max, group_id: .max)
    _ = linux_get_peer_credentials(descriptor, &found)
    return PeerCredentials(
      processID: found.process_id, userID: found.user_id, groupID: found.group_id,
      supplementaryGroupIDs: groups(of: descriptor))
  }

  /// 64 groups are more than nearly all users have; the kernel is asked again for those who have more.
  private static let usualGroups: UInt32 = 64

  private static func groups(of descriptor: Int32) -> [UInt32] {
    var room = usualGroups
    while true {
      var count = room
      var status: Int32 = 0
      let groups = [UInt32](unsafeUninitializedCapacity: Int(room)) { buffer, initialized in
        status = linux_get_peer_groups(descriptor, buffer.baseAddress, &count)
        initialized = status == 0 ? Int(min(count, room)) : 0
      }
      // ERANGE has set the count to what is needed; without an answer there are no groups, so no rights by them.
      guard status != 0, errno == ERANGE, count > room else { return groups }
      room = count
    }
  }
}
