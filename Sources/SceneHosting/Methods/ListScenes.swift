import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `listScenes`: what is open, in the order in which it was opened.
  static let listScenes = Method(
    "listScenes", summary: "Answers the open scenes, in the order in which they were opened.", role: .observe,
    result: .object([
      .always("epoch", .string),
      .always(
        "scenes",
        .array(
          .object([.always("name", .string)] + sceneDescription))),
    ]),
    examples: [
      Example(
        "What is open",
        result: #"""
          {"epoch":"e1k8w2m5x9q3ab","scenes":[{"name":"multiview","application":"multiview","profile":"latest",
          "clock":{"kind":"real","time":12.5},"faithful":false,"revision":1,"controller":"n2"},{"name":"segments",
          "application":"segments","profile":"latest","clock":{"kind":"real","time":12.5},"faithful":false,
          "revision":1,"controller":"n21"},{"name":"maps","application":"maps","profile":"latest",
          "clock":{"kind":"real","time":12.5},"faithful":false,"revision":1,"controller":"n38"}]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    writer.beginObject()
    writer.key("epoch")
    writer.string(call.host.epoch)
    writer.key("scenes")
    writer.beginArray()
    for scene in call.host.scenes {
      scene.followClock(to: call.host.now())
      writer.beginObject()
      writer.key("name")
      writer.string(scene.name)
      writer.sceneDescription(scene)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  nonisolated static let profileSchema = Schema.choice(UIApplication.Profile.allCases.map(\.rawValue))
  nonisolated static let clockSchema = Schema.choice(SceneClock.Kind.allCases.map(\.rawValue))

  nonisolated static let sceneDescription: [Schema.Property] = [
    .always("application", .string), .always("profile", profileSchema),
    .always("clock", .object([.always("kind", clockSchema), .always("time", .number(minimum: 0))])),
    .always("faithful", .boolean), .always("revision", .integer), .always("controller", .nullable(.nodeID)),
  ]
}

extension JSONWriter {
  /// What there is to say of a scene beside its name, as members.
  @MainActor
  mutating func sceneDescription(_ scene: HostedScene) {
    let application = scene.application
    key("application")
    string(scene.registration.name)
    key("profile")
    string(application.profile.rawValue)
    key("clock")
    beginObject()
    key("kind")
    string(application.clock.kind.rawValue)
    key("time")
    number(application.clock.now)
    endObject()
    key("faithful")
    bool(application.isFaithful)
    key("revision")
    integer(application.revision)
    key("controller")
    nodeID(application.outermostViewController?.id)
  }
}
