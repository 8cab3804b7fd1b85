/// Views that asked for layout; it is done once, at the end of the turn.
@MainActor
struct LayoutQueue {
  private var dirty: [SceneContext.WeakReference<UIView>] = []

  var isEmpty: Bool { dirty.isEmpty }

  mutating func append(_ view: UIView) {
    dirty.append(SceneContext.WeakReference(object: view))
  }

  /// The views that still want layout, outermost first. Cost: their number times their depth.
  mutating func takeAll() -> [UIView] {
    defer { dirty.removeAll(keepingCapacity: true) }
    return dirty.compactMap(\.object)
      .filter { $0.needsLayout && $0.isInVisibleWindow }
      .map { (view: $0, depth: $0.depth) }
      .sorted { ($0.depth, $0.view.id) < ($1.depth, $1.view.id) }
      .map(\.view)
  }
}
