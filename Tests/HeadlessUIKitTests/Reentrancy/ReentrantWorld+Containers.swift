import HeadlessUIKit

/// What is done to segmented containers.
extension ReentrantWorld {
  func container(_ number: Int) -> ReentrantContainer? {
    nodes[number] as? ReentrantContainer
  }

  func select(_ index: Int, in container: ReentrantContainer?) -> Bool {
    guard let container, index < container.viewControllers.count else { return false }
    leave(container.children) { try? container.select(index) }
    return true
  }

  func insert(_ child: UIViewController, in container: ReentrantContainer?, at index: Int) -> Bool {
    guard let container, canHold(container, child), release(child), canHold(container, child) else { return false }
    noteRace(in: container)
    leave(container.children) {
      arrive(child) { try? container.insertViewController(child, at: min(index, container.viewControllers.count)) }
    }
    return true
  }

  func removeSegment(_ index: Int, in container: ReentrantContainer?) -> Bool {
    guard let container, index < container.viewControllers.count else { return false }
    noteRace(container.viewControllers[index])
    leave(container.children) { _ = try? container.removeViewController(at: index) }
    return true
  }

  func setList(_ numbers: [Int], of container: ReentrantContainer?) -> Bool {
    guard let container else { return false }
    var list: [any ReentrantControlling] = []
    for number in numbers {
      let node = nodes[number]
      let isHere = node.parent === container && container.viewControllers.contains { $0 === node }
      if !list.contains(where: { $0 === node }), isHere || (isFree(node) && canHold(container, node)) {
        list.append(node)
      }
    }
    for child in container.viewControllers { noteRace(child) }
    let before = arriving
    arriving += list.map(\.number)
    leave(container.children) { container.viewControllers = list }
    arriving = before
    return true
  }

  func setContentView(_ isSet: Bool, in container: ReentrantContainer?) -> Bool {
    guard let container, isSet || container.contentView != nil else { return false }
    guard isSet else {
      container.contentView = nil
      return true
    }
    guard let host = container.view else { return false }
    let area = UIView(frame: host.bounds)
    host.addSubview(area)
    container.contentView = area
    return true
  }

  func setMode(_ mode: MultipleViewController.Mode, of container: ReentrantContainer?) -> Bool {
    guard let container, container.mode != mode else { return false }
    if mode == .faithful { onceFaithful.insert(container.number) }
    container.mode = mode
    return true
  }
}

/// What is done to other scenes.
extension ReentrantWorld {
  /// Opens a scene with a root and a child, all of whose callbacks are known.
  func openScene() -> Bool {
    guard otherScenes.count < 2 else { return false }
    let scene = UIApplication(name: "other", profile: application.profile, clock: .virtual)
    otherScenes.append(scene)
    do {
      try scene.perform {
        let root = UIViewController()
        show(root)
        HeadlessUIKitTests.embed(UIViewController(), in: root)
      }
    } catch {
      faultsOfOtherScenes.append("\(error)")
    }
    let appearances = scene.trace.events.filter { $0.event == .viewDidAppear }.count
    if appearances != 2 { faultsOfOtherScenes.append("another scene: \(scene.trace.linesWithoutLayout)") }
    return true
  }

  @discardableResult
  func closeScene() -> Bool {
    guard let scene = otherScenes.popLast() else { return false }
    scene.terminate()
    if scene.liveControllerCount != 0 { faultsOfOtherScenes.append("another scene keeps its controllers") }
    return true
  }
}
