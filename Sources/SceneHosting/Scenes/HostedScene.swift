import HeadlessUIKit
import JSONRPCCore

/// A scene that the daemon holds: an application, under a name.
@MainActor
final class HostedScene {
  let name: String
  let registration: ApplicationRegistration
  let application: UIApplication
  /// The application's delegate, when it displays views: asked once, at the launch.
  private(set) weak var viewDisplayer: (any ViewDisplaying)?
  /// The same, when it selects segments.
  private(set) weak var segmentSelector: (any SegmentSelecting)?
  /// When it was opened, in seconds of the host's clock.
  let openedAt: Double
  /// The first revision that is this scene's, and not one's that was closed before.
  let firstRevision: Int
  /// What is followed of its state, by scope.
  var streams: [StateScope: StateStream] = [:]
  /// What causes the changes that are made now.
  private(set) var cause = ChangeCause.task
  /// Clients were told that it was opened.
  var isKnown = false

  /// A transaction runs: the revisions of its results are not known yet.
  ///
  /// Not checked for overlapping accesses: it is only read and assigned.
  @exclusivity(unchecked) var isInTransaction = false
  /// Where the revision stands in the answer that was written last in a transaction.
  var placeOfRevision: Range<Int>?
  /// The calls that wait for something of this scene.
  var pendingAnswers = PendingAnswers()

  init(
    name: String, registration: ApplicationRegistration, application: UIApplication, openedAt: Double
  ) {
    self.name = name
    self.registration = registration
    self.application = application
    self.openedAt = openedAt
    firstRevision = application.revision + 1
  }

  /// Makes the delegate and launches the application.
  func launch(at now: Double) throws(JSONRPCError) {
    try run(at: now) { () throws(JSONRPCError) in
      let delegate = registration.makeDelegate()
      viewDisplayer = registration.displaysViews ? delegate as? any ViewDisplaying : nil
      segmentSelector = registration.selectsSegments ? delegate as? any SegmentSelecting : nil
      application.delegate = delegate
      application.launch()
    }
  }

  /// 1,024 events: clients are told of events as they happen, and nothing reads them afterwards. The 65,536 that the engine
  /// keeps would be 5 MB for each of 256 scenes.
  private static let keptEvents = 1024

  private func forgetEvents() {
    if application.trace.events.count > Self.keptEvents { application.trace.removeAll() }
  }

  /// Runs a change of the scene: its turn, and all turns that follow until it has settled.
  ///
  /// - Throws: What the body throws; `didNotSettle`.
  func run<Answer>(at now: Double, _ body: () throws(JSONRPCError) -> Answer) throws(JSONRPCError) -> Answer {
    followClock(to: now)
    let outer = cause
    cause = .request
    defer {
      cause = outer
      forgetEvents()
    }
    do {
      return try application.perform {
        do throws(JSONRPCError) {
          return Result<Answer, JSONRPCError>.success(try body())
        } catch {
          return .failure(error)
        }
      }.get()
    } catch let error as JSONRPCError {
      throw error
    } catch {
      throw translate(error)
    }
  }

  /// Runs several changes, each of which is settled, as one: with one revision, and with the request as its cause.
  func runAtomically(_ body: () -> Void) {
    let outer = cause
    cause = .request
    defer { cause = outer }
    application.performAtomically(body)
  }

  // MARK: Issues

  /// 1,024, as many as the engine keeps of one turn.
  private static let mostIssues = 1024

  /// What was reported since `collectingIssues` began; nil outside.
  private var collectedIssues: [ContractIssue]?

  /// Runs what takes many turns, and gives what all of them have reported: the engine knows the issues of the last one.
  func collectingIssues<Answer, Failure: Error>(
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> (answer: Answer, issues: [ContractIssue]) {
    collectedIssues = []
    defer { collectedIssues = nil }
    let answer = try body()
    return (answer, collectedIssues ?? [])
  }

  /// The engine has reported something.
  func note(_ issue: ContractIssue) {
    guard let count = collectedIssues?.count, count < Self.mostIssues else { return }
    collectedIssues?.append(issue)
  }

  // MARK: Clock

  /// Moves a real clock to the present, so that timers that are due run before what is asked now.
  func followClock(to now: Double) {
    guard application.clock.kind == .real else { return }
    let outer = cause
    cause = .clock
    defer { cause = outer }
    // A timer whose turn does not settle has nobody to tell; the request that follows will meet the same loop and say so.
    _ = try? application.clock.follow(to: now - openedAt)
    forgetEvents()
  }

  /// Moves a virtual clock.
  ///
  /// - Returns: How many timers were fired, and what they have broken.
  func advanceClock(by seconds: Double) throws -> (fired: Int, issues: [ContractIssue]) {
    let outer = cause
    cause = .clock
    defer {
      cause = outer
      forgetEvents()
    }
    let (fired, issues) = try collectingIssues { try application.clock.advance(by: seconds) }
    return (fired, issues)
  }

  /// When the next timer is due, in seconds of the host's clock.
  var nextDeadline: Double? {
    guard application.clock.kind == .real else { return nil }
    return application.clock.nextFireTime.map { $0 + openedAt }
  }

  func translate(_ error: any Error) -> JSONRPCError {
    if let error = error as? UIApplication.DidNotSettle {
      return ApplicationErrorCode.didNotSettle.error(
        "Scene \"\(name)\" did not settle: after \(error.turns) turns its queue still holds work. A controller queues new "
          + "work in every turn; what was asked has been done, what it caused has not ended.",
        JSONRPCError.limitDetails("turns", UIApplication.turnLimit, got: error.turns))
    }
    return .internalError(message: "Scene \"\(name)\" failed: \(error).")
  }
}
