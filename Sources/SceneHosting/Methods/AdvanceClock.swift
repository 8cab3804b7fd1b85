import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `advanceClock {seconds}`: moves virtual time.
  static let advanceClock = Method(
    "advanceClock",
    summary: "Moves a scene's virtual clock and fires the timers that become due, one settled turn each.",
    role: .administer,
    offer: .everyScene, parameters: [.required("seconds", .number(minimum: 0), "How far."), .scene],
    result: sceneAnswer([.always("time", .number(minimum: 0)), .always("fired", .integer)]),
    errors: [.sceneNotFound, .methodNotOffered, .clockIsReal, .didNotSettle, .limitReached, .valueNotAccepted],
    examples: [
      Example(
        "A second goes by",
        after: [.init("openScene", #"{"application":"segments","name":"slow","clock":"virtual"}"#)],
        #"{"seconds":1,"scene":"slow"}"#,
        result: #"{"scene":"slow","controller":"n58","revision":1,"time":1,"fired":0}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let seconds = Arguments.given(call.arguments.number("seconds"))
    guard seconds <= longestAdvance else {
      throw ApplicationErrorCode.valueNotAccepted.error(
        "A clock is moved by \(Schema.plain(longestAdvance)) seconds at most, which are a hundred years.",
        [(name: "pointer", value: .string("/params/seconds")), (name: "limit", value: .number(longestAdvance))])
    }
    let fired: Int
    let issues: [ContractIssue]
    do {
      (fired, issues) = try scene.advanceClock(by: seconds)
    } catch {
      throw translate(error, of: scene)
    }
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    writer.key("time")
    writer.number(scene.application.clock.now)
    writer.key("fired")
    writer.integer(fired)
    writer.endSceneAnswer(issues)
  }

  /// A hundred years, in seconds: beyond it a clock of doubles would lose its milliseconds.
  private static let longestAdvance = 3_155_760_000.0

  private static func translate(_ error: any Error, of scene: HostedScene) -> JSONRPCError {
    switch error as? SceneClock.Failure {
    case .clockIsReal:
      ApplicationErrorCode.clockIsReal.error(
        "The clock of scene \"\(scene.name)\" is real; open the scene with clock \"virtual\" to move it by hand.",
        [(name: "pointer", value: .string("/params/scene"))])
    case .tooManyFirings(let fired):
      ApplicationErrorCode.limitReached.error(
        "\(fired) timers were fired, which is the limit of a call; the clock of scene \"\(scene.name)\" stands at "
          + "\(scene.application.clock.now) seconds. Move it by less at a time.",
        JSONRPCError.limitDetails("timerFirings", SceneClock.firingLimit, got: fired))
    case nil:
      scene.translate(error)
    }
  }
}
