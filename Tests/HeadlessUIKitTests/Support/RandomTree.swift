import HeadlessUIKit

/// Forwards by itself, and turns in profile ios5, too.
final class AutomaticNode: UIViewController {
  override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool { true }
}

/// Forwards nothing (R4.4).
final class DeafNode: UIViewController {
  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
}

/// Forwards by hand, to those children whose view is inside its own, as R4.4 asks.
final class ForwardingNode: UIViewController {
  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    for child in childrenInside where child.appearanceState == .disappeared || child.appearanceState == .disappearing {
      child.beginAppearanceTransition(true, animated: animated)
    }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    for child in children where child.appearanceState == .appearing {
      child.endAppearanceTransition()
    }
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    for child in childrenInside where child.appearanceState == .appeared || child.appearanceState == .appearing {
      child.beginAppearanceTransition(false, animated: animated)
    }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    for child in children where child.appearanceState == .disappearing {
      child.endAppearanceTransition()
    }
  }

  private var childrenInside: [UIViewController] {
    children.filter { $0.isViewLoaded && $0.view.isDescendant(of: view) }
  }
}

/// A tree of controllers in one window, changed at random. It holds its controllers in `nodes` and nowhere else.
@MainActor
final class RandomTree {
  /// Which operations are drawn.
  enum Operations {
    /// What a correct client does: containers forward by themselves, or by hand as they should.
    case correct
    /// Also containers that forward nothing, and begin and end at any time.
    case any
  }

  private let operations: Operations
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  private var generator: SplitMix64
  private(set) var nodes: [UIViewController]

  /// Controllers whose appearance was ever driven by hand from outside of their parent.
  private(set) var drivenByHand: Set<NodeID> = []
  private var open: Set<NodeID> = []

  /// What was done so far, for the message of a failure.
  private(set) var journal: [String] = []

  init(seed: UInt64, operations: Operations) {
    generator = SplitMix64(seed: seed)
    self.operations = operations
    let root = AutomaticNode()
    nodes = [root]
    window.rootViewController = root
    window.makeKeyAndVisible()
  }

  func step() {
    switch Int.random(in: 0..<(operations == .any ? 15 : 12), using: &generator) {
    case 0: create()
    case 1, 2, 3: adopt()
    case 4: remove()
    case 5: takeOut()
    case 6: removeFromParentOnly()
    case 7: putBack()
    case 8: place()
    case 9: toggleWindow()
    case 10: addPlainView()
    case 11: askForLayout()
    case 12, 13: begin()
    default: end()
    }
  }

  /// Lets go of every controller, in the middle of whatever they are doing.
  func drop() {
    nodes.removeAll()
    window.rootViewController = nil
    window.isHidden = true
  }

  // MARK: Operations

  private func create() {
    guard nodes.count < 12 else { return }
    let node: UIViewController
    switch (operations, Int.random(in: 0..<3, using: &generator)) {
    case (.correct, 0): node = ForwardingNode()
    case (.any, 0): node = DeafNode()
    default: node = AutomaticNode()
    }
    nodes.append(node)
    note("create", node)
  }

  /// The standard addition, after a standard removal where the node has a parent.
  private func adopt() {
    guard let child = anyButRoot(), let parent = nodes.randomElement(using: &generator), canHold(parent, child),
      !open.contains(child.id), leave(child), isSettled(parent)
    else { return }
    note("adopt", child, parent)
    parent.addChild(child)
    arrive(child, in: parent)
    child.didMove(toParent: parent)
  }

  private func remove() {
    guard let child = anyButRoot(), child.parent != nil, leave(child) else { return }
    note("remove", child)
  }

  /// R3.12: the view only.
  private func takeOut() {
    guard let child = anyButRoot(), isSettled(child.parent) else { return }
    note("take out", child)
    depart(child)
  }

