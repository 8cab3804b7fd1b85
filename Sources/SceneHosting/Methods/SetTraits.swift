import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `setTraits {…}`: gives a scene other traits (R18.4).
  static let setTraits = Method(
    "setTraits",
    summary: "Gives a scene other traits; what is left out stays, and \"unspecified\" gives back what the device has.",
    role: .drive,
    offer: .everyScene,
    parameters: [
      .optional("horizontalSizeClass", sizeClassSchema, "How much room there is in width."),
      .optional("verticalSizeClass", sizeClassSchema, "How much room there is in height."),
      .optional("userInterfaceStyle", styleSchema, "Bright or dark."),
      .optional("layoutDirection", directionSchema, "Where lines begin."), .scene,
    ],
    result: sceneAnswer([.always("traits", traitsSchema), .always("changed", .boolean)]),
    errors: [.sceneNotFound, .methodNotOffered, .didNotSettle],
    examples: [
      Example(
        "Switch to dark", #"{"userInterfaceStyle":"dark"}"#,
        result: #"""
          {"scene":"multiview","controller":"n2","revision":2,"traits":{"userInterfaceIdiom":"phone",
          "horizontalSizeClass":"compact","verticalSizeClass":"regular","userInterfaceStyle":"dark",
          "layoutDirection":"leftToRight"},"changed":true}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let arguments = call.arguments
    func given<Trait>(_ name: String, among traits: [Trait], _ word: (Trait) -> String) -> Trait? {
      arguments.string(name).flatMap { wanted in traits.first { word($0) == wanted } }
    }
    let report = try scene.run(at: call.now) { () throws(JSONRPCError) in
      scene.application.setTraits(
        horizontalSizeClass: given("horizontalSizeClass", among: UIUserInterfaceSizeClass.allCases, \.name),
        verticalSizeClass: given("verticalSizeClass", among: UIUserInterfaceSizeClass.allCases, \.name),
        userInterfaceStyle: given("userInterfaceStyle", among: UIUserInterfaceStyle.allCases, \.name),
        layoutDirection: given("layoutDirection", among: UITraitEnvironmentLayoutDirection.allCases, \.name))
    }
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    writer.key("traits")
    // As the scene has settled: a callback may have changed them since.
    writer.traits(scene.application.traitCollection)
    writer.key("changed")
    writer.bool(report.changed)
    writer.endSceneAnswer(scene)
  }

  private nonisolated static let sizeClassSchema = Schema.choice(UIUserInterfaceSizeClass.allCases.map(\.name))
  private nonisolated static let styleSchema = Schema.choice(UIUserInterfaceStyle.allCases.map(\.name))
  private nonisolated static let directionSchema = Schema.choice(UITraitEnvironmentLayoutDirection.allCases.map(\.name))

  /// A collection of traits, as answers and notifications tell of it.
  nonisolated static let traitsSchema = Schema.object([
    .always("userInterfaceIdiom", .choice(UIUserInterfaceIdiom.allCases.map(\.name))),
    .always("horizontalSizeClass", sizeClassSchema), .always("verticalSizeClass", sizeClassSchema),
    .always("userInterfaceStyle", styleSchema), .always("layoutDirection", directionSchema),
  ])
}
