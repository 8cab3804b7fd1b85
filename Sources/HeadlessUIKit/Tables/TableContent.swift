/// What a table knows of its rows.
@MainActor
struct TableContent {
  /// What the data source has said, as far as `isCounted`.
  var sections: [UITableView.SectionSummary] = []
  var isCounted = false
  /// The cells that stand in the table, by section and row, as far as `isRealized`.
  var cells: [[UITableViewCell]] = []
  var headers: [Int: UILabel] = [:]
  var footers: [Int: UILabel] = [:]
  var isRealized = false
  var selection: IndexPath?
  /// Counts reloads: what was asked for before one is of no use after it.
  var generation = 0
  /// Cells of the rows before, by identifier, the first at the end; only while new ones are asked for.
  var reusableCells: [String: [UITableViewCell]] = [:]

  func cell(at indexPath: IndexPath) -> UITableViewCell? {
    guard cells.indices.contains(indexPath.section), cells[indexPath.section].indices.contains(indexPath.row)
    else { return nil }
    return cells[indexPath.section][indexPath.row]
  }

  /// The views of the rows from top to bottom.
  var views: [UIView] {
    cells.indices.flatMap { section -> [UIView] in
      (headers[section].map { [$0] } ?? []) + cells[section] + (footers[section].map { [$0] } ?? [])
    }
  }
}
