import HeadlessUIKit
import Testing

import class Foundation.ProcessInfo

/// The seeds of a run: a fixed set, or the one in `HEADLESSUIKIT_SEED`.
private let seeds: [UInt64] = {
  if let text = ProcessInfo.processInfo.environment["HEADLESSUIKIT_SEED"], let seed = UInt64(text) {
    return [seed]
  }
  return Array(1...20)
}()

@MainActor
@Suite("R18: random trees that turn")
struct R18PropertyTests {
  private let requests = 40

  @Test(
    "R18.1, R18.2: ios5: in any tree exactly those on screen by containment are told, parents first", arguments: seeds)
  func ios5(seed: UInt64) throws {
    try turnTrees(.ios5, seed) { application, tree, expected in
      for kind in [TraceEvent.Kind.willRotate, .willAnimateRotation, .didRotate] {
        let told = application.trace.events.filter { $0.event == kind }.map(\.controller)
        #expect(told == expected, "HEADLESSUIKIT_SEED=\(seed): \(tree.journal)")
      }
    }
  }

  @Test(
    "R18.4, R18.7: latest: in any tree exactly those on screen by containment are told, parents first", arguments: seeds
  )
  func latest(seed: UInt64) throws {
    try turnTrees(.latest, seed) { application, tree, expected in
      @MainActor func told(_ kind: TraceEvent.Kind) -> [NodeID] {
        application.trace.events.filter { $0.event == kind }.map(\.controller)
      }
      #expect(told(.willTransition) == expected, "HEADLESSUIKIT_SEED=\(seed): \(tree.journal)")
      // In the order of the views, which need not be that of the children.
      #expect(Set(told(.traitCollectionDidChange)) == Set(expected), "HEADLESSUIKIT_SEED=\(seed): \(tree.journal)")
      #expect(told(.traitCollectionDidChange).count == expected.count, "HEADLESSUIKIT_SEED=\(seed): \(tree.journal)")
      let sizes = told(.viewWillTransition)
      #expect(sizes == expected.filter(Set(sizes).contains), "HEADLESSUIKIT_SEED=\(seed): \(tree.journal)")
    }
  }

  /// Changes a tree at random, turns it after each change, and has judged who was told.
  private func turnTrees(
    _ profile: UIApplication.Profile, _ seed: UInt64,
    _ judge: (UIApplication, RandomTree, _ expected: [NodeID]) -> Void
  ) throws {
    try withScene(profile) { application in
      let tree = try application.perform { RandomTree(seed: seed, operations: .any) }
      for _ in 0..<requests {
        try application.perform { tree.step() }
        let root = try #require(tree.nodes.first)
        let isShown = root.viewIfLoaded?.window?.isHidden == false
        let expected = isShown ? insiders(of: root, throughDeaf: profile == .latest) : []
        application.trace.removeAll()
        let next = application.statusBarOrientation.isPortrait ? UIInterfaceOrientation.landscapeLeft : .portrait
        #expect(try turn(application, to: next).rotated)
        judge(application, tree, expected)
        #expect(root.viewIfLoaded?.frame == root.viewIfLoaded?.window?.bounds)
      }
      try application.perform { tree.drop() }
      #expect(application.liveControllerCount == 0)
    }
  }

  /// The controller and those below whose views are loaded and inside their parents' views, parents first.
  private func insiders(of controller: UIViewController, throughDeaf: Bool) -> [NodeID] {
    guard throughDeaf || controller.shouldAutomaticallyForwardAppearanceMethods else { return [controller.id] }
    return [controller.id]
      + controller.children.filter { child in
        guard let view = child.viewIfLoaded, let outer = controller.viewIfLoaded else { return false }
        return view !== outer && view.isDescendant(of: outer)
      }.flatMap { insiders(of: $0, throughDeaf: throughDeaf) }
  }
}
