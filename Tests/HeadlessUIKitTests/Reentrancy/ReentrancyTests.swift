import HeadlessUIKit
import Testing

import class Foundation.ProcessInfo

private func number(_ variable: String) -> UInt64? {
  ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
}

@MainActor
@Suite("R2 to R6: random operations in callbacks")
struct ReentrancyTests {
  /// `HEADLESSUIKIT_REENTRANCY_STEPS`: how many operations are carried out, in each of the two profiles.
  private let steps = Int(number("HEADLESSUIKIT_REENTRANCY_STEPS") ?? 20_000)
  /// `HEADLESSUIKIT_SEED`: the one program that is carried out, to find a fault again.
  private let seed = number("HEADLESSUIKIT_SEED")
  /// `HEADLESSUIKIT_FIRST_SEED`: where the seeds begin, for a run that tries others.
  private let firstSeed = number("HEADLESSUIKIT_FIRST_SEED") ?? 1

  @Test(
    "settled states, order, balance, containment, issues, leaks and hangs are as the rules say",
    arguments: [UIApplication.Profile.ios5, .latest])
  func operationsInCallbacks(profile: UIApplication.Profile) async {
    if let seed {
      check(ReentrancyRun(ReentrantProgram.steps(seed: seed), profile), seed: seed, profile)
      return
    }
    var performed = 0
    var faults: [String: [UInt64]] = [:]
    var places: [ReentrantWorld.Place: Int] = [:]
    var next = firstSeed
    while performed < steps {
      let run = ReentrancyRun(ReentrantProgram.steps(seed: next), profile)
      performed += run.performed
      places.merge(run.performedInCallbacks, uniquingKeysWith: +)
      if let rule = run.fault?.rule {
        // One of each kind is shrunk and told, of the others the seed.
        if faults[rule] == nil { check(run, seed: next, profile) }
        faults[rule, default: []].append(next)
      }
      next += 1
      // The tests beside this one get their turn on the main actor.
      await Task.yield()
    }
    for (rule, seeds) in faults where seeds.count > 1 {
      Issue.record("\(profile), \(rule): also seeds \(seeds.dropFirst().prefix(20))")
    }
    if performed >= 20_000 { checkCoverage(places, profile) }
    let inCallbacks = places.values.reduce(0, +)
    print("\(profile): \(performed) operations, \(inCallbacks) in callbacks, seeds \(firstSeed)..<\(next)")
  }

  private func check(_ run: ReentrancyRun, seed: UInt64, _ profile: UIApplication.Profile) {
    guard let fault = run.fault else { return }
    let small = ReentrancyRun.shrink(ReentrantProgram.steps(seed: seed), profile, breaking: fault.rule)
    let steps = small.map { "\n  \($0)" }.joined()
    let shrunk = ReentrancyRun(small, profile)
    let journal = shrunk.journal.suffix(100).map { "\n  \($0)" }.joined()
    Issue.record(
      "HEADLESSUIKIT_SEED=\(seed), \(profile): \(shrunk.fault ?? fault)\nShrunk to:\(steps)\nCallbacks:\(journal)")
  }

  /// Each kind of operation was carried out in each of the callbacks.
  private func checkCoverage(_ places: [ReentrantWorld.Place: Int], _ profile: UIApplication.Profile) {
    var missing: [String] = []
    for callback in ReentrantCallback.allCases where callback != .viewIsAppearing || profile == .latest {
      for kind in ReentrantOperation.Kind.allCases
      where (places[ReentrantWorld.Place(callback: callback, kind: kind)] ?? 0) == 0 {
        missing.append("\(kind) in \(callback)")
      }
    }
    #expect(missing == [])
  }
}
