import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `setValue {target, value}`: what a person does with a switch or a segmented control.
  static let setValue = Method(
    "setValue", summary: "Sets a switch (true or false) or a segmented control (an index), as a person would.",
    role: .drive,
    offer: .everyScene,
    parameters: [
      .target, .required("value", .anyOf([.boolean, .number(minimum: nil)]), "True or false, or an index."), .scene,
    ],
    result: sceneAnswer([.always("target", .nodeID), .always("value", .any)]),
    errors: [
      .sceneNotFound, .methodNotOffered, .targetNotFound, .targetAmbiguous, .targetNotInteractive, .valueNotAccepted,
      .didNotSettle,
    ],
    examples: [
      Example(
        "Choose a segment as a person does", #"{"target":"n15","value":1}"#,
        result: #"{"scene":"segments","controller":"n21","revision":2,"target":"n15","value":1}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let (control, controller) = try scene.run(at: call.now) { () throws(JSONRPCError) in
      let view = try scene.target(Arguments.given(call.arguments.string("target")))
      let controller = view.nearestController?.id
      return (try set(view, call, in: scene), controller)
    }
    writer.beginSceneAnswer(scene, controller: controller)
    writer.key("target")
    writer.nodeID(control.id)
    writer.key("value")
    if let value = control.semanticValue { writer.semanticValue(value) } else { writer.null() }
    writer.endSceneAnswer(scene)
  }

  private static func set(_ view: UIView, _ call: Call, in scene: HostedScene) throws(JSONRPCError) -> UIView {
    do throws(TapError) {
      switch view {
      case let control as UISwitch:
        guard let isOn = call.arguments.boolean("value") else { break }
        try control.userSetOn(isOn)
        return control
      case let control as UISegmentedControl:
        guard let index = call.arguments.integer("value"), index >= 0, index < control.numberOfSegments else { break }
        try control.userSelectSegment(index)
        return control
      default:
        break
      }
    } catch {
      throw scene.notInteractive(view, error)
    }
    switch view {
    case is UISwitch:
      throw scene.notAccepted(view, pointer: "/params/value", "is a switch and takes true or false")
    case let control as UISegmentedControl where control.numberOfSegments == 0:
      throw scene.notAccepted(view, pointer: "/params/value", "has no segments to choose from")
    case let control as UISegmentedControl:
      throw scene.notAccepted(
        view, pointer: "/params/value", "takes an index from 0 to \(control.numberOfSegments - 1)")
    default:
      throw scene.notAccepted(view, pointer: "/params/target", "holds no value that a person can set")
    }
  }
}
