/// What all objects of one scene share: numbers, trace, clock, turns.
///
/// Objects hold the context, and it holds none of them but for the time of a turn or of a running timer. So a view that
/// outlives its scene is harmless, and a scene leaks nothing.
@MainActor
final class SceneContext {
  let name: String
  let profile: UIApplication.Profile
  let isFaithful: Bool
  let identifiers: IdentifierSource
  let trace = CallbackTrace()
  let clock: SceneClock
  let notificationCenter = NotificationCenter()
  let animations = Animations()

  weak var application: UIApplication?
  weak var firstResponder: UIResponder?

  /// The bars that live, on screen or not.
  var bars = BarList()
  var turns = TurnQueue()
  var layout = LayoutQueue()
  var leakWatch = LeakWatch()
  var messages = MessageTraffic()
  var environment = Environment()
  var issues: [ContractIssue] = []
  var issuesOfRequest: [ContractIssue] = []
  var onIssue: (@MainActor (ContractIssue) -> Void)?
  var advice: [Advice] = []
  var onAdvice: (@MainActor (Advice) -> Void)?

  /// Something that a front end can see was changed since the last settled revision.
  private(set) var hasChanged = false
  /// Where, while somebody follows the scene.
  var changes = ChangedNodes()

  /// The callback that runs, innermost last: who called a callback by hand is found with it (R4.4), and whose block timer
  /// it is that is being made.
  var dispatches: [Dispatch] = []

  /// Counts what was done to the hierarchies of views and controllers, so that a change that runs sees that a callback
  /// has changed what it works on.
  var structureVersion = 0

  /// The views that are being taken out, or windows that are being hidden, while their controllers are told.
  var leavingViews: [LeavingView] = []
  /// Those whose addition has begun, and which may have no superview yet, innermost last.
  var arrivingViews: [UIView] = []

  /// The controllers that went off screen without their children, to be looked at when the scene has settled.
  var unforwarded: [NodeID: WeakReference<UIViewController>] = [:]

  /// Callbacks are refused until those that run have returned: too many ran inside each other.
  var isUnwinding = false

  /// How often that was so in this request.
  var endlessNestings = 0

  /// How many callbacks, and containers that pass an appearance on, are inside each other.
  var callbackDepth = 0 {
    didSet { if callbackDepth == 0 { isUnwinding = false } }
  }

  private var lastSwap = 0

  /// The scene was closed: nobody will run what is put into a turn, or fire a timer.
  var hasEnded = false

  private var controllers: [NodeID: WeakReference<UIViewController>] = [:]
  private var views: [NodeID: WeakReference<UIView>] = [:]
  private var identified: [String: [NodeID]] = [:]
  private var classNames: [ObjectIdentifier: String] = [:]

  struct Dispatch {
    unowned let controller: UIViewController
    let event: TraceEvent.Kind
    /// Of `willMove` and `didMove`.
    let parent: NodeID?
  }

  struct LeavingView {
    let view: UIView
    /// Where it is taken out; nil for a window. A callback may have taken it elsewhere: then it leaves no more.
    let superview: UIView?

    @MainActor var isStillThere: Bool { view.superview === superview }
  }

  struct WeakReference<Object: AnyObject> {
    weak var object: Object?
  }

  init(
    name: String, profile: UIApplication.Profile, clock: SceneClock, isFaithful: Bool, identifiers: IdentifierSource
  ) {
    self.name = name
    self.profile = profile
    self.clock = clock
    self.isFaithful = isFaithful
    self.identifiers = identifiers
  }

  /// The context that new objects belong to: of the scene that runs, unless `making` says otherwise.
  static var current: SceneContext { override ?? UIApplication.shared.context }

  private static var override: SceneContext?

  /// Makes objects of this scene, whichever runs.
  ///
  /// A designated initializer that takes a context would do it too, but one that is not public keeps subclasses in other
  /// modules from inheriting the public ones.
  func making<Object>(_ make: () -> Object) -> Object {
    let previous = Self.override
    Self.override = self
    defer { Self.override = previous }
    return make()
  }

  /// For the application itself, which is made before its scene can run.
  static func setOverride(_ context: SceneContext?) { override = context }

  /// Marks the scene as changed; settling then gives it a new revision. Outside a turn the host is asked to settle it.
  ///
  /// - Parameter id: Of what a front end sees differently now; a view's own `noteChange` also knows who is around it.
  func noteChange(of id: NodeID) {
    if changes.isFollowed { changes.insert(id) }
    guard !hasChanged else { return }
    hasChanged = true
    application?.wantsSettling()
  }

  /// The same for what holds other things now, or in another order.
  func noteStructure(of id: NodeID) {
    if changes.isFollowed { changes.insertStructure(id) }
    noteChange(of: id)
  }

  func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// The class's own name, made once a class.
  func className(of type: AnyObject.Type) -> String {
    let key = ObjectIdentifier(type)
    if let known = classNames[key] { return known }
    let name = String(describing: type)
    classNames[key] = name
    return name
  }

  /// A number for a swap of two children, by which it knows what it has begun.
  func nextSwap() -> Int {
    lastSwap += 1
    return lastSwap
  }

  // MARK: Live objects

  var liveControllers: [UIViewController] {
    controllers.values.compactMap(\.object).sorted { $0.id < $1.id }
  }

  var liveControllerCount: Int { controllers.count }
  var liveViewCount: Int { views.count }

  func controller(_ id: NodeID) -> UIViewController? { controllers[id]?.object }
  func view(_ id: NodeID) -> UIView? { views[id]?.object }

  func register(_ controller: UIViewController) {
    controllers[controller.id] = WeakReference(object: controller)
  }

  func register(_ view: UIView) {
    views[view.id] = WeakReference(object: view)
  }

  func controllerIsGone(_ id: NodeID, className: String) {
    controllers[id] = nil
    trace.record(.deinit, controller: id, className: className)
    application?.accelerometerIfMade?.controllerIsGone(id, className: className)
    noteChange(of: id)
  }

  func viewIsGone(_ id: NodeID, identifier: String?, isWindow: Bool) {
    views[id] = nil
    // Nobody takes a window out of the application: it is one of those that live.
    if isWindow, let application { noteStructure(of: application.id) }
    if let identifier { index(id, under: nil, before: identifier) }
  }

  /// Puts work into the next turn.
  func inNextTurn(_ work: @escaping TurnQueue.Work) {
    // A `Task` may outlive its scene; what it queued would be held for ever.
    guard !hasEnded || application?.isInTurn == true else { return }
    turns.append(work)
    application?.wantsSettling()
  }

  // MARK: Identifiers

  /// The live views with the accessibility identifier, oldest first. Cost: their number.
  func views(identified identifier: String) -> [UIView] {
    (identified[identifier] ?? []).compactMap { view($0) }
  }

  /// Cost: logarithmic in the views that share an identifier, and a move of their ids.
  func index(_ id: NodeID, under new: String?, before old: String?) {
    if let old, var ids = identified.removeValue(forKey: old) {
      let place = Self.place(of: id, in: ids)
      if place < ids.count, ids[place] == id { ids.remove(at: place) }
      if !ids.isEmpty { identified[old] = ids }
    }
    if let new {
      var ids = identified.removeValue(forKey: new) ?? []
      ids.insert(id, at: Self.place(of: id, in: ids))
      identified[new] = ids
    }
  }

  private static func place(of id: NodeID, in ids: [NodeID]) -> Int {
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
