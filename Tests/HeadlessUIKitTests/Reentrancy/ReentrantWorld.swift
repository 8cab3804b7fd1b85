import HeadlessUIKit

/// Carries out operations as a careful client would: it asks again after each call what it relies on.
@MainActor
final class ReentrantWorld {
  let application: UIApplication
  private(set) var nodes: [any ReentrantControlling] = []
  private(set) var windows: [UIWindow] = []

  /// How many operations were carried out; those that the state did not allow do not count.
  private(set) var performed = 0
  /// The same by where and what, for those inside callbacks.
  private(set) var performedInCallbacks: [Place: Int] = [:]
  /// What is being carried out, each in a callback of the one before.
  private var running: [ReentrantOperation.Kind] = []

  /// Controllers whose appearance was begun or ended by hand, and not as it is documented, or disturbed in it.
  /// They stay so: a begin without its end may wait for a container that is off screen.
  var drivenByHand: Set<Int> = []
  /// Who is being driven by hand just now.
  var driving: [Int] = []
  /// Children of a segmented container whose view the client took away, which it must not.
  var takenOut: Set<Int> = []
  /// Whose view was put somewhere without containment (R3.14): no container has put it there.
  var placed: Set<Int> = []
  /// A controller was moved, or its view was, while somebody was about to add it (R3.15 may then be broken by both).
  var hasRaced = false
  /// What is being added.
  var arriving: [Int] = []
  /// Whose view the client is taking out of its superview: wherever a callback has put it, it will be out (as in UIKit).
  var removing: [Int] = []
  /// What is being taken away, or may be: it has been told to disappear while it still stands there.
  var leaving: [Int] = []

  /// Other scenes, and what they have done wrong.
  var otherScenes: [UIApplication] = []
  var faultsOfOtherScenes: [String] = []

  /// Containers that are, or once were, in mode `faithful`.
  var onceFaithful: Set<Int> = [ReentrantProgram.faithful]

  /// Whether no client's code runs, but the callbacks of what is late.
  var isIdle: Bool { running.isEmpty || running == [.advance] }

  private var armed: [ArmedPlace: [ReentrantOperation]] = [:]

  struct Place: Hashable {
    let callback: ReentrantCallback
    let kind: ReentrantOperation.Kind
  }

  private struct ArmedPlace: Hashable {
    let callback: ReentrantCallback
    /// Nil: whoever gets it.
    let node: Int?
  }

  init(_ application: UIApplication) {
    self.application = application
    nodes = ReentrantProgram.plain.map { number in
      if ReentrantProgram.remakeable.contains(number) { return ReentrantRemakeable() }
      return number == ReentrantProgram.forwarder ? ReentrantForwarder() : ReentrantController()
    }
    for number in ReentrantProgram.containers {
      let container = ReentrantContainer()
      container.mode = number == ReentrantProgram.faithful ? .faithful : .corrected
      nodes.append(container)
    }
    for (number, node) in nodes.enumerated() {
      node.number = number
      node.world = self
    }
    windows = ReentrantProgram.windows.map { _ in
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
      window.isHidden = true
      return window
    }
  }

  /// Has an operation carried out in the next such callback.
  func arm(_ operation: ReentrantOperation, in callback: ReentrantCallback, of node: Int?) {
    armed[ArmedPlace(callback: callback, node: node), default: []].append(operation)
  }

  /// A controller tells of a callback.
  func calls(_ callback: ReentrantCallback, _ node: Int) {
    let keys = [ArmedPlace(callback: callback, node: node), ArmedPlace(callback: callback, node: nil)]
    guard let key = keys.first(where: { armed[$0]?.isEmpty == false }), let operation = armed[key]?.removeFirst() else {
      return
    }
    if perform(operation) { performedInCallbacks[Place(callback: callback, kind: operation.kind), default: 0] += 1 }
  }

  /// Lets go of all, in whatever state it is.
  func drop() {
    armed.removeAll()
    while closeScene() {}
    for window in windows {
      window.rootViewController = nil
      window.isHidden = true
    }
    for case let container as ReentrantContainer in nodes {
      container.mode = .corrected
      container.viewControllers = []
    }
    for node in nodes {
      unembed(node)
      node.viewIfLoaded?.removeFromSuperview()
    }
    nodes.removeAll()
    windows.removeAll()
  }

