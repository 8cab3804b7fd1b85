import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `sync`: a fence. What is due in any scene is done, and what this client has to be told stands before the answer.
  static let sync = Method(
    "sync",
    summary: "Does all that is due now in any scene, and answers after what this client is to be told of it.",
    role: .observe,
    result: .object([
      .always("epoch", .string),
      .always("scenes", .array(.object([.always("name", .string), .always("revision", .integer)]))),
    ]),
    examples: [
      Example(
        "A fence",
        result: #"""
          {"epoch":"e1k8w2m5x9q3ab","scenes":[{"name":"multiview","revision":1},{"name":"segments","revision":1},
          {"name":"maps","revision":1}]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let host = call.host
    host.tick(now: host.now())
    host.runPendingWork()
    call.session.catchUp()
    writer.beginObject()
    writer.key("epoch")
    writer.string(host.epoch)
    writer.key("scenes")
    writer.beginArray()
    for scene in host.scenes {
      writer.beginObject()
      writer.key("name")
      writer.string(scene.name)
      writer.key("revision")
      writer.integer(scene.application.revision)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
