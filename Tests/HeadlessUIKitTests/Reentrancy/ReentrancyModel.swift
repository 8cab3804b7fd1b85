import HeadlessUIKit

/// What R2 to R6 allow, as far as it can be told from the callbacks as they come and from where the views stand.
@MainActor
final class ReentrancyModel {
  struct Fault: Error, CustomStringConvertible {
    /// The rule that it breaks; what a shrunk list of steps has to break as well.
    let rule: String
    let text: String
    var description: String { "\(rule): \(text)" }
  }

  private enum State {
    case disappeared, appearing, appeared, disappearing
  }

  private struct Record {
    var state = State.disappeared
    var isLoading = false
    var isLoaded = false
    var sawIsAppearing = false
    /// Those that `willMove` has named and `didMove` not yet: one addition may begin in another's `willMove`.
    var announcedParents: Set<NodeID> = []
    /// Where it has arrived, which a second addition to the same parent may say again (R3.5).
    var arrivedIn: NodeID?
    var isGone = false
  }

  /// The first that was wrong; what follows from it says nothing more.
  private(set) var fault: Fault?

  private let application: UIApplication
  private unowned let world: ReentrantWorld
  private var records: [NodeID: Record] = [:]
  private var numbers: [NodeID: Int] = [:]

  init(of world: ReentrantWorld) {
    application = world.application
    self.world = world
    for node in world.nodes { numbers[node.id] = node.number }
    application.trace.onEvent = { [weak self] event in self?.read(event) }
  }

  // MARK: As the callbacks come

  private func read(_ event: TraceEvent) {
    var record = records[event.controller] ?? Record()
    if record.isGone { note("R19.6", event, "after deinit") }
    if record.isLoading, event.event != .viewDidLoad, event.event != .loadView {
      note("R1.1", event, "between loadView and viewDidLoad")
    }
    let parent = application.controller(event.controller)?.parent?.id
    readAppearance(event, &record, parent: parent.flatMap { records[$0]?.state ?? .disappeared })
    readContainment(event, &record, parent: parent)
    records[event.controller] = record
  }

  /// R2.1, R2.2, R2.7, R4.2 and the table of R5. `parent` is the state of the parent, if there is one.
  private func readAppearance(_ event: TraceEvent, _ record: inout Record, parent: State?) {
    switch event.event {
    case .loadView:
      record.isLoading = true
    case .viewDidLoad:
      if !record.isLoading { note("R1.1", event, "without loadView") }
      record.isLoading = false
      record.isLoaded = true
    case .viewWillAppear:
      require("R2.7", event, record.state, [.disappeared, .disappearing])
      if !record.isLoaded { note("R2.1", event, "before the view was loaded") }
      if let parent { require("R5 parent", event, parent, [.appearing, .appeared], of: "its parent") }
      record.state = .appearing
      record.sawIsAppearing = false
    case .viewIsAppearing:
      require("R2.2", event, record.state, [.appearing])
      if record.sawIsAppearing { note("R2.2", event, "twice in one appearance") }
      record.sawIsAppearing = true
    case .viewDidAppear:
      require("R2.7", event, record.state, [.appearing])
      if application.profile == .latest, !record.sawIsAppearing { note("R2.2", event, "without viewIsAppearing") }
      if let parent { require("R4.2", event, parent, [.appeared], of: "its parent") }
      record.state = .appeared
    case .viewWillDisappear:
      require("R2.7", event, record.state, [.appearing, .appeared])
      record.state = .disappearing
    case .viewDidDisappear:
      require("R2.7", event, record.state, [.disappearing])
      record.state = .disappeared
    default: break
    }
  }

  /// R3.1, R3.2: `didMove` names the parent, and `willMove` has named it before.
  private func readContainment(_ event: TraceEvent, _ record: inout Record, parent: NodeID?) {
    switch event.event {
    case .willMove:
      if let new = event.parent?.id { record.announcedParents.insert(new) }
    case .didMove:
      let wasAnnounced = (event.parent?.id).map { record.announcedParents.remove($0) != nil || record.arrivedIn == $0 }
      record.arrivedIn = event.parent?.id
      guard let new = record.arrivedIn else { break }
      if new != parent { note("R3.2", event, "while that is not its parent") }
      if wasAnnounced == false { note("R3.1", event, "without that willMove") }
    case .deinit:
      record.isGone = true
    default: break
    }
  }

