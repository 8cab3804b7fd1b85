/// A row of a section: where something stands in a table. Ordered by section, then by row.
public struct IndexPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The section, from 0.
  public var section: Int
  /// The row in its section, from 0.
  public var row: Int

  /// A row of a section.
  public init(row: Int, section: Int) {
    self.section = section
    self.row = row
  }

  /// An item of a section.
  public init(item: Int, section: Int) {
    self.init(row: item, section: section)
  }

  /// The item in its section: another name of the row.
  public var item: Int {
    get { row }
    set { row = newValue }
  }

  /// Section and row, as in `[0, 3]`.
  public var description: String { "[\(section), \(row)]" }

  /// By section, then by row.
  public static func < (first: IndexPath, second: IndexPath) -> Bool {
    (first.section, first.row) < (second.section, second.row)
  }
}
