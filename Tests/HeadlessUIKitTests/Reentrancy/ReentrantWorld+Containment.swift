import HeadlessUIKit

/// Additions and removals.
extension ReentrantWorld {
  /// Whether `host` can take `node` without a circle of parents or of views.
  func canHold(_ host: UIViewController, _ node: UIViewController) -> Bool {
    var next: UIViewController? = host
    for _ in nodes {
      guard let current = next else { return true }
      if current === node { return false }
      if let view = node.viewIfLoaded, let other = current.viewIfLoaded, other.isDescendant(of: view) { return false }
      next = current.parent ?? current.viewIfLoaded?.superview?.nearestController
    }
    return next == nil
  }

  func isFree(_ node: UIViewController) -> Bool {
    hasNoOwner(node) && node.viewIfLoaded?.superview == nil
  }

  private func hasNoOwner(_ node: UIViewController) -> Bool {
    node.parent == nil && !windows.contains { $0.rootViewController === node }
  }

  /// Takes a controller out of all that holds it; false when it is held again by then.
  func release(_ node: UIViewController) -> Bool {
    noteRace(node)
    for window in windows where window.rootViewController === node { window.rootViewController = nil }
    unembed(node)
    guard hasNoOwner(node) else { return false }
    removeView(of: node)
    guard isFree(node), let number = number(of: node) else { return false }
    takenOut.remove(number)
    placed.remove(number)
    return true
  }

  func noteRace(_ node: UIViewController) {
    if let number = number(of: node), arriving.contains(number) || removing.contains(number) { hasRaced = true }
  }

  /// The same for where a controller, or a view, is to go: that may itself be on its way into what comes.
  func noteRace(in host: UIViewController) {
    var next: UIViewController? = host
    for _ in nodes {
      guard let node = next else { return }
      noteRace(node)
      next = node.parent ?? node.viewIfLoaded?.superview?.nearestController
    }
  }

  /// Does what adds a controller, or takes its view for another's.
  func arrive(_ node: UIViewController, _ body: () -> Void) {
    guard let number = number(of: node) else { return }
    arriving.append(number)
    body()
    arriving.removeLast()
  }

  /// Does what takes controllers away, or may do so.
  func leave(_ nodes: [UIViewController], _ body: () -> Void) {
    let before = leaving
    leaving += nodes.compactMap(number(of:))
    body()
    leaving = before
  }

  /// R3.9; by hand with begin and end around the addition of the view (R4.6).
  func embed(_ child: UIViewController, in parent: UIViewController, byHand: Bool) -> Bool {
    guard !(parent is ReentrantContainer), canHold(parent, child), release(child), canHold(parent, child) else {
      return false
    }
    add(child, to: parent, byHand: byHand)
    return true
  }

  /// R3.1: without the old parent's `willMove(nil)` and `removeFromParent`; the view leaves first, as R3.15 wants it.
  func move(_ child: UIViewController, to parent: UIViewController) -> Bool {
    guard let old = child.parent, old !== parent, !(old is ReentrantContainer), !(parent is ReentrantContainer),
      canHold(parent, child)
    else { return false }
    noteRace(child)
    takeViewOut(child)
    guard child.parent === old, child.viewIfLoaded?.superview == nil, canHold(parent, child) else { return true }
    add(child, to: parent, byHand: false)
    return true
  }

  private func add(_ child: UIViewController, to parent: UIViewController, byHand: Bool) {
    noteRace(in: parent)
    arrive(child) { parent.addChild(child) }
    let isForwarded = parent is ReentrantForwarder
    // Loading may bring the parent on screen.
    parent.loadViewIfNeeded()
    if isForwarded { child.loadViewIfNeeded() }
    guard child.parent === parent else { return }
    if isForwarded, parent.appearanceState == .appearing {
      drive(child) { child.beginAppearanceTransition(true, animated: false) }
      putView(of: child, in: parent)
    } else if isForwarded || byHand, parent.appearanceState == .appeared, child.appearanceState != .appeared {
      drive(child) {
        child.beginAppearanceTransition(true, animated: false)
        putView(of: child, in: parent)
        child.endAppearanceTransition()
      }
      // Whose view was elsewhere by then has been told of an appearance that was none.
      if child.viewIfLoaded?.superview !== parent.viewIfLoaded, let number = number(of: child) {
        drivenByHand.insert(number)
      }
    } else {
      putView(of: child, in: parent)
    }
    if child.parent === parent { child.didMove(toParent: parent) }
  }

