/// The ordered list of callbacks that the engine sent in one scene.
@MainActor
public final class CallbackTrace {
  /// How many events are kept: enough for any transcript, 6 MB at most. Whoever needs all of them listens to `onEvent`.
  public static let capacity = 65_536

  /// The newest events, oldest first; at most `capacity`.
  public private(set) var events: [TraceEvent] = []

  /// The number of the newest event; 0 before the first.
  public private(set) var lastSequence = 0

  /// Called for each event, before the controller's own method runs.
  public var onEvent: (@MainActor (TraceEvent) -> Void)?

  init() {}

  /// The kept events as lines (`TraceEvent.line`). Cost: linear.
  public var lines: [String] { events.map(\.line) }

  /// The kept events as lines, less those of the layout pass (R2.3). Cost: linear.
  public var linesWithoutLayout: [String] { events.filter { !$0.event.isLayout }.map(\.line) }

  func goOn(from sequence: Int) { lastSequence = sequence }

  /// Forgets the kept events; numbers go on.
  public func removeAll() { events.removeAll() }

  func record(
    _ event: TraceEvent.Kind, controller: NodeID, className: String, animated: Bool? = nil,
    parent: TraceEvent.Parent? = nil, segue: String? = nil, change: TraceEvent.Change? = nil
  ) {
    lastSequence += 1
    // Half at a time: dropping one event a callback would move all others each time.
    if events.count == Self.capacity { events.removeFirst(Self.capacity / 2) }
    let entry = TraceEvent(
      sequence: lastSequence, controller: controller, className: className, event: event, animated: animated,
      parent: parent, segue: segue, change: change)
    events.append(entry)
    onEvent?(entry)
  }
}
