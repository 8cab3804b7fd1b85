import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `wait {where, timeout?}`: in place of asking again and again.
  static let wait = Method(
    "wait",
    summary: "Answers as soon as a scene has a node that is as asked for, or has none any more, or is at a revision.",
    role: .observe, offer: .everyScene,
    parameters: [
      .required(
        "where", .map(.any),
        "What is waited for: members that a node has (label, value, identifier, title, appearance …), id, target (an id, "
          + "identifier, label or title), onScreen; exists: false when no node shall be so; revision."),
      .timeout, .scene,
    ],
    result: sceneAnswer([.always("node", .nullable(.nodeID))]),
    errors: [.sceneNotFound, .methodNotOffered, .didNotSettle, .valueNotAccepted],
    examples: [
      Example(
        "Until a controller is on screen", after: [Example.Request("displayView", #"{"view":2}"#)],
        #"{"where":{"class":"View02","appearance":"appeared"},"timeout":2}"#,
        result: #"{"scene":"multiview","controller":"n2","revision":2,"node":"n46"}"#),
      Example(
        "Until a revision is reached", #"{"where":{"revision":1}}"#,
        result: #"{"scene":"multiview","controller":"n2","revision":1,"node":null}"#),
    ]
  ) { (call) throws(JSONRPCError) in
    let condition = try NodeCondition(Arguments.given(call.arguments["where"]))
    guard condition.concernsNodes || condition.revision != nil else {
      throw ApplicationErrorCode.valueNotAccepted.error(
        "\"where\" asks for nothing; give at least one of \(NodeCondition.names.joined(separator: ", ")).",
        [(name: "pointer", value: .string("/params/where"))])
    }
    let scene = try scene(of: condition, call)
    let now = call.host.now()
    scene.followClock(to: now)
    // What a `Task` has left for the next turn, and nobody has run yet.
    if scene.application.hasUnsettledWork { try scene.run(at: now) { () throws(JSONRPCError) in } }
    let stream = try call.host.stream(of: scene, in: .whole, root: nil)
    return try call.waiting(for: AwaitedNode(condition, in: scene, stream), in: scene)
  }

  /// That of a node that is named by its id, as for other methods.
  private static func scene(of condition: NodeCondition, _ call: Call) throws(JSONRPCError) -> HostedScene {
    if let id = condition.namedNode, let scene = call.sceneThatHolds(id) { return scene }
    return try call.scene()
  }
}
