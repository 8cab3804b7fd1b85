import HeadlessUIKit
import Testing

/// Says what is in a table from a list, and notes what it is told.
@MainActor
private final class Contents: UITableViewDataSource, UITableViewDelegate {
  let log = Log()
  var sections: [[String]]
  var headers: [String?] = []
  var reuses = false
  var choose: (IndexPath) -> IndexPath? = { $0 }
  var onCell: ((UITableView, IndexPath) -> Void)?
  var onCount: ((UITableView) -> Void)?
  var onSelect: ((UITableView) -> Void)?
  var onWillSelect: ((UITableView) -> Void)?

  init(_ sections: [[String]]) { self.sections = sections }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    onCount?(tableView)
    return sections[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let reused = reuses ? tableView.dequeueReusableCell(withIdentifier: "row") : nil
    let cell = reused ?? UITableViewCell(style: .value1, reuseIdentifier: "row")
    cell.textLabel?.text = sections[indexPath.section][indexPath.row]
    onCell?(tableView, indexPath)
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    headers.indices.contains(section) ? headers[section] : nil
  }

  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    log.note("will \(indexPath)")
    onWillSelect?(tableView)
    return choose(indexPath)
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log.note("did \(indexPath)")
    onSelect?(tableView)
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { log.note("deselect \(indexPath)") }
}

