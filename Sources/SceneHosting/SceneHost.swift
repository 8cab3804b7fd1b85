public import HeadlessUIKit
import JSONRPCCore
import JSONText

/// The daemon's inside: holds scenes, answers requests, tells subscribers. Knows no socket.
@MainActor
public final class SceneHost {
  /// What is told of the daemon in `getServerInfo`.
  public struct Identity: Sendable, Hashable {
    /// The program's name.
    public var name: String
    /// The program's version.
    public var version: String
    /// The process.
    public var processID: Int32

    /// An identity.
    public init(name: String, version: String, processID: Int32) {
      self.name = name
      self.version = version
      self.processID = processID
    }
  }

  /// Who the daemon is.
  public let identity: Identity
  /// What it holds at most.
  public let limits: HostLimits
  /// Who may do what.
  public let access: AccessPolicy
  /// The era of UIKit of scenes that are opened without one.
  public let defaultProfile: UIApplication.Profile
  /// Changes with every start; ids and revisions are only comparable within one.
  public let epoch: String
  /// Called when the next deadline may have changed.
  public var onDeadlineChange: (@MainActor () -> Void)?
  /// Called for what an operator should read in the journal.
  public var onDiagnostic: (@MainActor (String) -> Void)?

  /// The host's monotonic clock, in seconds.
  let now: @MainActor () -> Double
  let startedAt: Double
  let methods: MethodTable = .standard
  let processor: MessageProcessor
  let identifiers = IdentifierSource()
  /// What `rpc.discover` answers. Kept from the first time on: nothing in it changes, and 50 kB take as long to be made as
  /// a hundred other requests.
  private(set) lazy var openRPCDocument: JSONWriter = {
    var writer = JSONWriter(capacity: 65_536)
    OpenRPCWriter(identity: identity, table: methods).write(to: &writer)
    return writer
  }()

  /// Messages between controllers of all scenes, those of scenes that were closed included.
  private(set) var sentMessages = 0
  /// Those of them whose delegate was missing or had gone.
  private(set) var droppedMessages = 0

  /// How many deltas were made, of all streams.
  var encodedDeltas = 0

  private(set) var registrations: [String: ApplicationRegistration] = [:]
  private(set) var registrationOrder: [String] = []
  /// In the order in which they were opened.
  ///
  /// Not checked for overlapping accesses, which costs more than the access: it is read as a value, and changed by single
  /// calls of the array that call nothing of ours.
  @exclusivity(unchecked) private(set) var scenes: [HostedScene] = []
  private var lastClientNumber = 0
  private(set) var sessions: [ObjectIdentifier: ClientSession] = [:]
  private var lastStream = 0
  /// The request that runs: what it changes is told with its name.
  ///
  /// Not checked for overlapping accesses: it is only read and assigned.
  @exclusivity(unchecked) private(set) var runningRequest: RunningRequest?
  /// Who is told of what. Found by topic: with a thousand clients and all their subscriptions, neither an event nor one
  /// more subscription may cost a look at each.
  private(set) var audience: [Topic: [ObjectIdentifier: ClientSession]] = [:]
  /// The highest numbers of scenes that were closed: one that is opened later, perhaps under the same name, goes on above
  /// them, so that none is used twice within an epoch.
  private var closedRevision = 0
  private var closedSequence = 0
  private var scenesByName: [String: HostedScene] = [:]
  private var pendingScenes: [HostedScene] = []

  /// One line's answers; kept between lines.
  ///
  /// Not checked for overlapping accesses, which is done several times an answer: only `answer` and `releaseAnswerMemory`
  /// touch it, which transports call, and no handler of a request does.
  @exclusivity(unchecked) private var answerWriter = JSONWriter(capacity: 4096)
  /// What notifications of the line have written for nobody.
  @exclusivity(unchecked) private var droppedBytes = 0
  /// The calls that wait, of all sessions.
  var deadlines = DeadlineQueue()
  /// What the operator was told of controllers that break rules.
  private(set) var complaints: ComplaintLog
  /// The answers of calls that must not be executed twice.
  var keyedAnswers: KeyedAnswers
  /// One event; kept between events.
  var eventWriter = JSONWriter(capacity: 512)