  /// R3.12: the parent only.
  private func removeFromParentOnly() {
    guard let child = anyButRoot(), child.parent != nil, isSettled(child.parent) else { return }
    note("remove from parent only", child)
    child.removeFromParent()
  }

  /// The view of a child that is out, back into its parent's view.
  private func putBack() {
    guard let child = anyButRoot(), let parent = child.parent, isSettled(parent),
      child.viewIfLoaded?.superview == nil, !parent.view.isDescendant(of: child.view)
    else { return }
    note("put back", child, parent)
    arrive(child, in: parent)
  }

  /// R3.14: the view of a controller without parent.
  private func place() {
    guard let node = anyButRoot(), node.parent == nil, let host = nodes.randomElement(using: &generator),
      canHold(host, node)
    else { return }
    note("place", node, host)
    host.view.addSubview(node.view)
  }

  private func toggleWindow() {
    // A container that forwards by hand and is in between is not disturbed.
    guard nodes.allSatisfy({ isSettled($0) }) else { return }
    note("toggle window", nodes[0])
    window.isHidden.toggle()
  }

  private func addPlainView() {
    guard let node = nodes.randomElement(using: &generator) else { return }
    note("add plain view", node)
    node.view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
  }

  private func askForLayout() {
    guard let node = nodes.randomElement(using: &generator) else { return }
    note("ask for layout", node)
    node.view.setNeedsLayout()
  }

  private func begin() {
    guard let node = anyButRoot(), node.parent != nil else { return }
    let isAppearing = Bool.random(using: &generator)
    note("begin(\(isAppearing))", node)
    node.loadViewIfNeeded()
    drivenByHand.insert(node.id)
    open.insert(node.id)
    node.beginAppearanceTransition(isAppearing, animated: Bool.random(using: &generator))
  }

  private func end() {
    guard let node = anyButRoot(), node.parent != nil else { return }
    note("end", node)
    drivenByHand.insert(node.id)
    open.remove(node.id)
    node.endAppearanceTransition()
  }

  // MARK: Parts of operations

  private func arrive(_ child: UIViewController, in parent: UIViewController) {
    let byHand = parent is ForwardingNode && parent.appearanceState == .appeared
    child.loadViewIfNeeded()
    if byHand { child.beginAppearanceTransition(true, animated: false) }
    parent.view.addSubview(child.view)
    if byHand { child.endAppearanceTransition() }
  }

  private func depart(_ child: UIViewController) {
    let byHand = child.parent is ForwardingNode && child.appearanceState == .appeared
    if byHand { child.beginAppearanceTransition(false, animated: false) }
    child.viewIfLoaded?.removeFromSuperview()
    if byHand { child.endAppearanceTransition() }
  }

  /// The standard removal; false when the parent is in the middle of its own transition.
  private func leave(_ child: UIViewController) -> Bool {
    guard isSettled(child.parent) else { return false }
    let parent = child.parent
    if parent != nil { child.willMove(toParent: nil) }
    depart(child)
    if parent != nil { child.removeFromParent() }
    return true
  }

  private func anyButRoot() -> UIViewController? {
    nodes.dropFirst().randomElement(using: &generator)
  }

  /// Whether `host` can take `node` without making a circle of parents or of views.
  private func canHold(_ host: UIViewController, _ node: UIViewController) -> Bool {
    var ancestor: UIViewController? = host
    while let current = ancestor {
      if current === node { return false }
      ancestor = current.parent
    }
    return !host.view.isDescendant(of: node.view)
  }

  /// A container that forwards by hand cannot be changed while it is between two states: that is its client's duty.
  private func isSettled(_ node: UIViewController?) -> Bool {
    guard let node, node is ForwardingNode else { return true }
    return node.appearanceState == .appeared || node.appearanceState == .disappeared
  }

  private func note(_ operation: String, _ nodes: UIViewController...) {
    let names = nodes.map { node in "\(type(of: node)) \(node.id)" }
    journal.append("\(operation) \(names.joined(separator: ", "))")
  }
}
