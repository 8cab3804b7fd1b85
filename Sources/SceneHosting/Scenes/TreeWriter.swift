import HeadlessUIKit
import JSONText

/// Writes a scene's nodes as members of a flat map, each with the ids of its children in order.
///
/// A controller's children are its root view and those child controllers whose views are elsewhere or not loaded; a view's
/// children are its subviews, with a controller in place of a view that is its root. A bar's children are its items, too.
@MainActor
struct TreeWriter {
  nonisolated static let nodeSchema = Schema.object(
    [
      .always("kind", .choice(["application", "window", "controller", "view", "barItem"])), .always("role", .string),
      .always("class", .string), .always("children", .array(.nodeID)), .sometimes("title", .nullable(.string)),
      .sometimes("appearance", .choice(AppearanceState.allCases.map(\.rawValue))), .sometimes("isViewLoaded", .boolean),
    ] + viewProperties + barProperties + tableProperties)

  /// The bar items that are nodes already: one that sits in two places is a child of the first only.
  var writtenItems: Set<NodeID> = []

  static func write(_ application: UIApplication, to writer: inout JSONWriter) {
    var tree = TreeWriter()
    tree.begin(application.id, "application", role: "application", className: "UIApplication", &writer)
    let windows = application.windows
    tree.end(childrenIDs: windows.map(\.id), &writer)
    for window in windows { tree.write(window, to: &writer) }
  }

  static func write(_ controller: UIViewController, to writer: inout JSONWriter) {
    var tree = TreeWriter()
    tree.write(controller, to: &writer)
  }

  private mutating func write(_ controller: UIViewController, to writer: inout JSONWriter) {
    begin(
      controller.id, "controller", role: controller.semanticRole.rawValue, className: controller.className, &writer)
    writer.key("title")
    writer.string(orNull: controller.title)
    writer.key("appearance")
    writer.string(controller.appearanceState.rawValue)
    writer.key("isViewLoaded")
    writer.bool(controller.isViewLoaded)
    let view = controller.viewIfLoaded
    let others = controller.children.filter { child in
      guard let view, let childView = child.viewIfLoaded else { return true }
      return !childView.isDescendant(of: view)
    }
    end(childrenIDs: (view.map { [$0.id] } ?? []) + others.map(\.id), &writer)
    if let view { write(view, to: &writer) }
    for child in others { write(child, to: &writer) }
  }

  private mutating func write(_ view: UIView, to writer: inout JSONWriter) {
    begin(
      view.id, view is UIWindow ? "window" : "view", role: view.semanticRole.rawValue, className: view.className,
      &writer)
    writeDescription(of: view, to: &writer)
    writeState(of: view, to: &writer)
    let bar = BarItems(of: view)
    if let bar { write(bar, to: &writer) }
    // Items that are nodes already stand in the bar's lists alone.
    let (before, after) = (takeNewItems(bar?.before ?? []), takeNewItems(bar?.after ?? []))
    end(
      childrenIDs: before.map(\.id) + view.subviews.map { $0.owningController?.id ?? $0.id } + after.map(\.id), &writer)
    for item in before { write(item, to: &writer) }
    for subview in view.subviews {
      if let controller = subview.owningController {
        write(controller, to: &writer)
      } else {
        write(subview, to: &writer)
      }
    }
    for item in after { write(item, to: &writer) }
  }

  func begin(
    _ id: NodeID, _ kind: StaticString, role: String, className: String, _ writer: inout JSONWriter
  ) {
    writer.key(id.description)
    writer.beginObject()
    writer.key("kind")
    writer.string(kind)
    writer.key("role")
    writer.string(role)
    writer.key("class")
    writer.string(className)
  }

  func end(childrenIDs: [NodeID], _ writer: inout JSONWriter) {
    writer.key("children")
    writer.nodeIDs(childrenIDs)
    writer.endObject()
  }
}

extension JSONWriter {
  /// A list of ids.
  mutating func nodeIDs(_ ids: some Sequence<NodeID>) {
    beginArray()
    for id in ids { nodeID(id) }
    endArray()
  }
}
