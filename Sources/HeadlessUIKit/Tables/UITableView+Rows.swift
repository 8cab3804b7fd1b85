extension UITableView {
  /// 100 rounds: a data source that reloads the table every time it is asked is a loop.
  private static let roundLimit = 100

  func forgetRows() {
    content.generation += 1
    content.isCounted = false
    content.isRealized = false
    setSelection(nil, animated: false)
    noteChange()
    setNeedsLayout()
  }

  // MARK: Counting

  /// The sections, after asking for them where that was not done.
  func countedRows() -> [SectionSummary] {
    // Who asks for a count while it is counted gets the old one.
    guard !isCounting else { return content.sections }
    isCounting = true
    defer {
      isCounting = false
      if !content.isRealized { setNeedsLayout() }
    }
    for _ in 0..<Self.roundLimit where !content.isCounted {
      content.isCounted = true
      let generation = content.generation
      let sections = askForSections()
      guard generation == content.generation else { continue }
      if content.sections != sections { noteChange() }
      content.sections = sections
    }
    return content.sections
  }

  private func askForSections() -> [SectionSummary] {
    guard let dataSource else { return [] }
    let generation = content.generation
    let asked = dataSource.numberOfSections(in: self)
    var rest = Self.mostRows
    var isCutOff = asked > rest
    var sections: [SectionSummary] = []
    for section in 0..<max(0, min(asked, rest)) {
      guard generation == content.generation, rest > 0 else { break }
      let rows = max(0, dataSource.tableView(self, numberOfRowsInSection: section))
      isCutOff = isCutOff || rows > rest - 1
      let shown = min(rows, rest - 1)
      rest -= 1 + shown
      sections.append(
        SectionSummary(
          rows: shown, header: dataSource.tableView(self, titleForHeaderInSection: section),
          footer: dataSource.tableView(self, titleForFooterInSection: section)))
    }
    if generation == content.generation, isCutOff || sections.count < asked { reportCutOff() }
    return sections
  }

  private func reportCutOff() {
    context.report(
      ContractIssue(
        kind: .tooManyRows, controller: nearestController?.id, className: className,
        message:
          "\(className) \(id) has more than \(Self.mostRows) sections and rows; those that follow are not shown. "
          + "Show fewer, and let a person search."))
  }

  func isRow(_ indexPath: IndexPath) -> Bool {
    indexPath.row >= 0 && indexPath.row < numberOfRows(inSection: indexPath.section)
  }

  // MARK: Cells

  /// Makes the cells that are missing. The data source may change anything while it is asked: then it is asked anew.
  private func realizeRows() {
    // Cells for rows that are just being counted: at the layout that follows.
    guard !isRealizing, !isCounting else { return }
    isRealizing = true
    defer { isRealizing = false }
    for _ in 0..<Self.roundLimit where !content.isRealized {
      content.isRealized = true
      let sections = countedRows()
      let generation = content.generation
      content.reusableCells = Dictionary(grouping: visibleCells.reversed().filter { $0.reuseIdentifier != nil }) {
        $0.reuseIdentifier ?? ""
      }
      let cells = askForCells(sections)
      content.reusableCells = [:]
      guard generation == content.generation else { continue }
      show(cells, of: sections)
    }
  }

  private func askForCells(_ sections: [SectionSummary]) -> [[UITableViewCell]] {
    let generation = content.generation
    var cells: [[UITableViewCell]] = []
    for (section, counted) in sections.enumerated() {
      var row: [UITableViewCell] = []
      for index in 0..<counted.rows {
        guard generation == content.generation, let dataSource else { return cells }
        let cell = dataSource.tableView(self, cellForRowAt: IndexPath(row: index, section: section))
        // A cell that holds the table cannot be put into it.
        row.append(isDescendant(of: cell) ? context.making { UITableViewCell(frame: .zero) } : cell)
      }
      cells.append(row)
    }
    return cells
  }

  func takeReusableCell(_ identifier: String) -> UITableViewCell? {
    guard let cell = content.reusableCells[identifier]?.popLast() else { return nil }
    cell.prepareForReuse()
    return cell
  }

  /// Puts the cells and titles into the table in place of those that are there.
  private func show(_ cells: [[UITableViewCell]], of sections: [SectionSummary]) {
    let old = content.views
    content.cells = cells
    content.headers = makeTitles(sections.map(\.header))
    content.footers = makeTitles(sections.map(\.footer))
    let views = content.views
    let shown = Set(views.map(\.id))
    for view in old where !shown.contains(view.id) {
      if let cell = view as? UITableViewCell, cell.table === self { cell.leaveTable() }
      if view.superview === self { view.removeFromSuperview() }
    }
    for (section, row) in cells.enumerated() {
      for (index, cell) in row.enumerated() {
        cell.stand(in: self, at: IndexPath(row: index, section: section))
      }
    }
    for view in views where view.superview !== self && !isDescendant(of: view) { addSubview(view) }
    orderSubviews(views)
    selectCells(animated: false)
  }

  private func makeTitles(_ titles: [String?]) -> [Int: UILabel] {
    var labels: [Int: UILabel] = [:]
    for (section, title) in titles.enumerated() {
      guard let title else { continue }
      let label = context.making { UILabel(frame: .zero) }
      label.text = title
      labels[section] = label
    }
    return labels
  }

  /// Rows in their order, what else is in the table behind them. At once: moving each to its place would take the square of
  /// their number.
  private func orderSubviews(_ views: [UIView]) {
    var seen: Set<NodeID> = []
    let rows = views.filter { $0.superview === self && seen.insert($0.id).inserted }
    subviews = subviews.filter { !seen.contains($0.id) } + rows
    noteStructure()
  }

  // MARK: Layout

  /// 28 points: the height of a section's title.
  private static let titleHeight: CGFloat = 28

  func layOutRows() {
    realizeRows()
    var y: CGFloat = 0
    func place(_ view: UIView, height: CGFloat) {
      view.frame = CGRect(x: 0, y: y, width: bounds.width, height: height)
      y += height
    }
    if let tableHeaderView, tableHeaderView.superview === self {
      place(tableHeaderView, height: tableHeaderView.frame.height)
    }
    for view in content.views where view.superview === self {
      place(view, height: view is UITableViewCell ? rowHeight : Self.titleHeight)
    }
    if let tableFooterView, tableFooterView.superview === self {
      place(tableFooterView, height: tableFooterView.frame.height)
    }
    contentSize = CGSize(width: bounds.width, height: y)
  }

  func replaceEdgeView(_ old: UIView?, by new: UIView?) {
    guard old !== new else { return }
    if let old, old.superview === self { old.removeFromSuperview() }
    // A view that holds the table cannot be put into it.
    if let new, !isDescendant(of: new) { addSubview(new) }
    setNeedsLayout()
  }
}
