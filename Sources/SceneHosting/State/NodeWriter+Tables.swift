import HeadlessUIKit
import JSONText

extension NodeWriter {
  nonisolated static let tableProperties: [Schema.Property] = [
    .sometimes(
      "sections",
      .array(
        .object([
          .always("header", .nullable(.string)), .always("footer", .nullable(.string)), .always("rows", .integer),
        ]))),
    .sometimes("indexPath", .array(.integer)),
    .sometimes("accessory", .choice(UITableViewCell.AccessoryType.allCases.map(\.rawValue))),
  ]

  /// What a table has, or which row a cell is: section and row.
  static func writeRows(of view: UIView, to writer: inout JSONWriter) {
    switch view {
    case let table as UITableView:
      writer.key("sections")
      writer.beginArray()
      // What is known: the data source runs in a turn only.
      for section in table.shownSections {
        writer.beginObject()
        writer.key("header")
        writer.string(orNull: section.header)
        writer.key("footer")
        writer.string(orNull: section.footer)
        writer.key("rows")
        writer.integer(section.rows)
        writer.endObject()
      }
      writer.endArray()
    case let cell as UITableViewCell:
      if let indexPath = cell.indexPathInTable {
        writer.key("indexPath")
        writer.beginArray()
        writer.integer(indexPath.section)
        writer.integer(indexPath.row)
        writer.endArray()
      }
      if cell.accessoryType != .none {
        writer.key("accessory")
        writer.string(cell.accessoryType.rawValue)
      }
    default: break
    }
  }
}
