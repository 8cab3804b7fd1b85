/// Watches controllers that have left the tree.
///
/// A container that lets one go says so (`prepareForRelease`): who is alive when the scene has settled was leaked. Of the
/// others only those are watched that timers of their own hold: after a grace period that is reported, too.
@MainActor
struct LeakWatch {
  /// 5 seconds of the scene's clock: a container that takes its controller back does so sooner.
  static let gracePeriod = 5.0

  private struct Departure {
    weak var controller: UIViewController?
    let time: Double
  }

  private struct Suspect {
    weak var controller: UIViewController?
  }

  private var suspects: [Suspect] = []
  private var departures: [Departure] = []

  var isEmpty: Bool { suspects.isEmpty && departures.isEmpty }

  mutating func expectRelease(of controller: UIViewController) {
    departures.removeAll { $0.controller === controller }
    suspects.append(Suspect(controller: controller))
  }

  mutating func noteDeparture(of controller: UIViewController, at time: Double) {
    guard !departures.contains(where: { $0.controller === controller }) else { return }
    departures.append(Departure(controller: controller, time: time))
  }

  /// The controllers that should be gone and are not; each is told once.
  mutating func takeSurvivors() -> [UIViewController] {
    defer { suspects.removeAll(keepingCapacity: true) }
    return suspects.compactMap(\.controller).filter { !$0.isInTree }
  }

  /// The controllers whose grace period is over and that are still out of the tree; each is told once.
  mutating func takeOverdue(at time: Double) -> [UIViewController] {
    departures.removeAll { $0.controller?.isInTree ?? true }
    let overdue = departures.filter { time - $0.time >= Self.gracePeriod }.compactMap(\.controller)
    departures.removeAll { time - $0.time >= Self.gracePeriod }
    return overdue
  }
}

extension SceneContext {
  /// Reports who was let go and lives on, and who holds it as far as the engine can know.
  func reportLeaks() {
    guard !leakWatch.isEmpty else { return }
    for controller in leakWatch.takeSurvivors() {
      let timers = clock.timers(heldFor: controller).count
      let holder =
        timers > 0
        ? "\(Self.count(timers)) of its own hold\(timers == 1 ? "s" : "") it: invalidate before the switch"
        : "no timer holds it: look for a closure, a strong delegate or a property that keeps it"
      report(
        .leakedController, controller,
        "\(controller.className) \(controller.id) was let go by its container and is still alive; \(holder).")
    }
    for controller in leakWatch.takeOverdue(at: clock.now) {
      let timers = clock.timers(heldFor: controller).count
      guard timers > 0 else { continue }
      report(
        .forgottenTimer, controller,
        "\(controller.className) \(controller.id) left the tree \(LeakWatch.gracePeriod) seconds ago or more, and "
          + "\(Self.count(timers)) of its own \(timers == 1 ? "keeps" : "keep") it alive: invalidate in "
          + "viewWillDisappear.")
    }
  }

  private static func count(_ timers: Int) -> String {
    timers == 1 ? "a running timer" : "\(timers) running timers"
  }
}
