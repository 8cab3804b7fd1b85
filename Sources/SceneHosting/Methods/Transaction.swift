import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `transaction {calls}`: several changes of a scene, as one.
  static let transaction = Method(
    "transaction",
    summary: "Executes several calls that change a scene, in order, with one revision for all. All are checked before "
      + "the first is executed; the first that fails stops the others.",
    role: .drive, offer: .everyScene,
    parameters: [
      .required(
        "calls",
        .array(
          .object([
            .always("method", .string), .sometimes("params", .anyOf([.map(.any), .array(.any), .null])),
          ])), "The calls, in order."), .scene,
    ],
    result: sceneAnswer([.always("results", .array(.map(.any)))]),
    errors: [.sceneNotFound, .methodNotOffered, .valueNotAccepted, .limitReached, .notPermitted, .transactionStopped],
    examples: [
      Example(
        "Two changes with one revision",
        #"""
        {"scene":"multiview","calls":[{"method":"displayView","params":{"view":2}},{"method":"setTraits",
        "params":{"userInterfaceStyle":"dark"}}]}
        """#,
        result: #"""
          {"scene":"multiview","controller":"n2","revision":2,"results":[{"scene":"multiview","controller":"n2",
          "revision":2,"view":2,"viewController":{"id":"n46","class":"View02","title":null}},{"scene":"multiview",
          "controller":"n2","revision":2,"traits":{"userInterfaceIdiom":"phone","horizontalSizeClass":"compact",
          "verticalSizeClass":"regular","userInterfaceStyle":"dark","layoutDirection":"leftToRight"},"changed":true}]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let plan = try TransactionPlan(call)
    let scene = plan.scene
    var stop: (index: Int, error: JSONRPCError)?
    var results: [HeldResult] = []
    scene.runAtomically {
      do throws(TransactionPlan.Stop) {
        try plan.execute(into: &results)
      } catch {
        stop = (error.index, error.cause)
      }
    }
    if let stop { throw stopped(scene, at: stop.index, by: stop.error, results, call) }
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    writer.key("results")
    write(results, of: scene, to: &writer)
    writer.endObject()
  }

  private static func write(_ results: [HeldResult], of scene: HostedScene, to writer: inout JSONWriter) {
    writer.beginArray()
    for result in results { result.write(with: scene.application.revision, to: &writer) }
    writer.endArray()
  }

  private static func stopped(
    _ scene: HostedScene, at index: Int, by error: JSONRPCError, _ results: [HeldResult], _ call: Call
  ) -> JSONRPCError {
    var (cause, applied) = (JSONWriter(), JSONWriter())
    error.write(to: &cause)
    write(results, of: scene, to: &applied)
    let what =
      switch results.count {
      case 0: "It was the first"
      case 1: "What the one before it has done stays"
      case let count: "What the \(count) before it have done stays"
      }
    return ApplicationErrorCode.transactionStopped.error(
      "Call \(index) of the transaction failed: \(error.message) \(what); those after it were not executed.",
      [
        (name: "pointer", value: .string("\(call.arguments.pointer(to: "calls"))/\(index)")),
        (name: "scene", value: .string(scene.name)), (name: "revision", value: .integer(scene.application.revision)),
        (name: "index", value: .integer(index)), (name: "applied", value: .json(applied.bytes)),
        (name: "cause", value: .json(cause.bytes)),
      ])
  }
}