  /// A host without scenes.
  ///
  /// - Parameters:
  ///   - identity: Who the daemon is.
  ///   - access: Who may do what.
  ///   - limits: What it holds at most.
  ///   - defaultProfile: The era of UIKit of scenes that are opened without one.
  ///   - now: A monotonic clock, in seconds.
  public init(
    identity: Identity, access: AccessPolicy, limits: HostLimits = HostLimits(),
    defaultProfile: UIApplication.Profile = .latest,
    now: @escaping @MainActor () -> Double
  ) {
    self.identity = identity
    self.access = access
    self.limits = limits
    self.defaultProfile = defaultProfile
    self.now = now
    startedAt = now()
    complaints = ComplaintLog(limit: limits.complaints)
    keyedAnswers = KeyedAnswers(mostKeys: limits.keys, mostBytes: limits.keyBytes)
    processor = MessageProcessor(limits: limits.lines)
    epoch = "e" + String(UInt64.random(in: 0 ... .max), radix: 36)
  }

  /// Makes an application known. A name that is known already is replaced.
  public func register(_ registration: ApplicationRegistration) {
    if registrations.updateValue(registration, forKey: registration.name) == nil {
      registrationOrder.append(registration.name)
    }
  }

  // MARK: Scenes

  /// Opens a scene of an application and launches it.
  ///
  /// - Parameters:
  ///   - application: The name under which it is registered.
  ///   - name: What the scene is called; nil: as the application, with a number when that is taken.
  ///   - options: Profile, clock, faults.
  /// - Throws: `applicationNotFound`, `sceneExists`, `limitReached`, `didNotSettle`.
  @discardableResult
  func open(_ application: String, name: String?, options: SceneOptions) throws(JSONRPCError) -> HostedScene {
    guard let registration = registrations[application] else {
      throw ApplicationErrorCode.applicationNotFound.unknownName(
        application, what: "application", pointer: "/params/application", among: registrationOrder,
        advice: "registered: \(registrationOrder.joined(separator: ", ")).")
    }
    guard scenes.count < limits.scenes else {
      throw ApplicationErrorCode.limitReached.error(
        "\(scenes.count) scenes are open, which is the limit; close one with closeScene.",
        JSONRPCError.limitDetails("scenes", limits.scenes, got: scenes.count + 1))
    }
    if let name, scenesByName[name] != nil {
      throw ApplicationErrorCode.sceneExists.error(
        "A scene \"\(name.prefix(64))\" is open already; choose another name or close it with closeScene.",
        [(name: "pointer", value: .string("/params/name"))])
    }
    let sceneName = name ?? freeName(for: application)
    let scene = HostedScene(
      name: sceneName, registration: registration,
      application: UIApplication(
        name: sceneName, profile: options.profile ?? defaultProfile, clock: options.clock,
        isFaithful: options.isFaithful, identifiers: identifiers, revision: closedRevision,
        traceSequence: closedSequence),
      openedAt: now())
    scenes.append(scene)
    scenesByName[sceneName] = scene
    connect(scene)
    do throws(JSONRPCError) {
      try scene.launch(at: now())
    } catch {
      close(scene)
      throw error
    }
    tellOpened(scene)
    return scene
  }

  private func freeName(for application: String) -> String {
    guard scenesByName[application] != nil else { return application }
    var number = 2
    while scenesByName["\(application)-\(number)"] != nil { number += 1 }
    return "\(application)-\(number)"
  }

