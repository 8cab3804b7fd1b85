import HeadlessUIKit
import Testing

import class Foundation.ProcessInfo

private func number(_ variable: String) -> UInt64? {
  ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
}

/// The run is cut up, so that the tests beside it get their turn on the main actor.
private let batches: [UInt64] = number("HEADLESSUIKIT_SEED") == nil ? Array(0..<20) : [0]

@MainActor
@Suite("R2 to R6: random operations in callbacks")
struct ReentrancyTests {
  /// `HEADLESSUIKIT_REENTRANCY_STEPS`: how many operations are carried out, in each of the two profiles.
  private let operations = Int(number("HEADLESSUIKIT_REENTRANCY_STEPS") ?? 20_000)

  @Test("settled states, order, balance, containment, issues, leaks and hangs are as the rules say", arguments: batches)
  func operationsInCallbacks(batch: UInt64) throws {
    for profile in [UIApplication.Profile.ios5, .latest] {
      if let seed = number("HEADLESSUIKIT_SEED") {
        _ = check(seed: seed, profile)
        continue
      }
      var performed = 0
      var seed = batch * 1_000_000
      while performed < operations / batches.count {
        seed += 1
        guard let count = check(seed: seed, profile) else { break }
        performed += count
      }
    }
  }

  /// How many operations were carried out; nil after a failure.
  private func check(seed: UInt64, _ profile: UIApplication.Profile) -> Int? {
    let steps = ReentrantProgram.steps(seed: seed)
    let run = ReentrancyRun(steps, profile)
    guard let fault = run.fault else { return run.performed }
    let small = ReentrancyRun.shrink(steps, profile, breaking: fault.rule)
    let journal = small.map { "\n  \($0)" }.joined()
    let text = ReentrancyRun(small, profile).fault.map { "\($0)" } ?? "\(fault)"
    Issue.record("HEADLESSUIKIT_SEED=\(seed), \(profile): \(text)\nShrunk to:\(journal)")
    return nil
  }
}
