import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `selectSegment {index}`: the second source application's own method.
  static let selectSegment = Method(
    "selectSegment", summary: "Selects one of a container's children by the index of its segment.", role: .drive,
    offer: .segmentSelecting,
    parameters: [.required("index", .integer, "The index of the segment, from 0."), .controller, .scene],
    result: sceneAnswer([
      .always("index", .nullable(.integer)), .always("segmentCount", .integer),
      .always("viewController", shownControllerSchema),
    ]),
    errors: [
      .sceneNotFound, .controllerNotFound, .methodNotOffered, .segmentNotFound, .targetNotInteractive, .didNotSettle,
    ],
    examples: [
      Example(
        "Select the second segment", #"{"index":1}"#,
        result: #"""
          {"scene":"segments","controller":"n16","revision":2,"index":1,"segmentCount":2,"viewController":{"id":"n13",
          "class":"RowsViewController","title":"Two"}}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let selector = try call.receiver(.selectSegment, else: scene.segmentSelector, in: scene)
    let index = Arguments.given(call.arguments.integer("index"))
    try scene.run(at: call.now) { () throws(JSONRPCError) in
      if !isEnabled(index, of: selector, in: scene) {
        throw scene.notInteractive("Segment \(index)", TapError(reason: .disabled), pointer: "/params/index")
      }
      do throws(SegmentNotFound) {
        try selector.selectSegment(index)
      } catch {
        throw unknownSegment(error, in: scene)
      }
    }
    let controller = try call.namedController(in: scene) ?? Offers.selectSegment.outermost(in: scene)
    writer.beginSceneAnswer(scene, controller: controller?.id)
    writer.key("index")
    if let selected = selector.selectedSegment { writer.integer(selected) } else { writer.null() }
    writer.key("segmentCount")
    writer.integer(selector.segmentCount)
    writer.key("viewController")
    writer.viewController(selector.selectedViewController)
    writer.endSceneAnswer(scene)
  }

  /// Whether a person could select the segment. A delegate that only passes the call on need not know: the container on
  /// screen is asked, too.
  private static func isEnabled(_ index: Int, of selector: any SegmentSelecting, in scene: HostedScene) -> Bool {
    guard (0..<selector.segmentCount).contains(index), selector.isSegmentEnabled(index) else {
      return !(0..<selector.segmentCount).contains(index)
    }
    guard !(selector is UIViewController),
      let container = Offers.selectSegment.outermost(in: scene) as? any SegmentSelecting,
      container.segmentCount == selector.segmentCount
    else { return true }
    return container.isSegmentEnabled(index)
  }

  private static func unknownSegment(_ error: SegmentNotFound, in scene: HostedScene) -> JSONRPCError {
    let allowed = error.count == 0 ? "it has none" : "it has 0 to \(error.count - 1)"
    return ApplicationErrorCode.segmentNotFound.error(
      "Scene \"\(scene.name)\" has no segment \(error.index); \(allowed). Nothing was changed.",
      [
        (name: "pointer", value: .string("/params/index")), (name: "got", value: .integer(error.index)),
        (name: "segmentCount", value: .integer(error.count)),
      ])
  }
}
