/// What ends loops that are made of callbacks.
extension SceneContext {
  /// 100 rounds of telling those whom the round before has brought in: callbacks that change something every time they are
  /// told are a loop.
  static let roundLimit = 100

  /// 250 callbacks inside each other: a deep tree that makes itself in `viewDidLoad` has a hundred. Many more would end with
  /// the stack, and with it all other scenes.
  static let nestingLimit = 250

  /// Callbacks that a request may always send inside each other, however often it was at the limit.
  private static let leastNesting = 10

  /// Whether a callback may be sent inside those that run. At the limit it is reported, and nothing more is sent until all
  /// that run have returned: else each of them could begin anew. For the rest of the request the limit is half of what it
  /// was, so that work that waits for a turn cannot begin anew for ever either.
  func mayNest(_ callback: String, of controller: UIViewController?) -> Bool {
    if isUnwinding { return false }
    let limit = max(Self.leastNesting, Self.nestingLimit >> min(endlessNestings, 8))
    guard callbackDepth >= limit else { return true }
    isUnwinding = true
    endlessNestings += 1
    let owner = controller.map { " of \($0.className) \($0.id)" } ?? ""
    report(
      ContractIssue(
        kind: .endlessCallbacks, controller: controller?.id, className: controller?.className ?? "UIApplication",
        message:
          "\(limit) callbacks ran inside each other, and \(callback)\(owner) would have been one more; it was left "
          + "out, and so is any other until they have returned. Do not cause in a callback what leads to the same one again."
      ))
    return false
  }

  /// - Parameter what: What was told again and again.
  func reportEndless(_ controller: UIViewController?, _ what: String) {
    report(
      ContractIssue(
        kind: .endlessCallbacks, controller: controller?.id, className: controller?.className ?? "UIApplication",
        message:
          "callbacks have changed what is on screen \(Self.roundLimit) times while they were told of it (\(what)); "
          + "the rest was left as it was. Do not add, remove or reverse something each time a callback tells of it."))
  }

  // MARK: Containers that forward nothing

  /// A container that forwards by hand is off screen. Cost: its children.
  func noteUnforwardedAppearance(of container: UIViewController) {
    guard container.children.contains(where: \.staysAppeared) else { return }
    unforwarded[container.id] = WeakReference(object: container)
  }

  /// The scene has settled: who has left children behind gets advice.
  func adviseUnforwardedAppearances() {
    guard !unforwarded.isEmpty else { return }
    let containers = unforwarded.values.compactMap(\.object).sorted { $0.id < $1.id }
    unforwarded.removeAll()
    for container in containers
    where container.appearanceState == .disappeared && !container.shouldAutomaticallyForwardAppearanceMethods {
      guard let child = container.children.first(where: \.staysAppeared) else { continue }
      advise(
        .unforwardedAppearance, container,
        "\(container.className) \(container.id) went off screen, and its child \(child.className) \(child.id) was told "
          + "nothing of it, as shouldAutomaticallyForwardAppearanceMethods is false. Call beginAppearanceTransition on the "
          + "child in viewWillDisappear, and endAppearanceTransition in viewDidDisappear.")
    }
  }
}

extension UIViewController {
  fileprivate var staysAppeared: Bool { appearanceState == .appeared || appearanceState == .appearing }
}
