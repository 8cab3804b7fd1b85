import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `settle {timeout?}`: in place of sleeping until animations have ended.
  static let settle = Method(
    "settle",
    summary: "Answers as soon as nothing of a scene is under way: no turn waits and no animation runs. Timers that are "
      + "scheduled do not count.",
    role: .observe, offer: .everyScene, parameters: [.timeout, .scene],
    result: sceneAnswer([.always("settled", .boolean)]),
    errors: [.sceneNotFound, .methodNotOffered, .didNotSettle, .valueNotAccepted],
    examples: [
      Example(
        "Until a scene is at rest", #"{"scene":"segments","timeout":2}"#,
        result: #"{"scene":"segments","controller":"n21","revision":1,"settled":true}"#)
    ]
  ) { (call) throws(JSONRPCError) in
    let scene = try call.scene()
    let now = call.host.now()
    scene.followClock(to: now)
    // What a `Task` has left for the next turn, and nobody has run yet.
    if scene.application.hasUnsettledWork { try scene.run(at: now) { () throws(JSONRPCError) in } }
    return try call.waiting(for: Rest(), in: scene)
  }

  private struct Rest: AwaitedCondition {
    var failure: String { "did not settle" }

    /// What is under way is in every report.
    func shortfall(in scene: HostedScene) -> WaitShortfall? { nil }

    func isMet(in scene: HostedScene) -> Bool { scene.application.isAtRest }

    func writeResult(of scene: HostedScene, to writer: inout JSONWriter) {
      writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
      writer.key("settled")
      writer.bool(true)
      writer.endObject()
    }
  }
}
