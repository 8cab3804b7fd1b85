import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `getNavigationItem`: what a bar would show for a controller. Reading it makes no item (R13.1).
  static let getNavigationItem = Method(
    "getNavigationItem", summary: "Answers a controller's navigation item: title, prompt, bar items.", role: .observe,
    offer: .everyScene, parameters: [.controller, .scene],
    result: sceneAnswer([
      .always("title", .nullable(.string)), .always("prompt", .nullable(.string)),
      .always("leftBarButtonItems", .array(barItemSchema)), .always("rightBarButtonItems", .array(barItemSchema)),
      .always("backBarButtonItem", .nullable(barItemSchema)), .always("hidesBackButton", .boolean),
      .always("leftItemsSupplementBackButton", .boolean),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let controller = try call.controller(in: scene)
    let item = controller.navigationItemIfLoaded
    writer.beginSceneAnswer(scene, controller: controller.id)
    writer.key("title")
    writer.string(orNull: item.map(\.title) ?? controller.title)
    writer.key("prompt")
    writer.string(orNull: item?.prompt)
    writer.key("leftBarButtonItems")
    write(item?.leftBarButtonItems ?? [], to: &writer)
    writer.key("rightBarButtonItems")
    write(item?.rightBarButtonItems ?? [], to: &writer)
    writer.key("backBarButtonItem")
    if let back = item?.backBarButtonItem { write(back, to: &writer) } else { writer.null() }
    writer.key("hidesBackButton")
    writer.bool(item?.hidesBackButton ?? false)
    writer.key("leftItemsSupplementBackButton")
    writer.bool(item?.leftItemsSupplementBackButton ?? false)
    writer.endObject()
  }

  private nonisolated static let barItemSchema = Schema.object([
    .always("id", .nodeID), .always("title", .nullable(.string)),
    .always("systemItem", .nullable(.choice(UIBarButtonItem.SystemItem.allCases.map(\.rawValue)))),
    .always("style", .choice(["plain", "done"])), .always("enabled", .boolean),
  ])

  private static func write(_ items: [UIBarButtonItem], to writer: inout JSONWriter) {
    writer.beginArray()
    for item in items { write(item, to: &writer) }
    writer.endArray()
  }

  private static func write(_ item: UIBarButtonItem, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.nodeID(item.id)
    writer.key("title")
    writer.string(orNull: item.title)
    writer.key("systemItem")
    writer.string(orNull: item.systemItem?.rawValue)
    writer.key("style")
    writer.string(item.style.rawValue)
    writer.key("enabled")
    writer.bool(item.isEnabled)
    writer.endObject()
  }
}
