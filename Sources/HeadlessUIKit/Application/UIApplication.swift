/// One scene: an application instance with its delegate, windows, clock and notifications.
///
/// The daemon holds many of them. `shared` is the one whose turn it is: it is bound around every turn and timer, and a
/// `Task` inherits it.
@MainActor
public final class UIApplication: UIResponder {
  /// The scene that runs.
  ///
  /// - Precondition: A scene runs: code of a scene is called by `perform`, by a timer, or in a `Task` made there.
  public static var shared: UIApplication {
    guard let application = current else {
      preconditionFailure(
        "no scene runs here: make and touch controllers inside UIApplication.perform, or in a Task made there")
    }
    return application
  }

  /// The scene that runs, if one does.
  static var current: UIApplication? { RunningApplication.value }

  /// The name of the scene.
  public var name: String { context.name }

  /// The era of UIKit that the scene behaves like.
  public var profile: Profile { context.profile }

  /// Whether faults of the original applications are kept as they were (S44).
  public var isFaithful: Bool { context.isFaithful }

  /// Whether a broken contract is an error of the request that broke it.
  public let isStrict: Bool

  /// The application's delegate; held strongly, as `UIApplicationMain` does.
  public var delegate: (any UIApplicationDelegate)?

  /// The callbacks that the engine sent in this scene.
  public var trace: CallbackTrace { context.trace }

  /// The clock that timers and animations of this scene run on.
  public var clock: SceneClock { context.clock }

  /// The number of settled changes since the scene was made.
  public private(set) var revision: Int

  /// Whether several requests run as one change, so that `revision` stands until the last of them has.
  var holdsRevision = false

  /// The screen that the scene pretends to have.
  public let screen: UIScreen

  /// Called with each settled change, at the end of its last turn. While it is nil, what was changed is not noted by name.
  public var onCommit: (@MainActor (SettledChange) -> Void)? {
    didSet { context.changes.isFollowed = onCommit != nil }
  }

  /// Called when something changed, or waits for a turn, outside any turn (in a `Task`): the host then calls `settle`.
  public var onPendingWork: (@MainActor (UIApplication) -> Void)?

  /// Called when a request, a timer or `settle` has run and the turns that followed it, settled or not, outside of them.
  public var onSettle: (@MainActor (UIApplication) -> Void)?

  private(set) var accelerometerIfMade: UIAccelerometer?
  /// Windows that are shown are the application's; hidden ones belong to whoever made them.
  private var shownWindows: [UIWindow] = []
  private var windowReferences: [SceneContext.WeakReference<UIWindow>] = []
  /// Not checked for overlapping accesses: it is only read and assigned.
  @exclusivity(unchecked) private(set) weak var keyWindowReference: UIWindow?
  /// The key window while it is shown. It is the same as the reference, which is weak, and is asked for with every request.
  @exclusivity(unchecked) private(set) var shownKeyWindow: UIWindow?
  private(set) var isInTurn = false

  /// A scene without delegate or windows.
  ///
  /// - Parameters:
  ///   - name: What the scene is called.
  ///   - profile: The era of UIKit.
  ///   - clock: Real time, or moved by hand.
  ///   - isFaithful: Keep faults of the original applications.
  ///   - isStrict: Make broken contracts errors.
  ///   - identifiers: Where ids come from; scenes of one daemon share it.
  ///   - revision: Where revisions go on from: a scene that follows another one must not use its numbers again.
  ///   - traceSequence: Where the trace's numbers go on from.
  public init(
    name: String, profile: Profile = .latest, clock: SceneClock.Kind = .real, isFaithful: Bool = false,
    isStrict: Bool = false, identifiers: IdentifierSource = .shared, revision: Int = 0, traceSequence: Int = 0
  ) {
    self.isStrict = isStrict
    self.revision = revision
    screen = UIScreen(size: profile.screenSize)
    SceneContext.setOverride(
      SceneContext(
        name: name, profile: profile, clock: SceneClock(kind: clock), isFaithful: isFaithful,
        identifiers: identifiers))
    super.init()
    SceneContext.setOverride(nil)
    context.application = self
    context.trace.goOn(from: traceSequence)
    context.clock.application = self
  }

  /// A scene that was dropped without `terminate`: what its timers and turns held would keep the context, and so itself.
  isolated deinit {
    context.hasEnded = true
    context.clock.invalidateAll()
    _ = context.turns.takeTurn()
  }

  // MARK: Windows

  /// The scene's windows, oldest first.
  public var windows: [UIWindow] { windowReferences.compactMap(\.object) }

  /// The window that gets key input.
  public var keyWindow: UIWindow? { keyWindowReference }

  func register(_ window: UIWindow) {
    windowReferences.removeAll { $0.object == nil }
    windowReferences.append(SceneContext.WeakReference(object: window))
    context.noteStructure(of: id)
  }

  func windowIsShown(_ window: UIWindow) {
    if !shownWindows.contains(where: { $0 === window }) { shownWindows.append(window) }
    if window === keyWindowReference { shownKeyWindow = window }
  }

  func windowIsHidden(_ window: UIWindow) {
    shownWindows.removeAll { $0 === window }
    if window === shownKeyWindow { exchange(&shownKeyWindow, with: nil) }
  }

  func releaseWindows() {
    exchange(&shownKeyWindow, with: nil)
    exchange(&shownWindows, with: [])
  }

  var accelerometer: UIAccelerometer {
    if let accelerometerIfMade { return accelerometerIfMade }
    let made = UIAccelerometer(context: context)
    accelerometerIfMade = made
    return made
  }

  func makeKey(_ window: UIWindow) {
    guard keyWindowReference !== window else { return }
    keyWindowReference = window
    exchange(&shownKeyWindow, with: window.isHidden ? nil : window)
    context.noteChange(of: id)
  }

