import HeadlessUIKit
import JSONText

/// Writes a scene's nodes as members of a flat map, each with the ids of its children in order.
///
/// A controller's children are its root view and those child controllers whose views are elsewhere or not loaded; a view's
/// children are its subviews, with a controller in place of a view that is its root.
@MainActor
enum TreeWriter {
  nonisolated static let nodeSchema = Schema.object([
    .always("kind", .choice(["application", "window", "controller", "view"])), .always("role", .string),
    .always("class", .string), .always("children", .array(.nodeID)), .sometimes("title", .nullable(.string)),
    .sometimes("appearance", .choice(AppearanceState.allCases.map(\.rawValue))), .sometimes("isViewLoaded", .boolean),
    .sometimes("label", .string), .sometimes("value", .any), .sometimes("identifier", .string),
    .sometimes("frame", .array(.number(minimum: nil))), .sometimes("tag", .integer), .sometimes("hidden", .boolean),
    .sometimes("alpha", .number(minimum: nil)), .sometimes("disabled", .boolean), .sometimes("selected", .boolean),
    .sometimes("options", .array(.object([.always("label", .nullable(.string)), .sometimes("disabled", .boolean)]))),
  ])

  static func write(_ application: UIApplication, to writer: inout JSONWriter) {
    begin(application.id, "application", role: "application", className: "UIApplication", &writer)
    let windows = application.windows
    writer.key("children")
    writer.beginArray()
    for window in windows { writer.nodeID(window.id) }
    writer.endArray()
    writer.endObject()
    for window in windows { write(window, to: &writer) }
  }

  static func write(_ controller: UIViewController, to writer: inout JSONWriter) {
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
    writer.key("children")
    writer.beginArray()
    if let view { writer.nodeID(view.id) }
    for child in others { writer.nodeID(child.id) }
    writer.endArray()
    writer.endObject()
    if let view { write(view, to: &writer) }
    for child in others { write(child, to: &writer) }
  }

  static func write(_ view: UIView, to writer: inout JSONWriter) {
    begin(
      view.id, view is UIWindow ? "window" : "view", role: view.semanticRole.rawValue, className: view.className,
      &writer)
    writeDescription(of: view, to: &writer)
    writeState(of: view, to: &writer)
    writer.key("children")
    writer.beginArray()
    for subview in view.subviews { writer.nodeID(subview.owningController?.id ?? subview.id) }
    writer.endArray()
    writer.endObject()
    for subview in view.subviews {
      if let controller = subview.owningController {
        write(controller, to: &writer)
      } else {
        write(subview, to: &writer)
      }
    }
  }

  private static func begin(
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

  private static func writeDescription(of view: UIView, to writer: inout JSONWriter) {
    if let label = view.accessibilityLabel {
      writer.key("label")
      writer.string(label)
    }
    if let value = view.semanticValue {
      writer.key("value")
      writer.semanticValue(value)
    }
    if let segments = view as? UISegmentedControl {
      writer.key("options")
      writer.beginArray()
      for index in 0..<segments.numberOfSegments {
        writer.beginObject()
        writer.key("label")
        writer.string(orNull: segments.titleForSegment(at: index))
        if !segments.isEnabledForSegment(at: index) {
          writer.key("disabled")
          writer.bool(true)
        }
        writer.endObject()
      }
      writer.endArray()
    }
    if let identifier = view.accessibilityIdentifier {
      writer.key("identifier")
      writer.string(identifier)
    }
  }

  /// Geometry always; the rest only where it differs from what a new view has.
  private static func writeState(of view: UIView, to writer: inout JSONWriter) {
    writer.key("frame")
    writer.beginArray()
    for number in [view.frame.minX, view.frame.minY, view.frame.width, view.frame.height] { writer.number(number) }
    writer.endArray()
    if view.tag != 0 {
      writer.key("tag")
      writer.integer(view.tag)
    }
    if view.isHidden {
      writer.key("hidden")
      writer.bool(true)
    }
    if view.alpha != 1 {
      writer.key("alpha")
      writer.number(view.alpha)
    }
    guard let control = view as? UIControl else { return }
    if !control.isEnabled {
      writer.key("disabled")
      writer.bool(true)
    }
    if control.isSelected {
      writer.key("selected")
      writer.bool(true)
    }
  }
}

extension JSONWriter {
  /// What a control holds; nothing chosen is null.
  mutating func semanticValue(_ value: SemanticValue) {
    switch value {
    case .text(let text): string(text)
    case .state(let isOn): bool(isOn)
    case .selection(let index): if let index { integer(index) } else { null() }
    }
  }
}
