import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `getNavigationItem`: what a bar shows for a controller. Of a navigation controller that is what its bar shows now, so
  /// what its top member says (R13.3). Reading it makes no item (R13.1).
  static let getNavigationItem = Method(
    "getNavigationItem",
    summary: "Answers a controller's navigation item, or what a navigation controller's bar shows now.", role: .observe,
    offer: .everyScene, parameters: [.controller, .scene],
    result: sceneAnswer([
      .always("title", .nullable(.string)), .always("titleView", .nullable(.nodeID)),
      .always("prompt", .nullable(.string)),
      .always("leftBarButtonItems", .array(barItemSchema)), .always("rightBarButtonItems", .array(barItemSchema)),
      .always("backBarButtonItem", .nullable(barItemSchema)), .always("hidesBackButton", .boolean),
      .always("leftItemsSupplementBackButton", .boolean),
      .always("backButton", .nullable(.object([.always("title", .string)]))),
      .always("toolbarItems", .array(barItemSchema)),
    ]),
    errors: [.sceneNotFound, .controllerNotFound, .methodNotOffered],
    examples: [
      Example(
        "What the bar shows", #"{"scene":"segments"}"#,
        result: #"""
          {"scene":"segments","controller":"n16","revision":1,"title":"One","titleView":"n15","prompt":null,
          "leftBarButtonItems":[],"rightBarButtonItems":[{"id":"n12","title":null,"systemItem":"compose",
          "style":"plain","enabled":true}],"backBarButtonItem":null,"hidesBackButton":false,
          "leftItemsSupplementBackButton":false,"backButton":null,"toolbarItems":[]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let asked = try call.controller(in: scene)
    let navigation = asked as? UINavigationController ?? barOwner(of: asked)
    let controller = navigation?.topViewController ?? asked
    let item = controller.navigationItemIfLoaded
    writer.beginSceneAnswer(scene, controller: controller.id)
    writer.key("title")
    writer.string(orNull: item.map(\.title) ?? controller.title)
    if let item { write(item, to: &writer) } else { writer.members(silence) }
    writer.key("backButton")
    writeBackButton(of: navigation, to: &writer)
    writer.key("toolbarItems")
    write(controller.toolbarItems ?? [], to: &writer)
    writer.endObject()
  }

  /// What an item says beside its title.
  private static func write(_ item: UINavigationItem, to writer: inout JSONWriter) {
    writer.key("titleView")
    writer.nodeID(item.titleView?.id)
    writer.key("prompt")
    writer.string(orNull: item.prompt)
    writer.key("leftBarButtonItems")
    write(item.leftBarButtonItems ?? [], to: &writer)
    writer.key("rightBarButtonItems")
    write(item.rightBarButtonItems ?? [], to: &writer)
    writer.key("backBarButtonItem")
    if let back = item.backBarButtonItem { write(back, to: &writer) } else { writer.null() }
    writer.key("hidesBackButton")
    writer.bool(item.hidesBackButton)
    writer.key("leftItemsSupplementBackButton")
    writer.bool(item.leftItemsSupplementBackButton)
  }

  /// The same for a controller whose item nobody has read, as one text: that is the usual case.
  private nonisolated static let silence: StaticString = """
    "titleView":null,"prompt":null,"leftBarButtonItems":[],"rightBarButtonItems":[],"backBarButtonItem":null,\
    "hidesBackButton":false,"leftItemsSupplementBackButton":false
    """

  /// The navigation controller whose bar shows what the controller says.
  private static func barOwner(of controller: UIViewController) -> UINavigationController? {
    guard let parent = controller.parent as? UINavigationController, parent.topViewController === controller
    else { return nil }
    return parent
  }

  /// R13.4: the way back, while a bar shows one.
  private static func writeBackButton(of navigation: UINavigationController?, to writer: inout JSONWriter) {
    guard let button = navigation?.barContent?.backButton else { return writer.null() }
    writer.beginObject()
    writer.key("title")
    writer.string(button.title)
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