  /// False when the state did not allow it: nothing was done then.
  @discardableResult
  func perform(_ operation: ReentrantOperation) -> Bool {
    guard !nodes.isEmpty else { return false }
    running.append(operation.kind)
    performed += 1
    let wasDone = carryOut(operation)
    running.removeLast()
    if !wasDone { performed -= 1 }
    return wasDone
  }

  private func carryOut(_ operation: ReentrantOperation) -> Bool {
    switch operation {
    case .embed(let child, let parent): embed(nodes[child], in: nodes[parent], byHand: false)
    case .unembed(let child): unembed(nodes[child])
    case .move(let child, let parent): move(nodes[child], to: nodes[parent])
    case .takeOut(let child): takeOut(nodes[child])
    case .leaveParent(let child): leaveParent(nodes[child])
    case .place(let node, let host): place(nodes[node], in: nodes[host])
    case .setRoot(let node, let window): setRoot(node.map { nodes[$0] }, of: windows[window])
    case .hide(let window): setHidden(true, windows[window])
    case .show(let window): setHidden(false, windows[window])
    case .begin(let node, let appearing):
      driveAtAnyTime(nodes[node]) { $0.beginAppearanceTransition(appearing, animated: false) }
    case .end(let node): driveAtAnyTime(nodes[node]) { $0.endAppearanceTransition() }
    case .addByHand(let child, let parent): embed(nodes[child], in: nodes[parent], byHand: true)
    case .removeByHand(let child): removeByHand(nodes[child])
    case .select(let index, let number): select(index, in: container(number))
    case .insert(let child, let number, let index): insert(nodes[child], in: container(number), at: index)
    case .removeSegment(let index, let number): removeSegment(index, in: container(number))
    case .setList(let children, let number): setList(children, of: container(number))
    case .setContentView(let isSet, let number): setContentView(isSet, in: container(number))
    case .setFaithful(let isSet, let number): setMode(isSet ? .faithful : .corrected, of: container(number))
    case .setPrompt(let node, let isSet): setPrompt(isSet ? "prompt" : nil, of: nodes[node])
    case .setNeedsLayout(let node): setNeedsLayout(nodes[node])
    case .warnOfMemory: warnOfMemory()
    case .advance(let milliseconds): advance(by: Double(milliseconds) / 1000)
    case .openScene: openScene()
    case .closeScene: closeScene()
    }
  }

  /// Drives a child of a container as it is documented; what comes between may leave it where the two did not say, and
  /// that is then the client's own.
  func drive(_ child: UIViewController, _ body: () -> Void) {
    guard let number = number(of: child) else { return }
    let before = performed
    driving.append(number)
    body()
    driving.removeLast()
    if performed != before { drivenByHand.insert(number) }
  }

  func number(of node: UIViewController) -> Int? { (node as? any ReentrantControlling)?.number }

  // MARK: The short ones

  private func driveAtAnyTime(_ node: UIViewController, _ body: (UIViewController) -> Void) -> Bool {
    guard node.parent != nil, let number = number(of: node) else { return false }
    drivenByHand.insert(number)
    body(node)
    return true
  }

  private func setHidden(_ isHidden: Bool, _ window: UIWindow) -> Bool {
    guard window.isHidden != isHidden else { return false }
    window.isHidden = isHidden
    return true
  }

  private func setNeedsLayout(_ node: UIViewController) -> Bool {
    guard let view = node.viewIfLoaded, view.window != nil else { return false }
    view.setNeedsLayout()
    return true
  }

  private func setPrompt(_ prompt: String?, of node: UIViewController) -> Bool {
    guard node.navigationItem.prompt != prompt else { return false }
    node.navigationItem.prompt = prompt
    return true
  }

  private func warnOfMemory() -> Bool {
    _ = application.simulateMemoryWarning()
    return true
  }

  private func advance(by seconds: Double) -> Bool {
    _ = try? application.clock.advance(by: seconds)
    return true
  }
}
