import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `openScene {application}`: one more application instance.
  static let openScene = Method(
    "openScene", summary: "Opens a scene: a new instance of a registered application, launched.", role: .administer,
    safeguards: .key,
    parameters: [
      .required("application", .string, "The name under which the application is registered."),
      .optional("name", .string, "What the scene is called; without it as the application, numbered when taken."),
      .optional("profile", profileSchema, "The era of UIKit that it behaves like."),
      .optional("clock", clockSchema, "Real time, or virtual time that advanceClock moves; real without it."),
      .optional("faithful", .boolean, "Whether faults of the original application are kept; false without it."),
    ],
    result: sceneAnswer([
      .always("application", .string), .always("profile", profileSchema), .always("clock", clockSchema),
      .always("faithful", .boolean),
    ]),
    errors: [.applicationNotFound, .sceneExists, .didNotSettle, .valueNotAccepted, .limitReached],
    examples: [
      Example(
        "Open another one, with virtual time", #"{"application":"multiview","name":"second","clock":"virtual"}"#,
        result: #"""
          {"scene":"second","controller":"n47","revision":1,"application":"multiview","profile":"latest",
          "clock":"virtual","faithful":false}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let arguments = call.arguments
    if let name = arguments.string("name") { try checkName(name) }
    var options = SceneOptions()
    options.profile = arguments.string("profile").flatMap(UIApplication.Profile.init)
    options.clock = arguments.string("clock").flatMap(SceneClock.Kind.init) ?? .real
    options.isFaithful = arguments.boolean("faithful") ?? false
    let scene = try call.host.open(
      Arguments.given(arguments.string("application")), name: arguments.string("name"), options: options)
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    writer.key("application")
    writer.string(scene.registration.name)
    writer.key("profile")
    writer.string(scene.application.profile.rawValue)
    writer.key("clock")
    writer.string(scene.application.clock.kind.rawValue)
    writer.key("faithful")
    writer.bool(scene.application.isFaithful)
    writer.endSceneAnswer(scene)
  }

  /// 64 bytes: a name is repeated in every event of its scene.
  private static let longestName = 64

  private static func checkName(_ name: String) throws(JSONRPCError) {
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw ApplicationErrorCode.valueNotAccepted.error(
        "A scene's name has no control characters, as it is shown in logs and on terminals.",
        [(name: "pointer", value: .string("/params/name"))])
    }
    guard name.isEmpty || name.utf8.count > longestName else { return }
    throw ApplicationErrorCode.valueNotAccepted.error(
      "A scene's name has 1 to \(longestName) bytes; this one has \(name.utf8.count).",
      [
        (name: "pointer", value: .string("/params/name")), (name: "limit", value: .integer(longestName)),
        (name: "got", value: .integer(name.utf8.count)),
      ])
  }
}
