/// Watches controllers that a container has let go: who is alive when the scene has settled was leaked.
@MainActor
struct LeakWatch {
  private struct Suspect {
    weak var controller: UIViewController?
  }

  private var suspects: [Suspect] = []

  var isEmpty: Bool { suspects.isEmpty }

  mutating func add(_ controller: UIViewController) {
    suspects.append(Suspect(controller: controller))
  }

  /// The controllers that should be gone and are not; each is told once.
  mutating func takeSurvivors() -> [UIViewController] {
    defer { suspects.removeAll(keepingCapacity: true) }
    return suspects.compactMap(\.controller)
  }
}

extension SceneContext {
  /// Reports who was let go and lives on, and who holds it as far as the engine can know.
  func reportLeaks() {
    guard !leakWatch.isEmpty else { return }
    for controller in leakWatch.takeSurvivors() where !controller.isInTree {
      let timers = clock.timers(heldFor: controller).count
      let holder =
        timers > 0
        ? "\(timers) running timer\(timers == 1 ? "" : "s") of its own hold\(timers == 1 ? "s" : "") it: invalidate "
          + "\(timers == 1 ? "it" : "them") before the switch"
        : "no timer holds it: look for a closure, a strong delegate or a property that keeps it"
      report(
        .leakedController, controller,
        "\(controller.className) \(controller.id) was let go by its container and is still alive; \(holder).")
    }
  }
}