  // MARK: Responder chain

  /// R14.5: the chain ends with the delegate, if it is a responder.
  public override var next: UIResponder? { delegate as? UIResponder }

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The method.
  ///   - target: Who gets it; nil: the first responder of the chain that handles it (R14.4), from the sender when that is
  ///     a responder, else from the first responder, else from the innermost controller on screen.
  ///   - sender: What is given to the method.
  ///   - event: What is given to the method.
  /// - Returns: False when nobody handles it. For a target that is nil that is silent (R14.4); one that has no such method is
  ///   reported, where UIKit raises an exception.
  @discardableResult
  public func sendAction(_ action: Selector, to target: (any ActionTarget)?, from sender: Any?, for event: UIEvent?)
    -> Bool
  {
    if let target { return context.perform(action, on: target, sender: sender, event: event) }
    let start = sender as? UIResponder ?? context.firstResponder ?? innermostController ?? keyWindow ?? self
    return start.target(forAction: action, withSender: sender)?.perform(action, sender: sender, event: event) ?? false
  }

  /// The innermost controller on screen: where an action without a sender in the chain begins (R14.6, S59). From there the
  /// chain leads outwards, so that nobody on screen is missed.
  private var innermostController: UIViewController? {
    visiblePath.reduce(nil) { $1 }
  }

  // MARK: Turns

  /// Thrown when the scene's queue never becomes empty.
  public struct DidNotSettle: Error, Sendable {
    /// How many turns were run.
    public let turns: Int
  }

  /// 10,000 turns: no honest chain of deferred work comes near; what does is a loop.
  public static let turnLimit = 10_000

  /// A million pieces of work a request: turns whose work doubles would fill the memory long before the turn limit.
  static let workLimit = 1_000_000

  /// Runs one request: binds `shared`, runs the body, then turns until the scene has settled.
  ///
  /// Inside a turn it only runs the body.
  ///
  /// - Throws: What the body throws; `DidNotSettle`; `ContractViolation` in a strict scene.
  public func perform<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTurn else { return try body() }
    defer { if !holdsRevision { onSettle?(self) } }
    return try RunningApplication.$value.withValue(self) {
      isInTurn = true
      RunningWork.begin(name)
      defer {
        RunningWork.end()
        isInTurn = false
        // What a closed scene could not settle would be held for ever.
        if context.hasEnded { _ = context.turns.takeTurn() }
      }
      context.issuesOfRequest.removeAll()
      context.endlessNestings = 0
      context.messages.beginRequest()
      let outcome: Swift.Result<Result, any Error>
      do { outcome = .success(try body()) } catch { outcome = .failure(error) }
      try drain()
      let result = try outcome.get()
      if isStrict, !context.issuesOfRequest.isEmpty { throw ContractViolation(issues: context.issuesOfRequest) }
      return result
    }
  }

  /// Runs the turns that wait.
  public func settle() throws {
    try perform {}
  }

  /// Puts work into the next turn.
  public func enqueueTurn(_ work: @escaping @MainActor () -> Void) {
    context.inNextTurn(work)
  }

  func wantsSettling() {
    if !isInTurn { onPendingWork?(self) }
  }

  private func drain() throws(DidNotSettle) {
    defer { if !holdsRevision { commit() } }
    var turns = 0
    var work = 0
    performLayout()
    while !context.turns.isEmpty {
      guard turns < Self.turnLimit, work + context.turns.count <= Self.workLimit else {
        throw DidNotSettle(turns: turns)
      }
      turns += 1
      work += context.turns.count
      var turn = context.turns.takeTurn()
      while let next = turn.popLast() { next() }
      performLayout()
    }
    context.adviseUnforwardedAppearances()
    context.reportLeaks()
  }

  /// What was changed gets a revision, and whoever follows the scene is told.
  func commit() {
    guard context.takeChange() else { return }
    revision += 1
    guard context.changes.isFollowed else { return }
    onCommit?(context.changes.take(from: revision - 1, to: revision))
    // To look at what was changed may have changed more: an author's own label may make itself when it is read.
    if context.hasChanged { onPendingWork?(self) }
  }

  /// Layout can ask for more layout; a view that always does is cut off like a queue that never empties.
  private func performLayout() {
    var passes = 0
    while !context.layout.isEmpty, passes < Self.layoutPassLimit {
      passes += 1
      for view in context.layout.takeAll() { view.layoutIfNeeded() }
    }
  }

  /// 100 passes: UIKit itself gives up on layout loops at about that number.
  private static let layoutPassLimit = 100

  // MARK: What was seen

  /// The broken contracts of this scene, oldest first; the newest 1,024 at most.
  public var issues: [ContractIssue] { context.issues }

  /// The broken contracts of the last request.
  public var issuesOfLastRequest: [ContractIssue] { context.issuesOfRequest }

  /// Called for each broken contract.
  public var onIssue: (@MainActor (ContractIssue) -> Void)? {
    get { context.onIssue }
    set { context.onIssue = newValue }
  }

  /// What could be done better in this scene, oldest first; the newest 1,024 at most.
  public var advice: [Advice] { context.advice }

  /// Called for each piece of advice.
  public var onAdvice: (@MainActor (Advice) -> Void)? {
    get { context.onAdvice }
    set { context.onAdvice = newValue }
  }

  /// The controllers of this scene that are alive, in the order in which they were made. Cost: linear.
  public var liveControllers: [UIViewController] { context.liveControllers }

  /// How many controllers of this scene are alive.
  public var liveControllerCount: Int { context.liveControllerCount }

  /// How many views of this scene are alive.
  public var liveViewCount: Int { context.liveViewCount }
}

/// Which scene runs.
enum RunningApplication {
  @TaskLocal static var value: UIApplication?
}
