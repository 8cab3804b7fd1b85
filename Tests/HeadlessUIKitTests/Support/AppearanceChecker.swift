import HeadlessUIKit

/// Replays a trace for each of its controllers and notes what the rules do not allow: the table of R5, legal pairs
/// (R2.7), one `viewIsAppearing` an appearance (R2.2), `viewDidLoad` right after `loadView` (R1.1), nothing after
/// `deinit`, and no child that appears ahead of its parent (R5).
@MainActor
struct AppearanceChecker {
  enum State: Int {
    case disappeared, disappearing, appearing, appeared
  }

  private struct Record {
    var state: State?
    var parent: NodeID?
    var isLoading = false
    var sawIsAppearing = false
    var isGone = false
  }

  /// What was wrong, each with the sequence number and the line at fault.
  private(set) var violations: [String] = []

  private var records: [NodeID: Record] = [:]
  private var eventsRead = 0
  private let startsSettled: Bool

  /// - Parameter startsSettled: The trace began when controllers were there already, all of them settled; their first
  ///   event tells in which state they were.
  init(startsSettled: Bool = false) {
    self.startsSettled = startsSettled
  }

  static func violations(in events: [TraceEvent], startingSettled: Bool = false) -> [String] {
    var checker = AppearanceChecker(startsSettled: startingSettled)
    checker.read(events)
    return checker.violations
  }

  /// Reads what was added to the trace since the last call; `events` is the whole trace.
  mutating func read(_ events: [TraceEvent]) {
    for event in events.dropFirst(eventsRead) {
      replay(event)
    }
    eventsRead = events.count
  }

  func state(of controller: NodeID) -> State? {
    records[controller]?.state
  }

  private mutating func replay(_ event: TraceEvent) {
    var record = records[event.controller] ?? Record(state: startsSettled ? nil : .disappeared)
    let name = event.line.dropFirst(event.className.count + 1).prefix { $0 != "(" }
    if record.isGone {
      note(event, "after deinit")
    }
    if record.isLoading, name != "viewDidLoad" {
      note(event, "between loadView and viewDidLoad")
    }
    let state = record.state
    switch name {
    case "loadView":
      record.isLoading = true
    case "viewDidLoad":
      if !record.isLoading { note(event, "without loadView") }
      record.isLoading = false
    case "viewWillAppear":
      require(event, state ?? .disappeared, in: [.disappeared, .disappearing])
      requireParent(event, record.parent, in: [.appearing, .appeared])
      record.state = .appearing
      record.sawIsAppearing = false
    case "viewIsAppearing":
      require(event, state ?? .disappeared, in: [.appearing])
      if record.sawIsAppearing { note(event, "twice in one appearance") }
      record.sawIsAppearing = true
    case "viewDidAppear":
      require(event, state ?? .disappeared, in: [.appearing])
      requireParent(event, record.parent, in: [.appeared])
      record.state = .appeared
    case "viewWillDisappear":
      require(event, state ?? .appeared, in: [.appearing, .appeared])
      record.state = .disappearing
    case "viewDidDisappear":
      require(event, state ?? .appeared, in: [.disappearing])
      record.state = .disappeared
    case "viewWillUnload", "viewDidUnload":
      require(event, state ?? .disappeared, in: [.disappeared])
    case "willMove":
      if let parent = event.parent { record.parent = parent.id }
    case "didMove":
      if event.parent == nil { record.parent = nil }
    case "deinit":
      record.isGone = true
    default:
      break
    }
    records[event.controller] = record
  }

  private mutating func require(_ event: TraceEvent, _ state: State, in allowed: [State]) {
    if !allowed.contains(state) { note(event, "while \(state)") }
  }

  private mutating func requireParent(_ event: TraceEvent, _ parent: NodeID?, in allowed: [State]) {
    guard let parent, let state = records[parent]?.state else { return }
    if !allowed.contains(state) { note(event, "while its parent is \(state)") }
  }

  private mutating func note(_ event: TraceEvent, _ problem: String) {
    violations.append("#\(event.sequence) \(event.line) \(problem)")
  }
}
