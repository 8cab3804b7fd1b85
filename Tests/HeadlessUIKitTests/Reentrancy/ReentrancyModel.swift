import HeadlessUIKit

/// What R1 to R6 allow, as far as it can be told from the callbacks as they come and from where the views stand.
@MainActor
final class ReentrancyModel {
  struct Fault: Error, CustomStringConvertible {
    /// The rule that it breaks; what a shrunk list of steps has to break as well.
    let rule: String
    let text: String
    var description: String { "\(rule): \(text)" }
  }

  struct Record {
    var state = AppearanceState.disappeared
    var isLoading = false
    var isLoaded = false
    /// Its view was unloaded, and made again while nobody read it, and it has not appeared since (R17.4).
    var wasLoadedByNobody = false
    var wasUnloaded = false
    var sawIsAppearing = false
    /// How often `willMove` has named each and `didMove` not yet: one addition may begin in another's `willMove`.
    var announcedParents: [NodeID: Int] = [:]
    /// Where it has arrived, which a second addition to the same parent may say again (R3.5).
    var arrivedIn: NodeID?
    var isGone = false
  }

  /// The first that was wrong; what follows from it says nothing more.
  private(set) var fault: Fault?
  private(set) var records: [NodeID: Record] = [:]
  /// The callbacks without layout, and how many there were when the first fault was found.
  private var events: [TraceEvent] = []
  private var eventsBeforeFault: Int?

  let application: UIApplication
  unowned let world: ReentrantWorld
  private var numbers: [NodeID: Int] = [:]

  init(of world: ReentrantWorld) {
    application = world.application
    self.world = world
    for node in world.nodes { numbers[node.id] = node.number }
    application.trace.onEvent = { [weak self] event in self?.read(event) }
  }

  func number(of node: NodeID) -> Int? { numbers[node] }
  func name(of node: NodeID) -> String { numbers[node].map(ReentrantOperation.name) ?? "?" }

  func note(_ rule: String, _ text: String) {
    guard fault == nil else { return }
    fault = Fault(rule: rule, text: text)
    eventsBeforeFault = events.count
  }

  /// The callbacks, and where the first fault was found.
  var journal: [String] {
    var lines = events.map(line)
    if let eventsBeforeFault { lines.insert("-- here", at: eventsBeforeFault) }
    return lines
  }

  private func note(_ rule: String, _ event: TraceEvent, _ problem: String) {
    note(rule, "\(line(event)) \(problem)")
  }

  private func line(_ event: TraceEvent) -> String {
    let parent = event.parent.map { " \(name(of: $0.id))" } ?? ""
    return "\(name(of: event.controller)) \(event.event.rawValue)\(parent)"
  }

  private func read(_ event: TraceEvent) {
    if !event.event.isLayout { events.append(event) }
    var record = records[event.controller] ?? Record()
    if record.isGone { note("R19.6", event, "after deinit") }
    if record.isLoading, event.event != .viewDidLoad, event.event != .loadView {
      note("R1.1", event, "between loadView and viewDidLoad")
    }
    let controller = application.controller(event.controller)
    readLoading(event, &record, controller)
    readAppearance(event, &record, controller)
    readContainment(event, &record, parent: controller?.parent?.id)
    records[event.controller] = record
    if let controller { readForwarding(event, of: controller) }
  }

  /// R1.1, R1.5, R17.4.
  private func readLoading(_ event: TraceEvent, _ record: inout Record, _ controller: UIViewController?) {
    switch event.event {
    case .loadView:
      if record.isLoaded { note("R1.1", event, "though it was loaded") }
      record.isLoading = true
      record.wasLoadedByNobody = record.wasUnloaded && world.isIdle
    case .viewDidLoad:
      if !record.isLoading { note("R1.1", event, "without loadView") }
      record.isLoading = false
      record.isLoaded = true
    case .viewWillUnload:
      if application.profile != .ios5 { note("R17.5", event, "in this profile") }
      if controller?.viewIfLoaded?.superview != nil { note("R17.4", event, "while its view has a superview") }
    case .viewDidUnload:
      record.isLoaded = false
      record.wasUnloaded = true
    case .viewWillAppear: record.wasLoadedByNobody = false
    default: break
    }
  }

