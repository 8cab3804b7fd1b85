import HeadlessUIKit
import JSONText

/// One scope of a scene's state, followed: the state as it was told last, the deltas that led there, and who gets them.
///
/// All who want the same scope share a stream, so that a delta is made and encoded once. It outlives its last subscriber
/// for as long as that one could resume.
@MainActor
final class StateStream {
  /// Unique in the daemon.
  let number: Int
  let tree: StateTree
  /// The last revision that is in the tree.
  private(set) var revision: Int
  /// The revision that the last delta has led to.
  private(set) var toldRevision: Int
  private(set) var subscribers: [ObjectIdentifier: ClientSession] = [:]
  private(set) var ring: ReplayRing
  private var observers: [WeakObserver] = []
  /// The revision at which the last subscriber left; nil while there are any, and before the first.
  private(set) var abandonedAt: Int?
  /// How many changes there were since, told or not.
  private var changesSince = 0
  private let mostChangesSince: Int
  /// What is sent to those who have fallen behind, at the present revision: made once for all of them.
  private var nodesText: [UInt8]?

  /// The name on the wire: deltas say of which stream they are.
  var name: String { "v\(number)" }

  init(number: Int, tree: StateTree, revision: Int, limits: HostLimits) {
    self.number = number
    self.tree = tree
    self.revision = revision
    toldRevision = revision
    mostChangesSince = limits.replayDeltas
    ring = ReplayRing(from: revision, mostItems: limits.replayDeltas, mostBytes: limits.replayBytes)
  }

  private struct WeakObserver {
    weak var observer: (any StateObserver)?
  }

  /// Nobody gets the deltas or looks at them, and nobody who has got them could go on with what is kept, or it has been for so
  /// many changes as would be kept. One whose depth is limited is looked at as a whole with each change: it is not kept up.
  var isUseless: Bool {
    guard isUnused else { return false }
    guard let abandonedAt, tree.scope.depth == nil else { return true }
    return abandonedAt < ring.start || changesSince > mostChangesSince
  }

  /// Nobody gets the deltas or looks at them now.
  var isUnused: Bool { subscribers.isEmpty && !observers.contains { $0.observer != nil } }

  /// Shows an observer each change, as long as it lives.
  func add(_ observer: any StateObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  func add(_ session: ClientSession) {
    subscribers[ObjectIdentifier(session)] = session
    abandonedAt = nil
    changesSince = 0
  }

  func remove(_ session: ClientSession) {
    guard subscribers.removeValue(forKey: ObjectIdentifier(session)) != nil, subscribers.isEmpty else { return }
    abandonedAt = revision
  }

  /// Takes a settled change in.
  ///
  /// - Returns: What is different; nil when nobody needs to be told, since the scope is narrow and shows nothing of it.
  func apply(_ change: SettledChange) -> StateDifference? {
    let difference = tree.apply(change)
    for observer in observers { observer.observer?.stateDidChange(difference, of: tree) }
    // A ring without a delta for a change that shows nothing is as good: it begins where it began.
    guard !difference.isEmpty || !tree.scope.isNarrow else { return nil }
    nodesText = nil
    return difference
  }

  /// The change is in the tree, and this is what was told of it, if anything.
  func advance(to newRevision: Int, telling message: SharedMessage?) {
    revision = newRevision
    if abandonedAt != nil { changesSince += 1 }
    guard let message else { return }
    ring.append(ReplayRing.Item(from: toldRevision, to: newRevision, message: message))
    toldRevision = newRevision
  }

  /// Writes `root`, `focus` and `nodes` into the innermost object. Cost: a copy; the nodes when they were changed since the
  /// last time.
  func writeSnapshot(to writer: inout JSONWriter) {
    let text = nodesText ?? makeNodesText()
    nodesText = text
    writer.key("root")
    writer.nodeID(tree.hasRoot ? tree.root : nil)
    writer.key("focus")
    writer.nodeID(tree.focus)
    writer.key("nodes")
    text.withUnsafeBytes { writer.raw($0) }
  }

  /// Who else falls behind at this revision has the snapshot made anew.
  func forgetNodesText() { nodesText = nil }

  private func makeNodesText() -> [UInt8] {
    var writer = JSONWriter(capacity: 4096)
    writer.beginObject()
    tree.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}
