/// Which nodes were changed since the last settled revision, while anybody wants to know.
struct ChangedNodes {
  /// 16,384 ids: beyond it to look at the whole tree is hardly dearer than to look at each of them.
  static let most = 16_384

  private var nodes: Set<NodeID> = []
  private var structure: Set<NodeID> = []
  private var isWhole = false

  /// Whether anybody wants to know. Without that nothing is kept.
  var isFollowed = false {
    didSet { if !isFollowed { self = ChangedNodes() } }
  }

  /// - Returns: False when it was named already.
  @discardableResult
  mutating func insert(_ id: NodeID) -> Bool {
    guard !isWhole else { return false }
    guard nodes.count < Self.most else {
      isWhole = true
      nodes = []
      structure = []
      return false
    }
    return nodes.insert(id).inserted
  }

  /// The node was named, and holds other things now.
  mutating func insertStructure(_ id: NodeID) {
    insert(id)
    if !isWhole { structure.insert(id) }
  }

  /// What was changed between two revisions; from now on nothing.
  mutating func take(from: Int, to: Int) -> SettledChange {
    defer {
      nodes = []
      structure = []
      isWhole = false
    }
    return SettledChange(from: from, to: to, nodes: nodes, structure: structure, isWhole: isWhole)
  }
}