@MainActor
@Suite("tables") struct TableTests {
  private func withTable(
    _ sections: [[String]], style: UITableView.Style = .plain,
    _ body: (UIApplication, UITableView, Contents) throws -> Void
  ) throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let contents = Contents(sections)
      let table = try application.perform {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 400), style: style)
        table.dataSource = contents
        table.delegate = contents
        stage.root.view.addSubview(table)
        return table
      }
      // Hooks that use the contents hold them.
      defer { contents.onCell = nil; contents.onCount = nil; contents.onSelect = nil; contents.onWillSelect = nil }
      try body(application, table, contents)
    }
  }

  private func expectTap(
    _ cell: UITableViewCell, sends count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sent = try cell.tap()
    #expect(sent == count, sourceLocation: sourceLocation)
  }

  private func texts(_ table: UITableView) -> [String] {
    table.visibleCells.compactMap { $0.textLabel?.text }
  }

  // MARK: Rows

  @Test("table: an index path is ordered by section, then by row")
  func indexPaths() {
    let paths = [IndexPath(row: 0, section: 1), IndexPath(item: 5, section: 0), IndexPath(row: 1, section: 0)]
    #expect(paths.sorted().map(\.description) == ["[0, 1]", "[0, 5]", "[1, 0]"])
    #expect(Set(paths).count == 3)
    #expect(paths[1].item == 5)
  }

  @Test("table: all rows have cells after layout, below each other, with titles above their sections")
  func rows() throws {
    try withTable([["a", "b"], [], ["c"]]) { application, table, contents in
      #expect(texts(table) == ["a", "b", "c"])
      #expect(table.numberOfSections == 3)
      #expect(table.numberOfRows(inSection: 0) == 2)
      #expect(table.numberOfRows(inSection: 3) == 0)
      #expect(table.numberOfRows(inSection: -1) == 0)
      let last = try #require(table.cellForRow(at: IndexPath(row: 0, section: 2)))
      #expect(last.frame == CGRect(x: 0, y: 88, width: 320, height: 44))
      #expect(table.indexPath(for: last) == IndexPath(row: 0, section: 2))
      #expect(table.cellForRow(at: IndexPath(row: 0, section: 1)) == nil)
      #expect(table.contentSize == CGSize(width: 320, height: 132))
      contents.headers = [nil, nil, "Letters"]
      try application.perform {
        table.rowHeight = 50
        table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
        table.reloadData()
      }
      #expect(table.visibleCells.last?.frame == CGRect(x: 0, y: 148, width: 320, height: 50))
      #expect(application.viewsOnScreen(titled: "Letters").first?.frame.minY == 120)
      #expect(table.tableHeaderView?.frame == CGRect(x: 0, y: 0, width: 320, height: 20))
      #expect(table.subviews.suffix(4).map(\.frame.minY) == [20, 70, 120, 148])
      #expect(table.shownSections.map(\.header) == [nil, nil, "Letters"])
    }
  }

  @Test("table: reloadData asks again, once, at the next layout, and takes the old cells out")
  func reload() throws {
    try withTable([["a", "b"]]) { application, table, contents in
      let old = table.visibleCells
      contents.sections = [["c"]]
      var asked = 0
      contents.onCell = { _, _ in asked += 1 }
      try application.perform {
        table.reloadData()
        table.reloadData()
        #expect(texts(table) == ["a", "b"])
        #expect(table.numberOfRows(inSection: 0) == 1)
      }
      #expect(texts(table) == ["c"])
      #expect(asked == 1)
      #expect(table.subviews.count == 1)
      #expect(old.allSatisfy { $0.superview == nil && $0.indexPathInTable == nil })
    }
  }

  @Test("table: cells with an identifier are used again, in their order, deselected")
  func reuse() throws {
    try withTable([["a", "b"]]) { application, table, contents in
      contents.reuses = true
      let old = table.visibleCells.map(\.id)
      try application.perform {
        table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
        contents.sections = [["c", "d", "e"]]
        table.reloadData()
        #expect(table.dequeueReusableCell(withIdentifier: "row") == nil)
      }
      #expect(texts(table) == ["c", "d", "e"])
      #expect(table.visibleCells.map(\.id).prefix(2) == old[...])
      #expect(table.visibleCells.allSatisfy { !$0.isSelected })
      #expect(table.subviews.map(\.id) == table.visibleCells.map(\.id))
    }
  }

  @Test("table: a data source that reloads while it is asked is asked anew; one that always does is cut off")
  func reentrantReload() throws {
    try withTable([["a", "b"]]) { application, table, contents in
      contents.onCell = { table, path in
        guard contents.sections[0].count < 4, path.row == 1 else { return }
        contents.sections[0].append("x")
        table.reloadData()
        table.layoutIfNeeded()
      }
      try application.perform { table.reloadData() }
      #expect(texts(table) == ["a", "b", "x", "x"])
      contents.onCell = { table, _ in table.reloadData() }
      try application.perform { table.reloadData() }
      contents.onCell = nil
      contents.onCount = { table in
        table.reloadData()
        _ = table.numberOfRows(inSection: 0)
      }
      try application.perform { table.reloadData() }
      contents.onCount = nil
      try application.perform { table.reloadData() }
      #expect(texts(table) == ["a", "b", "x", "x"])
      contents.onCount = { table in
        contents.sections = [["y"]]
        table.layoutIfNeeded()
      }
      try application.perform { table.reloadData() }
      #expect(texts(table) == ["y"])
      contents.onCount = nil
      contents.onCell = { table, _ in table.dataSource = nil }
      try application.perform { table.reloadData() }
      #expect(table.visibleCells.isEmpty)
      #expect(table.numberOfSections == 0)
    }
  }

  @Test("table: more than 10,000 rows are cut off and reported; negative counts are none")
  func bound() throws {
    final class Many: UITableViewDataSource {
      var sections = 1
      var rows = 0
      func numberOfSections(in tableView: UITableView) -> Int { sections }
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
    }
    try withScene { application in
      try application.perform {
        let many = Many()
        let table = UITableView(frame: .zero)
        table.dataSource = many
        @MainActor func count(_ sections: Int, _ rows: Int) -> [Int] {
          (many.sections, many.rows) = (sections, rows)
          table.reloadData()
          return (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }
        }
        #expect(count(1, 9_999) == [9_999])
        #expect(count(2, -1) == [0, 0])
        #expect(count(-1, 1) == [])
        #expect(application.issues.isEmpty)
        #expect(count(1, .max) == [9_999])
        #expect(application.issues.map(\.kind) == [.tooManyRows])
        #expect(count(3, 6_000) == [6_000, 3_998])
        #expect(count(.max, 0).count == 10_000)
        #expect(application.issues.count == 3)
      }
    }
  }

  @Test("table: a cell that holds the table, or is given twice, breaks nothing")
  func impossibleCells() throws {
    final class Odd: UITableViewDataSource {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { cell }
    }
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let odd = Odd()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        table.dataSource = odd
        odd.cell.addSubview(table)
        stage.root.view.addSubview(odd.cell)
        table.tableHeaderView = stage.root.view
        stage.root.view.layoutIfNeeded()
        #expect(table.visibleCells.count == 2)
        #expect(!table.visibleCells.contains { $0 === odd.cell })
        stage.root.view.addSubview(table)
        table.reloadData()
        table.layoutIfNeeded()
        #expect(odd.cell.superview === table)
        #expect(table.indexPath(for: odd.cell) == IndexPath(row: 1, section: 0))
        // What holds the table must not be held by it for ever.
        table.tableHeaderView = nil
      }
    }
  }

  @Test("table: a row that puts the table into another row when it goes breaks nothing")
  func rowMovesTable() throws {
    final class Mover: UITableViewCell {
      weak var goal: UIView?
      override func didMoveToSuperview() {
        guard superview == nil, let goal, let table = goal.window?.subviews.first?.viewWithTag(9) else { return }
        goal.addSubview(table)
      }
    }
    final class Given: UITableViewDataSource {
      var cells: [UITableViewCell] = []
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { cells.count }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        cells[indexPath.row]
      }
    }
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let given = Given()
      try application.perform {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        table.tag = 9
        let mover = Mover(style: .default, reuseIdentifier: nil)
        let goal = UITableViewCell(style: .default, reuseIdentifier: nil)
        mover.goal = goal
        given.cells = [mover]
        table.dataSource = given
        stage.root.view.addSubview(table)
        stage.root.view.addSubview(goal)
        table.layoutIfNeeded()
        #expect(mover.superview === table)
        // The goal is asked for while it is no part of the table's surroundings, and holds the table before it is put in.
        given.cells = [goal]
        table.reloadData()
        table.layoutIfNeeded()
        #expect(table.superview === goal)
        #expect(goal.superview === stage.root.view)
        table.removeFromSuperview()
      }
    }
  }

  // MARK: Selection

  @Test("table: a finger selects: will, the old one deselected, did; once more also when it is selected already")
  func select() throws {
    try withTable([["a", "b"]]) { application, table, contents in
      try application.perform {
        let cells = table.visibleCells
        try expectTap(cells[0], sends: 1)
        try expectTap(cells[1], sends: 1)
        try expectTap(cells[1], sends: 1)
        #expect(cells.map(\.isSelected) == [false, true])
        #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
        #expect(
          contents.log.lines == [
            "will [0, 0]", "did [0, 0]", "will [0, 1]", "deselect [0, 0]", "did [0, 1]", "will [0, 1]", "did [0, 1]",
          ])
        table.deselectRow(at: IndexPath(row: 1, section: 0), animated: false)
        #expect(table.indexPathForSelectedRow == nil)
        table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .top)
        table.selectRow(at: IndexPath(row: 7, section: 0), animated: false, scrollPosition: .top)
        #expect(cells.map(\.isSelected) == [true, false])
        table.selectRow(at: nil, animated: false, scrollPosition: .none)
        #expect(cells.map(\.isSelected) == [false, false])
        #expect(contents.log.lines.count == 7)
      }
    }
  }

  @Test("table: the delegate may choose another row or none; without one the row is selected and nobody is told")
  func choice() throws {
    try withTable([["a", "b"]]) { application, table, contents in
      try application.perform {
        contents.choose = { _ in nil }
        try expectTap(table.visibleCells[0], sends: 0)
        #expect(table.indexPathForSelectedRow == nil)
        contents.choose = { _ in IndexPath(row: 1, section: 0) }
        try expectTap(table.visibleCells[0], sends: 1)
        #expect(table.visibleCells[1].isSelected)
        contents.choose = { _ in IndexPath(row: 9, section: 9) }
        try expectTap(table.visibleCells[0], sends: 0)
        #expect(table.visibleCells[1].isSelected)
        table.delegate = nil
        try expectTap(table.visibleCells[0], sends: 0)
        #expect(table.visibleCells[0].isSelected)
        table.allowsSelection = false
        try expectTap(table.visibleCells[1], sends: 0)
        #expect(table.visibleCells[0].isSelected)
      }
    }
  }

  @Test("R14.1: a row that a person cannot reach, or that does not exist, is not selected")
  func unreachable() throws {
    try withTable([["a"]]) { application, table, contents in
      try application.perform {
        let missing = #expect(throws: TapError.self) { try table.userSelectRow(at: IndexPath(row: 1, section: -1)) }
        #expect(missing?.reason == .notInVisibleWindow)
        table.visibleCells[0].isUserInteractionEnabled = false
        let refused = #expect(throws: TapError.self) { try table.visibleCells[0].tap() }
        #expect(refused?.reason == .interactionDisabled)
        #expect(contents.log.lines == [])
      }
    }
  }

  @Test("table: a callback of a selection may reload, empty or take away the table")
  func reentrantSelection() throws {
    try withTable([["a", "b"]]) { application, table, contents in
      contents.onSelect = { table in
        contents.sections = [["c"]]
        table.reloadData()
      }
      try application.perform { _ = try table.visibleCells[1].tap() }
      #expect(texts(table) == ["c"])
      #expect(table.indexPathForSelectedRow == nil)
      contents.onWillSelect = { table in
        contents.sections = []
        table.reloadData()
        table.removeFromSuperview()
      }
      #expect(try application.perform { try table.visibleCells[0].tap() } == 0)
      #expect(table.numberOfSections == 0)
      #expect(table.indexPathForSelectedRow == nil)
    }
  }

  // MARK: Cells

  @Test("table: a cell's texts are made when they are read, and read out together; style default has no detail")
  func cells() throws {
    try withScene { application in
      try application.perform {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        #expect(cell.accessibilityLabel == nil)
        cell.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        cell.textLabel?.text = "Name"
        cell.detailTextLabel?.text = "Detail"
        cell.layoutIfNeeded()
        #expect(cell.accessibilityLabel == "Name, Detail")
        #expect(cell.visibleTitle == "Name")
        #expect(cell.detailTextLabel?.frame == CGRect(x: 0, y: 20, width: 100, height: 20))
        #expect(cell.semanticRole == .listItem)
        #expect(UITableViewCell(style: .default, reuseIdentifier: nil).detailTextLabel == nil)
        #expect(cell.indexPathInTable == nil)
      }
    }
  }
}
