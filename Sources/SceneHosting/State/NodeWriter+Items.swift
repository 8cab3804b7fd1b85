import HeadlessUIKit
import JSONText

extension NodeWriter {
  nonisolated static let navigationItemProperties: [Schema.Property] = [
    .sometimes("titleView", .nodeID), .sometimes("leftBarButtonItems", .array(.nodeID)),
    .sometimes("rightBarButtonItems", .array(.nodeID)), .sometimes("backBarButtonItem", .nodeID),
    .sometimes("backButtonTitle", .string), .sometimes("hidesBackButton", .boolean),
    .sometimes("leftItemsSupplementBackButton", .boolean),
  ]

  /// The title always; the rest only where it differs from what a new item has.
  static func write(_ item: UINavigationItem, to writer: inout JSONWriter) {
    begin("navigationItem", role: SemanticRole.group.rawValue, className: "UINavigationItem", &writer)
    writer.key("title")
    writer.string(orNull: item.title)
    if let prompt = item.prompt {
      writer.key("prompt")
      writer.string(prompt)
    }
    if let titleView = item.titleView {
      writer.key("titleView")
      writer.nodeID(titleView.id)
    }
    if let items = item.leftBarButtonItems, !items.isEmpty {
      writer.key("leftBarButtonItems")
      writer.nodeIDs(items.lazy.map(\.id))
    }
    if let items = item.rightBarButtonItems, !items.isEmpty {
      writer.key("rightBarButtonItems")
      writer.nodeIDs(items.lazy.map(\.id))
    }
    writeBackButton(of: item, to: &writer)
  }

  private static func writeBackButton(of item: UINavigationItem, to writer: inout JSONWriter) {
    if let back = item.backBarButtonItem {
      writer.key("backBarButtonItem")
      writer.nodeID(back.id)
    }
    if let title = item.backButtonTitle {
      writer.key("backButtonTitle")
      writer.string(title)
    }
    if item.hidesBackButton {
      writer.key("hidesBackButton")
      writer.bool(true)
    }
    if item.leftItemsSupplementBackButton {
      writer.key("leftItemsSupplementBackButton")
      writer.bool(true)
    }
  }
}
