import HeadlessUIKit
import JSONText

/// Writes what a node of a scene's state says, beside its children.
@MainActor
enum NodeWriter {
  nonisolated static let nodeSchema = Schema.object(
    [.always("kind", .choice(["application", "window", "controller", "view", "navigationItem", "barItem"]))]
      + properties)

  /// Some members of a node.
  nonisolated static let partSchema = Schema.object(properties)

  nonisolated static let properties: [Schema.Property] =
    [
      .sometimes("role", .string), .sometimes("class", .string), .sometimes("children", .array(.nodeID)),
      .sometimes("childCount", .integer), .sometimes("title", .nullable(.string)),
      .sometimes("appearance", .choice(AppearanceState.allCases.map(\.rawValue))), .sometimes("isViewLoaded", .boolean),
    ] + viewProperties + barProperties + navigationItemProperties + tableProperties

  /// Writes the members into the innermost object, `kind` first.
  static func write(_ node: TreeNode, to writer: inout JSONWriter) {
    switch node {
    case .application: begin("application", role: "application", className: "UIApplication", &writer)
    case .controller(let controller): write(controller, to: &writer)
    case .view(let view): write(view, to: &writer)
    case .navigationItem(let item): write(item, to: &writer)
    case .barItem(let item): write(item, to: &writer)
    }
  }

  private static func write(_ controller: UIViewController, to writer: inout JSONWriter) {
    begin("controller", role: controller.semanticRole.rawValue, className: controller.className, &writer)
    writer.key("title")
    writer.string(orNull: controller.title)
    writer.key("appearance")
    writer.string(controller.appearanceState.rawValue)
    writer.key("isViewLoaded")
    writer.bool(controller.isViewLoaded)
  }

  private static func write(_ view: UIView, to writer: inout JSONWriter) {
    begin(
      view is UIWindow ? "window" : "view", role: view.semanticRole.rawValue, className: view.className, &writer)
    writeDescription(of: view, to: &writer)
    writeState(of: view, to: &writer)
    if let bar = BarItems(of: view) { write(bar, to: &writer) }
  }

  static func begin(_ kind: StaticString, role: String, className: String, _ writer: inout JSONWriter) {
    writer.key("kind")
    writer.string(kind)
    writer.key("role")
    writer.string(role)
    writer.key("class")
    writer.string(className)
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
