import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `simulateMemoryWarning`: tells delegate, observers and every live controller (R17.1 to R17.3).
  static let simulateMemoryWarning = Method(
    "simulateMemoryWarning",
    summary: "Tells a scene that memory is short: who was told, whose view was thrown away, whose stayed and why.",
    role: .drive,
    offer: .everyScene, parameters: [.scene],
    result: sceneAnswer([
      .always("delegate", .nullable(.string)), .always("observers", .integer),
      .always("told", .array(controllerSchema)), .always("unloaded", .array(controllerSchema)),
      .always(
        "kept",
        .array(
          .object([
            .always("controller", .nodeID), .always("class", .string),
            .always("reason", .choice(MemoryWarningReport.KeepReason.allCases.map(\.rawValue))),
          ]))),
    ]),
    errors: [.sceneNotFound, .methodNotOffered, .didNotSettle],
    examples: [
      Example(
        "Memory is short", #"{"scene":"multiview"}"#,
        result: #"""
          {"scene":"multiview","controller":"n2","revision":1,"delegate":"MultiviewAppDelegate","observers":0,
          "told":[{"controller":"n2","class":"MultiviewController"},{"controller":"n6","class":"View01"}],
          "unloaded":[],"kept":[{"controller":"n2","class":"MultiviewController","reason":"profileKeepsViews"},
          {"controller":"n6","class":"View01","reason":"profileKeepsViews"}]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let report = try scene.run(at: call.now) { () throws(JSONRPCError) in
      scene.application.simulateMemoryWarning()
    }
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    writer.key("delegate")
    writer.string(orNull: report.delegateClass)
    writer.key("observers")
    writer.integer(report.observers)
    writer.key("told")
    writer.controllers(report.told.lazy.map { (id: $0.controller, className: $0.className) })
    writer.key("unloaded")
    writer.controllers(report.unloaded.lazy.map { (id: $0.controller, className: $0.className) })
    writer.key("kept")
    writer.beginArray()
    for kept in report.kept {
      writer.beginObject()
      writer.key("controller")
      writer.nodeID(kept.controller)
      writer.key("class")
      writer.string(kept.className)
      writer.key("reason")
      writer.string(kept.reason.rawValue)
      writer.endObject()
    }
    writer.endArray()
    writer.endSceneAnswer(scene)
  }
}