  /// R2.1, R2.2, R2.7, R4.2 and the table of R5.
  private func readAppearance(_ event: TraceEvent, _ record: inout Record, _ controller: UIViewController?) {
    let parent = controller?.parent.map { records[$0.id]?.state ?? .disappeared }
    switch event.event {
    case .viewWillAppear:
      require("R2.7 \(event.event)", event, record.state, [.disappeared, .disappearing])
      if !record.isLoaded { note("R2.1", event, "before the view was loaded") }
      if let parent { require("R5 parent", event, parent, [.appearing, .appeared], of: "its parent") }
      record.state = .appearing
      record.sawIsAppearing = false
    case .viewIsAppearing:
      require("R2.2", event, record.state, [.appearing])
      if record.sawIsAppearing { note("R2.2", event, "twice in one appearance") }
      record.sawIsAppearing = true
    case .viewDidAppear:
      require("R2.7 \(event.event)", event, record.state, [.appearing])
      if application.profile == .latest, !record.sawIsAppearing { note("R2.2", event, "without viewIsAppearing") }
      if let parent { require("R4.2", event, parent, [.appeared], of: "its parent") }
      record.state = .appeared
    case .viewWillDisappear:
      require("R2.7 \(event.event)", event, record.state, [.appearing, .appeared])
      record.state = .disappearing
    case .viewDidDisappear:
      require("R2.7 \(event.event)", event, record.state, [.disappearing])
      record.state = .disappeared
    default: return
    }
    guard let controller else { return }
    switch event.event {
    case .viewWillAppear, .viewDidAppear:
      if controller.isMovingFromParent { note("R6.2", event, "with isMovingFromParent") }
    case .viewWillDisappear, .viewDidDisappear:
      if controller.isMovingToParent { note("R6.2", event, "with isMovingToParent") }
    default: break
    }
  }

  /// R3.1, R3.2, R3.4: `didMove` names the parent, and `willMove` has named it before.
  private func readContainment(_ event: TraceEvent, _ record: inout Record, parent: NodeID?) {
    switch event.event {
    case .willMove:
      if let new = event.parent?.id { record.announcedParents[new, default: 0] += 1 }
    case .didMove:
      let new = event.parent?.id
      if new != parent { note("R3.2", event, "while its parent is \(parent.map(name(of:)) ?? "nil")") }
      if let new {
        let count = record.announcedParents[new] ?? 0
        if count == 0, record.arrivedIn != new { note("R3.1", event, "without that willMove") }
        record.announcedParents[new] = max(0, count - 1)
      }
      record.arrivedIn = new
    case .deinit:
      record.isGone = true
    default: break
    }
  }

  /// R3.10, R4.2: what the parent was told, the children inside it have been told of by the next step.
  private func readForwarding(_ event: TraceEvent, of parent: UIViewController) {
    let allowed: [AppearanceState]
    switch event.event {
    case .viewIsAppearing, .viewDidAppear: allowed = [.appearing, .appeared]
    case .viewDidDisappear: allowed = [.disappearing, .disappeared]
    default: return
    }
    // Who is told by hand, and stands on no screen, is told when its parent is the next time.
    let isComing = event.event != .viewDidDisappear
    for child in parent.children where isForwarded(child) && !isLeaving(child) {
      if isComing, child.viewIfLoaded?.isInVisibleWindow != true { continue }
      require("R3.10 \(event.event)", event, records[child.id]?.state ?? .disappeared, allowed, of: name(of: child.id))
    }
  }

  /// Whether a child stands in its parent's view, and hears of the parent's appearance without anybody's doing (R4.1).
  func isForwarded(_ child: UIViewController) -> Bool {
    guard let parent = child.parent, parent.shouldAutomaticallyForwardAppearanceMethods,
      let number = numbers[child.id], !world.drivenByHand.contains(number), !world.driving.contains(number),
      let view = child.viewIfLoaded, let host = parent.viewIfLoaded
    else { return false }
    return view.isDescendant(of: host)
  }

  /// Whether a child may stand in its parent only until it has been taken away.
  private func isLeaving(_ child: UIViewController) -> Bool {
    if let number = numbers[child.id], world.leaving.contains(number) || world.removing.contains(number) { return true }
    guard let container = child.parent as? ReentrantContainer else { return false }
    return container.selectedViewController !== child
  }

  private func require(
    _ rule: String, _ event: TraceEvent, _ state: AppearanceState, _ allowed: [AppearanceState],
    of whom: String = "it"
  ) {
    if !allowed.contains(state) { note(rule, event, "while \(whom) is \(state)") }
  }
}