  private func putView(of child: UIViewController, in parent: UIViewController) {
    guard child.parent === parent, let view = child.view, let host = parent.view, child.parent === parent,
      child.viewIfLoaded === view, !host.isDescendant(of: view), view.superview == nil || view.isDescendant(of: host)
    else { return }
    host.addSubview(view)
  }

  /// R3.11; a child of a container that forwards by hand is told by hand.
  @discardableResult
  func unembed(_ child: UIViewController) -> Bool {
    guard let parent = child.parent else { return false }
    noteRace(child)
    if let container = parent as? ReentrantContainer {
      guard let index = container.viewControllers.firstIndex(where: { $0 === child }) else { return false }
      return removeSegment(index, in: container)
    }
    child.willMove(toParent: nil)
    guard child.parent === parent else { return true }
    takeViewOut(child)
    if child.parent === parent { child.removeFromParent() }
    return true
  }

  private func takeViewOut(_ child: UIViewController) {
    guard child.parent is ReentrantForwarder, child.appearanceState != .disappeared else {
      removeView(of: child)
      return
    }
    drive(child) {
      if child.appearanceState != .disappearing { child.beginAppearanceTransition(false, animated: false) }
      removeView(of: child)
      if child.appearanceState == .disappearing { child.endAppearanceTransition() }
    }
  }

  private func removeView(of child: UIViewController) {
    guard let number = number(of: child) else { return }
    removing.append(number)
    leave([child]) { child.viewIfLoaded?.removeFromSuperview() }
    removing.removeLast()
    // A callback may have given it to a container, from which the removal has taken it, too.
    if child.parent is ReentrantContainer, child.viewIfLoaded?.superview == nil { takenOut.insert(number) }
  }

  func removeByHand(_ child: UIViewController) -> Bool {
    let shown: [AppearanceState] = [.appearing, .appeared]
    guard let parent = child.parent, !(parent is ReentrantContainer), shown.contains(child.appearanceState) else {
      return false
    }
    child.willMove(toParent: nil)
    guard child.parent === parent, shown.contains(child.appearanceState) else { return true }
    drive(child) {
      child.beginAppearanceTransition(false, animated: false)
      if child.parent === parent { removeView(of: child) }
      child.endAppearanceTransition()
    }
    if child.parent === parent { child.removeFromParent() }
    return true
  }

  func takeOut(_ child: UIViewController) -> Bool {
    guard let view = child.viewIfLoaded, view.superview != nil,
      !windows.contains(where: { $0.rootViewController === child })
    else { return false }
    if child.parent is ReentrantContainer, let number = number(of: child) { takenOut.insert(number) }
    takeViewOut(child)
    return true
  }

  func leaveParent(_ child: UIViewController) -> Bool {
    guard let parent = child.parent, !(parent is ReentrantContainer), !(parent is ReentrantForwarder) else {
      return false
    }
    child.removeFromParent()
    return true
  }

  /// R3.14: a view whose controller has no parent may stand anywhere, and move from there.
  func place(_ node: UIViewController, in host: UIViewController) -> Bool {
    guard hasNoOwner(node), canHold(host, node), let view = node.view, let hostView = host.view,
      hasNoOwner(node), node.viewIfLoaded === view, canHold(host, node), !hostView.isDescendant(of: view),
      view.superview !== hostView
    else { return false }
    noteRace(node)
    noteRace(in: host)
    if let number = number(of: node) { placed.insert(number) }
    hostView.addSubview(view)
    // Also when a callback of that has given it to a container.
    if let number = number(of: node), view.superview === hostView { placed.insert(number) }
    return true
  }

  func setRoot(_ node: UIViewController?, of window: UIWindow) -> Bool {
    guard window.rootViewController !== node else { return false }
    guard let node else {
      window.rootViewController = nil
      return true
    }
    guard release(node) else { return false }
    arrive(node) { window.rootViewController = node }
    return true
  }
}
