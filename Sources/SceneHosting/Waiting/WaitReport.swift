import HeadlessUIKit
import JSONRPCCore
import JSONText

/// What is still under way in a scene, for who has waited for it in vain.
@MainActor
struct WaitReport {
  private let clock: SceneClock.Kind
  private let turns: Int
  private let secondsLeft: [Double]
  private let nextTimer: Double?

  init(_ application: UIApplication) {
    clock = application.clock.kind
    turns = application.waitingTurns
    secondsLeft = application.secondsUntilAnimationsEnd
    nextTimer = application.clock.nextFireTime.map { max(0, $0 - application.clock.now) }
  }

  /// The answer of a call whose time is over; `pending` has what is under way, `closest` what is there in its place.
  func timedOut(_ waiting: Waiting) -> JSONRPCError {
    let shortfall = waiting.condition.shortfall(in: waiting.scene)
    let causes = [shortfall?.sentence, sentence].compactMap { $0 }.joined(separator: "; ")
    return ApplicationErrorCode.waitTimedOut.error(
      "Scene \"\(waiting.scene.name)\" \(waiting.condition.failure) within \(Self.seconds(waiting.timeout)): \(causes).",
      [
        (name: "scene", value: .string(waiting.scene.name)), (name: "timeout", value: .number(waiting.timeout)),
        (name: "pending", value: .json(json)),
      ] + (shortfall?.details ?? []))
  }

  private var sentence: String {
    var parts: [String] = []
    if turns > 0 { parts.append("its turn queue is not empty (\(turns) waiting)") }
    if let last = secondsLeft.last {
      parts.append(
        "\(secondsLeft.count == 1 ? "an animation runs" : "\(secondsLeft.count) animations run") for another "
          + Self.seconds(last))
    } else if let nextTimer {
      parts.append("its next timer is due in \(Self.seconds(nextTimer))")
    }
    if parts.isEmpty { return "nothing is under way in it, and no timer is due" }
    if clock == .virtual, nextTimer != nil { parts.append("its clock is virtual, and only advanceClock moves it") }
    return parts.joined(separator: "; ")
  }

  private var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("clock")
    writer.string(clock.rawValue)
    writer.key("turns")
    writer.integer(turns)
    writer.key("animations")
    writer.integer(secondsLeft.count)
    writer.key("secondsLeft")
    writer.beginArray()
    for seconds in secondsLeft.prefix(ApplicationErrorCode.mostNames) { writer.number(seconds) }
    writer.endArray()
    writer.key("nextTimer")
    if let nextTimer { writer.number(nextTimer) } else { writer.null() }
    writer.endObject()
    return writer.bytes
  }

  /// For a person: thousandths are enough.
  private static func seconds(_ seconds: Double) -> String {
    let rounded = Double(Int64(min(seconds, 1e12) * 1000 + 0.5)) / 1000
    return rounded == 1 ? "1 second" : "\(Schema.plain(rounded)) seconds"
  }
}
