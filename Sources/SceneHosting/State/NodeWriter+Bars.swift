import HeadlessUIKit
import JSONText

extension NodeWriter {
  nonisolated static let barProperties: [Schema.Property] = [
    .sometimes("prompt", .nullable(.string)),
    .sometimes("backButton", .nullable(.object([.always("title", .string), .always("item", .nullable(.nodeID))]))),
    .sometimes("leftItems", .array(.nodeID)), .sometimes("rightItems", .array(.nodeID)),
    .sometimes("items", .array(.nodeID)),
    .sometimes("systemItem", .choice(UIBarButtonItem.SystemItem.allCases.map(\.rawValue))),
    .sometimes("style", .choice(["plain", "done"])),
  ]

  /// What a bar shows, and where its items stand: before or after its subviews.
  struct BarItems {
    var navigation: NavigationBarContent?
    let before: [UIBarButtonItem]
    let after: [UIBarButtonItem]

    /// Of a bar that shows something; nil for any other view.
    @MainActor
    init?(of view: UIView) {
      switch view {
      case let bar as UINavigationBar:
        guard let content = bar.content else { return nil }
        navigation = content
        before = (content.backButton?.item.map { [$0] } ?? []) + content.leftItems
        after = content.rightItems
      case let bar as UIToolbar:
        before = bar.items ?? []
        after = []
      default: return nil
      }
    }
  }

  static func write(_ bar: BarItems, to writer: inout JSONWriter) {
    guard let content = bar.navigation else {
      writer.key("items")
      return writer.nodeIDs((bar.before + bar.after).map(\.id))
    }
    writer.key("title")
    writer.string(orNull: content.title)
    writer.key("prompt")
    writer.string(orNull: content.prompt)
    writer.key("backButton")
    if let back = content.backButton {
      writer.beginObject()
      writer.key("title")
      writer.string(back.title)
      writer.key("item")
      writer.nodeID(back.item?.id)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.key("leftItems")
    writer.nodeIDs(content.leftItems.map(\.id))
    writer.key("rightItems")
    writer.nodeIDs(content.rightItems.map(\.id))
  }

  static func write(_ item: UIBarButtonItem, to writer: inout JSONWriter) {
    begin("barItem", role: item.semanticRole.rawValue, className: "UIBarButtonItem", &writer)
    if let title = item.title {
      writer.key("label")
      writer.string(title)
    }
    if let systemItem = item.systemItem {
      writer.key("systemItem")
      writer.string(systemItem.rawValue)
    }
    writer.key("style")
    writer.string(item.style.rawValue)
    if let identifier = item.accessibilityIdentifier {
      writer.key("identifier")
      writer.string(identifier)
    }
    if item.tag != 0 {
      writer.key("tag")
      writer.integer(item.tag)
    }
    if !item.isEnabled {
      writer.key("disabled")
      writer.bool(true)
    }
  }
}