  private func connect(_ scene: HostedScene) {
    scene.application.onPendingWork = { [weak self, weak scene] _ in
      guard let self, let scene, !pendingScenes.contains(where: { $0 === scene }) else { return }
      pendingScenes.append(scene)
    }
    scene.application.clock.onNextFireTimeChange = { [weak self] in self?.onDeadlineChange?() }
    scene.application.onIssue = { [weak self, weak scene] issue in
      guard let self, let scene else { return }
      scene.note(issue)
      complain(of: issue, in: scene)
      tell(issue, of: scene)
    }
    scene.application.onAdvice = { [weak self, weak scene] advice in
      guard let self, let scene else { return }
      tell(advice, of: scene)
    }
    scene.application.onMessage = { [weak self, weak scene] message in
      guard let self, let scene else { return }
      sentMessages += 1
      if !message.isDelivered { droppedMessages += 1 }
      tell(message, of: scene)
    }
    followTrace(of: scene)
  }

  /// Ends a scene.
  ///
  /// - Returns: The controllers that are still alive: somebody has leaked them.
  @discardableResult
  func close(_ scene: HostedScene) -> [UIViewController] {
    leaveStreams(of: scene)
    scene.application.terminate()
    // What a leaked controller still does is told to nobody: the numbers are another scene's then.
    scene.application.trace.onEvent = nil
    scene.application.onMessage = nil
    closedRevision = max(closedRevision, scene.application.revision)
    closedSequence = max(closedSequence, scene.application.trace.lastSequence)
    scenes.removeAll { $0 === scene }
    pendingScenes.removeAll { $0 === scene }
    scenesByName[scene.name] = nil
    if scene.isKnown { tellClosed(scene) }
    endWaits(ofClosed: scene)
    onDeadlineChange?()
    return scene.application.liveControllers
  }

  func scene(named name: String, pointer: String) throws(JSONRPCError) -> HostedScene {
    if let scene = scenesByName[name] { return scene }
    throw ApplicationErrorCode.sceneNotFound.unknownName(
      name, what: "scene", pointer: pointer, among: scenes.map { $0.name },
      advice: "listScenes lists those that are open.")
  }

  /// Tells the operator of a broken contract, unless the controller breaks it too often.
  private func complain(of issue: ContractIssue, in scene: HostedScene) {
    tellRestOfComplaints(at: now())
    let isFirst = complaints.deadline == nil
    if complaints.admits(issue, scene: scene.name, at: now()) {
      diagnose("scene \(scene.name): \(issue.kind.rawValue): \(issue.message)")
    }
    if isFirst { onDeadlineChange?() }
  }

  /// Tells the operator how many complaints were held back, when it is time.
  func tellRestOfComplaints(at now: Double) {
    for line in complaints.takeRests(at: now) { diagnose(line) }
  }

  /// Tells the operator something, on one line: names that clients have given may hold line breaks and terminal codes.
  func diagnose(_ sentence: String) {
    guard let onDiagnostic else { return }
    var line = ""
    for scalar in sentence.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    onDiagnostic(line)
  }

  // MARK: Requests

  /// Answers one frame of a client's stream.
  func answer(_ frame: MessageFramer.Frame, for session: ClientSession) {
    switch frame {
    case .message(let message):
      droppedBytes = 0
      processor.process(message, into: &answerWriter) { (request, writer) throws(JSONRPCError) in
        try self.call(request, session, &writer)
      }
      if processor.wasJSON { session.hasSentJSON() } else { session.hasSentMalformed(message) }
    case .tooLong(let got):
      processor.processTooLong(got: got, into: &answerWriter)
      session.hasSentMalformed()
    case .unknownProtocol(let first):
      processor.processUnknownProtocol(first: first, into: &answerWriter)
    case .malformedHeader(let fault):
      processor.processMalformedHeader(fault, into: &answerWriter)
    }
    answerWriter.withUnsafeBytes { session.write(message: $0) }
    answerWriter.removeAll(keepingCapacity: answerWriter.capacity <= Self.keptCapacity)
  }

  /// 2 MiB: what the answers of a batch need at most. Kept until `releaseMemory`, as large answers come in bursts, and
  /// memory that is new to the process costs more than what is written into it.
  private static let keptCapacity = 2_097_152

