import HeadlessUIKit
import JSONText

extension NodeWriter {
  nonisolated static let viewProperties: [Schema.Property] = [
    .sometimes("label", .string), .sometimes("value", .any), .sometimes("identifier", .string),
    .sometimes("frame", .array(.number(minimum: nil))), .sometimes("tag", .integer), .sometimes("hidden", .boolean),
    .sometimes("alpha", .number(minimum: nil)), .sometimes("disabled", .boolean), .sometimes("selected", .boolean),
    .sometimes("options", .array(.object([.always("label", .nullable(.string)), .sometimes("disabled", .boolean)]))),
  ]

  static func writeDescription(of view: UIView, to writer: inout JSONWriter) {
    if let label = view.accessibilityLabel {
      writer.key("label")
      writer.string(label)
    }
    if let value = view.semanticValue {
      writer.key("value")
      writer.semanticValue(value)
    }
    if let bar = view as? UISearchBar, let prompt = bar.prompt {
      writer.key("prompt")
      writer.string(prompt)
    }
    writeRows(of: view, to: &writer)
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
  static func writeState(of view: UIView, to writer: inout JSONWriter) {
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
    if let cell = view as? UITableViewCell, cell.isSelected {
      writer.key("selected")
      writer.bool(true)
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
