import HeadlessUIKit

/// What holds when a request is over.
extension ReentrancyModel {
  /// Some of it holds only when no animation runs.
  func judge() {
    for fault in world.faultsOfOtherScenes { note("scenes", fault) }
    judgeContainment()
    judgeIssues()
    guard application.isAtRest, fault == nil else { return }
    for node in world.nodes {
      judgeState(node)
      if let container = node as? ReentrantContainer, container.mode == .corrected { judgeSegments(container) }
    }
  }

  /// `children` and `parent` say the same, and nobody is his own ancestor.
  private func judgeContainment() {
    for node in world.nodes {
      let name = name(of: node.id)
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
      case .indexOutOfRange:
        // The original's range exception (S54).
        if let number = issue.controller.flatMap(number(of:)), world.onceFaithful.contains(number) { continue }
      default: break
      }
      note("issue \(issue.kind)", issue.message)
    }
  }

  /// On screen is `appeared`, all else `disappeared`; and the callbacks have said so.
  private func judgeState(_ node: UIViewController) {
    let name = name(of: node.id)
    let record = records[node.id] ?? Record()
    if node.appearanceState != record.state {
      note("settled", "\(name) is \(node.appearanceState), by its callbacks \(record.state)")
    }
    if record.wasLoadedByNobody { note("R17.4", "\(name) was loaded off screen, and nobody has read its view") }
    judgePlace(node)
    if isOpen(node) {
      judgeOpenState(node)
    } else if record.state != (isOnScreen(node) ? .appeared : .disappeared) {
      let whether = isOnScreen(node) ? "on screen" : "off screen"
      note("settled \(record.state)", "\(name) is \(record.state) \(whether), \(place(of: node))")
    }
  }

  /// R3.15: a child whose view has come under another controller than its parent is told of.
  private func judgePlace(_ node: UIViewController) {
    guard let parent = node.parent, let view = node.viewIfLoaded, view.window != nil,
      let host = view.superview?.nearestController, host !== parent,
      records[parent.id]?.wasUnloaded != true,
      !application.issues.contains(where: { $0.kind == .hierarchyInconsistency && $0.controller == node.id })
    else { return }
    note("R3.15", "\(name(of: node.id)), a child of \(name(of: parent.id)), stands in \(name(of: host.id)) unreported")
  }

  /// R5: also what is driven by hand is not ahead of the parent in whose view it stands.
  private func judgeOpenState(_ node: UIViewController) {
    guard let parent = node.parent, parent.shouldAutomaticallyForwardAppearanceMethods,
      let view = node.viewIfLoaded, let host = parent.viewIfLoaded, view.isDescendant(of: host),
      parent.appearanceState == .disappeared, [.appearing, .appeared].contains(node.appearanceState)
    else { return }
    note("R5 parent", "\(name(of: node.id)) is \(node.appearanceState) in a parent that has disappeared")
  }

  /// The lists agree, and of the children only the selected one stands in the container.
  private func judgeSegments(_ container: ReentrantContainer) {
    let name = name(of: container.id)
    let listed = container.viewControllers
    if Set(listed.map(\.id)) != Set(container.children.map(\.id)) { note("segments", "\(name): not the children") }
    if !world.onceFaithful.contains(container.number) {
      for child in listed where records[child.id]?.arrivedIn != container.id {
        note("R3.2", "\(self.name(of: child.id)) has not been told that it has moved to \(name)")
      }
    }
    let control = container.segmentedControl
    if control.numberOfSegments != listed.count { note("segments", "\(name): not a segment for each child") }
    if control.selectedSegmentIndex != container.selectedIndex { note("segments", "\(name): another index is shown") }
    let selected = container.selectedViewController
    if selected == nil, !listed.isEmpty { note("segments", "\(name): none is selected") }
    guard container.isViewLoaded else { return }
    for child in listed {
      let stands = child.viewIfLoaded?.superview?.nearestController === container
      let wasTaken = number(of: child.id).map(world.takenOut.contains) ?? true
      let wasPlaced = number(of: child.id).map(world.placed.contains) ?? true
      if stands, child !== selected, !wasPlaced {
        note("segments", "\(name): \(self.name(of: child.id)) stands and is not selected")
      } else if !stands, child === selected, !wasTaken, !world.hasRaced {
        note("segments", "\(name): \(self.name(of: child.id)) is selected and does not stand, \(place(of: child))")
      }
    }
  }

  /// R3.13, R3.14, R4.1, R5: the view is in a shown window, and with it those of all ancestors, each in the next one's.
  private func isOnScreen(_ node: UIViewController) -> Bool {
    var node = node
    for _ in world.nodes {
      guard let view = node.viewIfLoaded, let window = view.window, !window.isHidden else { return false }
      guard let parent = node.parent else { return true }
      guard let host = parent.viewIfLoaded, view.isDescendant(of: host) else { return false }
      node = parent
    }
    return false
  }

  private func place(of node: UIViewController) -> String {
    guard let view = node.viewIfLoaded else { return "not loaded" }
    let parent = node.parent.map { "a child of \(name(of: $0.id))" } ?? "nobody's child"
    let host = view.superview.map { $0.nearestController.map { name(of: $0.id) } ?? "a view" } ?? "nothing"
    let window = world.windows.firstIndex { $0 === view.window }.map { "window\($0)" } ?? "no window"
    return "\(parent), in \(host), in \(window)"
  }

  /// Whether the rules leave the state open: driven by hand, a child whose view stands under others (R3.15), or in one.
  private func isOpen(_ node: UIViewController) -> Bool {
    var next: UIViewController? = node
    for _ in world.nodes {
      guard let node = next else { return false }
      if let number = number(of: node.id), world.drivenByHand.contains(number) { return true }
      if world.hasRaced, node.parent is ReentrantForwarder { return true }
      let host = node.viewIfLoaded?.superview?.nearestController
      if let parent = node.parent, node.viewIfLoaded?.superview != nil, host !== parent { return true }
      next = node.parent ?? host
    }
    return false
  }
}
