import JSONRPCCore
import JSONText

/// What a call waits for, in one scene.
@MainActor
protocol AwaitedCondition {
  /// What the scene has not done when the time is over, as it follows its name in a sentence: "did not settle".
  var failure: String { get }

  /// What the scene has in its place, when the time is over; nil when there is nothing to say of it.
  func shortfall(in scene: HostedScene) -> WaitShortfall?

  /// Whether it is so. Asked when the call comes, and whenever the scene has run a turn and what followed it, settled or not;
  /// never inside a turn. An error ends the waiting, and is its answer.
  func isMet(in scene: HostedScene) throws(JSONRPCError) -> Bool

  /// Writes the call's result, one value. Called once, right after it was met.
  func writeResult(of scene: HostedScene, to writer: inout JSONWriter)
}

/// A call whose answer may come later: until its condition is met, its time is over, somebody cancels it, or its scene is
/// closed.
@MainActor
struct Waiting {
  let scene: HostedScene
  let condition: any AwaitedCondition
  /// Seconds of the host's clock, 0 or more, until it is answered with `waitTimedOut`.
  let timeout: Double
}

extension Call {
  /// 5 seconds without `timeout`: longer than any animation on a screen, and short for a person who waits.
  private static var usualTimeout: Double { 5 }

  /// An hour: a call that waits longer has been forgotten.
  private static var longestTimeout: Double { 3600 }

  /// What the call waits for, for as long as its parameter `timeout` says.
  ///
  /// - Throws: `valueNotAccepted` for too long a time.
  func waiting(for condition: any AwaitedCondition, in scene: HostedScene) throws(JSONRPCError) -> Waiting {
    let timeout = arguments.number("timeout") ?? Self.usualTimeout
    guard timeout <= Self.longestTimeout else {
      throw ApplicationErrorCode.valueNotAccepted.error(
        "A call waits for \(Schema.plain(Self.longestTimeout)) seconds at most; ask again for more.",
        [
          (name: "pointer", value: .string("/params/timeout")), (name: "limit", value: .number(Self.longestTimeout)),
          (name: "got", value: .number(timeout)),
        ])
    }
    return Waiting(scene: scene, condition: condition, timeout: timeout)
  }
}

extension Parameter {
  /// How long a call waits.
  static let timeout = Parameter.optional(
    "timeout", .number(minimum: 0), "How many seconds to wait at most, 0 to 3600; 5 without it.")
}
