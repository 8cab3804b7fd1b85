import HeadlessUIKit

/// Carries out a list of steps as a careful client would: it asks again after each call what it relies on.
@MainActor
final class ReentrantWorld {
  let application: UIApplication
  private(set) var nodes: [any ReentrantControlling] = []
  private(set) var windows: [UIWindow] = []
  private(set) var performed = 0
  /// Controllers whose appearance was begun or ended outside of an addition or removal.
  private(set) var drivenByHand: Set<Int> = []
  /// What another scene has done wrong.
  private(set) var faultsOfOtherScenes: [String] = []

  /// A controller was moved, or its view was, while somebody was about to add it (R3.15 may then be broken by both).
  private(set) var hasRaced = false
  private var arriving: [Int] = []

  private var armed: [Key: [ReentrantOperation]] = [:]
  private var otherScene: UIApplication?

  private struct Key: Hashable {
    let callback: ReentrantCallback
    let node: Int
  }

  init(_ application: UIApplication) {
    self.application = application
    nodes = ReentrantProgram.plain.map { _ in ReentrantController() }
    nodes += ReentrantProgram.containers.map { _ in ReentrantContainer() }
    for (number, node) in nodes.enumerated() {
      node.number = number
      node.world = self
    }
    windows = ReentrantProgram.windows.map { _ in UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
  }

  func arm(_ operation: ReentrantOperation, in callback: ReentrantCallback, of node: Int) {
    armed[Key(callback: callback, node: node), default: []].append(operation)
  }

  func calls(_ callback: ReentrantCallback, _ node: Int) {
    let key = Key(callback: callback, node: node)
    guard let operation = armed[key]?.first else { return }
    armed[key]?.removeFirst()
    perform(operation)
  }

  /// Lets go of all, in whatever state it is.
  func drop() {
    armed.removeAll()
    closeScene()
    for window in windows {
      window.rootViewController = nil
      window.isHidden = true
    }
    for case let container as ReentrantContainer in nodes { container.viewControllers = [] }
    for node in nodes { unembed(node) }
    nodes.removeAll()
    windows.removeAll()
  }

  func perform(_ operation: ReentrantOperation) {
    guard !nodes.isEmpty else { return }
    performed += 1
    switch operation {
    case .embed(let child, let parent): embed(nodes[child], in: nodes[parent], byHand: false)
    case .unembed(let child): unembed(nodes[child])
    case .takeOut(let child): nodes[child].viewIfLoaded?.removeFromSuperview()
    case .leaveParent(let child):
      if !(nodes[child].parent is ReentrantContainer) { nodes[child].removeFromParent() }
    case .place(let node, let host): place(nodes[node], in: nodes[host])
    case .setRoot(let node, let window): setRoot(node.map { nodes[$0] }, of: windows[window])
    case .setHidden(let hidden, let window): windows[window].isHidden = hidden
    case .begin(let node, let appearing):
      guard nodes[node].parent != nil else { return }
      drivenByHand.insert(node)
      nodes[node].beginAppearanceTransition(appearing, animated: false)
    case .end(let node):
      guard nodes[node].parent != nil else { return }
      drivenByHand.insert(node)
      nodes[node].endAppearanceTransition()
    case .addByHand(let child, let parent): embed(nodes[child], in: nodes[parent], byHand: true)
    case .removeByHand(let child): removeByHand(nodes[child])
    case .select(let index, let number): try? container(number)?.select(index)
    case .insert(let child, let number, let index):
      guard let container = container(number), canHold(container, nodes[child]), release(nodes[child]) else { return }
      guard canHold(container, nodes[child]) else { return }
      arrive(nodes[child]) { try? container.insertViewController(nodes[child], at: index) }
    case .setList(let children, let number): setList(children, of: number)
    case .setPrompt(let node, let isSet): nodes[node].navigationItem.prompt = isSet ? "prompt" : nil
    case .setNeedsLayout(let node): nodes[node].viewIfLoaded?.setNeedsLayout()
    case .advance(let milliseconds): _ = try? application.clock.advance(by: Double(milliseconds) / 1000)
    case .openScene: openScene()
    case .closeScene: closeScene()
    }
  }

  // MARK: Containment

  /// Whether `host` can take `node` without a circle of parents or of views.
  private func canHold(_ host: UIViewController, _ node: UIViewController) -> Bool {
    var ancestor: UIViewController? = host
    while let current = ancestor {
      if current === node { return false }
      if let view = node.viewIfLoaded, let other = current.viewIfLoaded, other.isDescendant(of: view) { return false }
      ancestor = current.parent
    }
    return true
  }

  /// Takes a controller out of all that holds it; false when it is held again by then.
  private func release(_ node: UIViewController) -> Bool {
    noteRace(node)
    for window in windows where window.rootViewController === node { window.rootViewController = nil }
    unembed(node)
    node.viewIfLoaded?.removeFromSuperview()
    return isFree(node)
  }

  private func noteRace(_ node: UIViewController) {
    if arriving.contains(where: { nodes[$0] === node }) { hasRaced = true }
  }

  /// Does what adds a controller, or takes its view for another's.
  private func arrive(_ node: UIViewController, _ body: () -> Void) {
    guard let node = node as? any ReentrantControlling else { return }
    arriving.append(node.number)
    body()
    arriving.removeLast()
  }

  private func isFree(_ node: UIViewController) -> Bool {
    node.parent == nil && node.viewIfLoaded?.superview == nil && !windows.contains { $0.rootViewController === node }
  }

  /// R3.9; by hand with begin and end around the addition of the view (R4.6).
  private func embed(_ child: UIViewController, in parent: UIViewController, byHand: Bool) {
    guard !(parent is ReentrantContainer), canHold(parent, child), release(child), canHold(parent, child) else {
      return
    }
    arrive(child) { parent.addChild(child) }
    guard child.parent === parent else { return }
    let isShown = byHand && parent.appearanceState == .appeared
    let before = performed
    if isShown { child.beginAppearanceTransition(true, animated: false) }
    if child.parent === parent, let view = child.view, let host = parent.view, child.parent === parent,
      !host.isDescendant(of: view), view.superview == nil || view.isDescendant(of: host)
    {
      host.addSubview(view)
    }
    if isShown { endByHand(child, undisturbed: performed == before) }
    if child.parent === parent { child.didMove(toParent: parent) }
  }

  /// R3.11.
  private func unembed(_ child: UIViewController) {
    guard let parent = child.parent else { return }
    if let container = parent as? ReentrantContainer {
      guard let index = container.viewControllers.firstIndex(where: { $0 === child }) else { return }
      _ = try? container.removeViewController(at: index)
      return
    }
    child.willMove(toParent: nil)
    guard child.parent === parent else { return }
    child.viewIfLoaded?.removeFromSuperview()
    if child.parent === parent { child.removeFromParent() }
  }

  private func removeByHand(_ child: UIViewController) {
    guard let parent = child.parent, !(parent is ReentrantContainer), child.appearanceState == .appeared else { return }
    child.willMove(toParent: nil)
    guard child.parent === parent, child.appearanceState == .appeared else { return }
    let before = performed
    child.beginAppearanceTransition(false, animated: false)
    if child.parent === parent { child.viewIfLoaded?.removeFromSuperview() }
    endByHand(child, undisturbed: performed == before)
    if child.parent === parent { child.removeFromParent() }
  }

  /// What was done between begin and end may leave the view where the two did not say: that is then the client's own.
  private func endByHand(_ child: UIViewController, undisturbed: Bool) {
    child.endAppearanceTransition()
    if !undisturbed, let number = nodes.firstIndex(where: { $0 === child }) { drivenByHand.insert(number) }
  }

  private func place(_ node: UIViewController, in host: UIViewController) {
    noteRace(node)
    guard isFree(node), canHold(host, node), let view = node.view, let hostView = host.view,
      isFree(node), canHold(host, node), !hostView.isDescendant(of: view)
    else { return }
    hostView.addSubview(view)
  }

  private func setRoot(_ node: UIViewController?, of window: UIWindow) {
    if let node {
      guard window.rootViewController !== node, release(node) else { return }
    }
    guard let node else { return window.rootViewController = nil }
    arrive(node) { window.rootViewController = node }
  }

  private func container(_ number: Int) -> ReentrantContainer? {
    nodes[number] as? ReentrantContainer
  }

  private func setList(_ numbers: [Int], of container: Int) {
    guard let container = self.container(container) else { return }
    var list: [UIViewController] = []
    for number in numbers {
      let node = nodes[number]
      let isHere = node.parent === container && container.viewControllers.contains { $0 === node }
      guard !list.contains(where: { $0 === node }), isHere || (isFree(node) && canHold(container, node)) else {
        continue
      }
      list.append(node)
    }
    let before = arriving
    arriving += list.compactMap { ($0 as? any ReentrantControlling)?.number }
    container.viewControllers = list
    arriving = before
  }

  // MARK: Other scenes

  /// Opens a scene with a root and a child, all of whose callbacks are known.
  private func openScene() {
    guard otherScene == nil else { return }
    let scene = UIApplication(name: "other", profile: application.profile, clock: .virtual)
    otherScene = scene
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
  }

  private func closeScene() {
    guard let scene = otherScene else { return }
    otherScene = nil
    scene.terminate()
    if scene.liveControllerCount != 0 { faultsOfOtherScenes.append("another scene keeps its controllers") }
  }
}