  private func require(
    _ rule: String, _ event: TraceEvent, _ state: State, _ allowed: [State], of whom: String = "it"
  ) {
    if !allowed.contains(state) { note(rule, event, "while \(whom) is \(state)") }
  }

  private func note(_ rule: String, _ event: TraceEvent, _ problem: String) {
    let name = numbers[event.controller].map(ReentrantOperation.name) ?? "?"
    note(rule, "\(name) \(event.line) \(problem)")
  }

  private func note(_ rule: String, _ text: String) {
    if fault == nil { fault = Fault(rule: rule, text: text) }
  }

  // MARK: When a request is over

  /// What holds whenever a request has settled, and what holds only when no animation runs.
  func judge() {
    for fault in world.faultsOfOtherScenes { note("scenes", fault) }
    judgeContainment()
    judgeIssues()
    if application.isAtRest, fault == nil { judgeStates() }
  }

  /// `children` and `parent` say the same, and nobody is his own ancestor.
  private func judgeContainment() {
    for node in world.nodes {
      let name = ReentrantOperation.name(node.number)
      if Set(node.children.map(\.id)).count != node.children.count { note("R3.1", "\(name) has a child twice") }
      for child in node.children where child.parent !== node {
        note("R3.1", "a child of \(name) has another parent")
      }
      if let parent = node.parent, !parent.children.contains(where: { $0 === node }) {
        note("R3.1", "\(name) is not among its parent's children")
      }
      var ancestor = node.parent
      for _ in world.nodes { ancestor = ancestor?.parent }
      if ancestor != nil { note("circle", "\(name) is its own ancestor") }
    }
  }

  /// A careful client is told of nothing, but of a circle or of a foreign view that came while `willMove` was not yet over.
  private func judgeIssues() {
    for issue in application.brokenContracts {
      switch issue.kind {
      case .cyclicContainment: continue
      case .hierarchyInconsistency:
        if world.hasRaced { continue }
      case .unbalancedAppearanceCall, .notAChild:
        if !world.drivenByHand.isEmpty { continue }
      default: break
      }
      note("issue \(issue.kind)", issue.message)
    }
  }

  /// On screen is `appeared`, all else `disappeared`; and the callbacks have said so.
  private func judgeStates() {
    for node in world.nodes where !isOpen(node) {
      let isOnScreen = isOnScreen(node)
      let name = ReentrantOperation.name(node.number)
      let place = isOnScreen ? "on screen" : "off screen"
      if node.appearanceState != (isOnScreen ? .appeared : .disappeared) {
        note("settled", "\(name) is \(node.appearanceState) \(place)")
      }
      let state = records[node.id]?.state ?? .disappeared
      if state != (isOnScreen ? .appeared : .disappeared) {
        note("settled", "\(name) is \(state) by its callbacks, \(place)")
      }
    }
  }

  /// R3.13, R3.14, R4.1, R5: the view is in a shown window, and with it those of all ancestors, each in the next one's.
  private func isOnScreen(_ node: UIViewController) -> Bool {
    guard let view = node.viewIfLoaded, let window = view.window, !window.isHidden else { return false }
    guard let parent = node.parent else { return true }
    guard let host = parent.viewIfLoaded, view.isDescendant(of: host) else { return false }
    return isOnScreen(parent)
  }

  /// Whether the rules leave the state open: driven by hand, or a child whose view stands under others (R3.15), or a
  /// descendant of one.
  private func isOpen(_ node: UIViewController) -> Bool {
    if let number = numbers[node.id], world.drivenByHand.contains(number) { return true }
    guard let parent = node.parent else { return false }
    if let view = node.viewIfLoaded, view.superview != nil {
      guard let host = parent.viewIfLoaded, view.isDescendant(of: host) else { return true }
    }
    return isOpen(parent)
  }
}
