import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `setText {target, text, submit}`: what a person does with the keyboard.
  static let setText = Method(
    "setText", summary: "Types a text into a text field or a search bar, in place of what it holds.", role: .drive,
    offer: .everyScene,
    parameters: [
      .target,
      .required(
        "text", .string, "The new text. Both hold one line: each line break becomes a blank, as when a text is pasted."),
      .scene,
      .optional("submit", .boolean, "Whether the return key, or a search bar's search key, is pressed afterwards."),
    ],
    result: sceneAnswer([.always("target", .nodeID), .always("text", .string)]),
    errors: [
      .sceneNotFound, .methodNotOffered, .targetNotFound, .targetAmbiguous, .targetNotInteractive, .valueNotAccepted,
      .didNotSettle,
    ],
    examples: [
      Example(
        "Search for a place", #"{"target":"search","text":"oslo","scene":"maps"}"#,
        result: #"{"scene":"maps","controller":"n38","revision":2,"target":"n40","text":"oslo"}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let typed: Typed = try scene.run(at: call.now) { () throws(JSONRPCError) in
      let view = try scene.target(Arguments.given(call.arguments.string("target")))
      let controller = view.nearestController?.id
      let text = try type(
        Arguments.given(call.arguments.string("text")), into: view,
        submits: call.arguments.boolean("submit") ?? false, in: scene)
      return (view.id, controller, text)
    }
    writer.beginSceneAnswer(scene, controller: typed.controller)
    writer.key("target")
    writer.nodeID(typed.id)
    writer.key("text")
    writer.string(typed.text())
    writer.endSceneAnswer(scene)
  }
}

extension Method {
  /// What was typed into; the text is read when all callbacks have run, for these may change it.
  private typealias Typed = (id: NodeID, controller: NodeID?, text: () -> String)

  private static func type(
    _ text: String, into view: UIView, submits: Bool, in scene: HostedScene
  ) throws(JSONRPCError) -> () -> String {
    do throws(TapError) {
      switch view {
      case let field as UITextField:
        try field.enterText(text)
        if submits { try field.pressReturn() }
        return { field.text ?? "" }
      case let bar as UISearchBar:
        try bar.enterText(text)
        if submits { try bar.pressSearch() }
        return { bar.text ?? "" }
      default: break
      }
    } catch {
      throw scene.notInteractive(view, error)
    }
    throw scene.notAccepted(view, pointer: "/params/target", "is no text field or search bar and takes no text")
  }
}