  /// An unusually large answer must not keep its memory for ever.
  func releaseAnswerMemory() {
    if answerWriter.capacity > Self.usualCapacity { answerWriter.removeAll() }
  }

  /// 256 KiB: above any usual answer.
  private static let usualCapacity = 262_144

  private func call(
    _ request: borrowing Request, _ session: ClientSession, _ writer: inout JSONWriter
  ) throws(JSONRPCError) -> Reply {
    guard let method = methods.find(request.method) else {
      let name = String(request.methodName.prefix(64))
      throw .methodNotFound(name, nearest: SpellingHint.nearest(to: name, in: methods.methods.map { $0.name }))
    }
    session.requestCount += 1
    guard session.role >= method.role else { throw notPermitted(method, session) }
    let start = writer.count
    let isNotification = request.isNotification
    if request.isInBatch {
      if method.waits { throw notInBatch(method) }
      try checkBatchAnswers(start + droppedBytes)
    }
    defer { if isNotification { droppedBytes += writer.count - start } }
    let arguments = try Arguments(request, method)
    runningRequest = RunningRequest(method: method, session: session, id: request.id, isInBatch: request.isInBatch)
    RunningWork.beginRequest(method: request.method, client: session.number, id: request.id.bytes)
    defer {
      RunningWork.endRequest()
      runningRequest = nil
    }
    do throws(JSONRPCError) {
      let call = Call(host: self, session: session, method: method, arguments: arguments)
      if method.isSpecial { return try callSpecially(call, request, &writer) }
      try method.handler(call, &writer)
      return .written
    } catch {
      throw arguments.located(error)
    }
  }

  func notPermitted(_ method: Method, _ session: ClientSession) -> JSONRPCError {
    ApplicationErrorCode.notPermitted.error(
      "\(method.name) needs the role \"\(method.role.rawValue)\"; this connection has \"\(session.role.rawValue)\", by its "
        + "user, its groups and the socket that it came by.",
      [(name: "role", value: .string(session.role.rawValue)), (name: "needed", value: .string(method.role.rawValue))])
  }

  private func checkBatchAnswers(_ bytes: Int) throws(JSONRPCError) {
    guard bytes > limits.batchAnswers else { return }
    throw ApplicationErrorCode.limitReached.error(
      "The answers before this one have \(bytes) bytes, and a batch's may have \(limits.batchAnswers). Nothing was done "
        + "for this request; send it in another line.",
      JSONRPCError.limitDetails("batchAnswers", limits.batchAnswers, got: bytes))
  }

  // MARK: Sessions

  func nextStreamNumber() -> Int {
    lastStream += 1
    return lastStream
  }

  func nextClientNumber() -> Int {
    lastClientNumber += 1
    return lastClientNumber
  }

  func add(_ session: ClientSession) {
    sessions[ObjectIdentifier(session)] = session
  }

  /// Forgets a session, which has no subscriptions any more.
  func remove(_ session: ClientSession) {
    sessions[ObjectIdentifier(session)] = nil
  }

  /// Begins to tell a session of a topic.
  func add(_ session: ClientSession, to topic: Topic) {
    audience[topic, default: [:]][ObjectIdentifier(session)] = session
    if audience[topic]?.count == 1 { followTraces(covered: topic) }
  }

  /// Tells a session of a topic no more.
  func remove(_ session: ClientSession, from topic: Topic) {
    audience[topic]?[ObjectIdentifier(session)] = nil
    guard audience[topic]?.isEmpty == true else { return }
    audience[topic] = nil
    followTraces(covered: topic)
  }

  /// Cost: the open scenes, for a topic of all.
  private func followTraces(covered topic: Topic) {
    guard let name = topic.scene else {
      for scene in scenes { followTrace(of: scene) }
      return
    }
    if let scene = scenesByName[name] { followTrace(of: scene) }
  }

  func takePendingScenes() -> [HostedScene] {
    defer { pendingScenes = [] }
    return pendingScenes
  }
}
