import HeadlessUIKit
import Testing

/// Three rows.
private final class Rows: UITableViewController {
  let log = Log()

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = "Row \(indexPath.row)"
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log.note("did \(indexPath)")
  }
}

@MainActor
@Suite("table controllers") struct TableControllerTests {
  @Test("R2.1: a table controller as root has one layout, in which its cells are made")
  func transcript() throws {
    try withScene { application in
      try application.perform { _ = show(Rows(style: .plain)) }
      #expect(
        application.trace.lines == [
          "Rows loadView", "Rows viewDidLoad", "Rows viewWillAppear(false)", "Rows viewIsAppearing(false)",
          "Rows viewWillLayoutSubviews", "Rows viewDidLayoutSubviews", "Rows viewDidAppear(false)",
        ])
    }
  }

  @Test("R8.1, R2.1: a table controller in a navigation controller: rows below the bar")
  func inNavigation() throws {
    try withScene { application in
      let rows = try application.perform {
        let rows = Rows(style: .grouped)
        show(UINavigationController(rootViewController: rows))
        return rows
      }
      #expect(
        application.lines(of: "Rows") == [
          "Rows willMove(toParent: UINavigationController)", "Rows didMove(toParent: UINavigationController)",
          "Rows loadView", "Rows viewDidLoad", "Rows viewWillAppear(false)", "Rows viewIsAppearing(false)",
          "Rows viewDidAppear(false)",
        ])
      #expect(rows.tableView.style == .grouped)
      #expect(rows.tableView.visibleCells.count == 3)
      let first = try #require(rows.tableView.visibleCells.first)
      #expect(first.convert(first.bounds, to: nil) == CGRect(x: 0, y: 44, width: 320, height: 44))
    }
  }

  @Test(
    "table: the controller is told of selections; the selection goes when it comes on screen again, if that is wanted")
  func selection() throws {
    try withScene { application in
      let stage = try Stage(application) { Rows(style: .plain) }
      @MainActor func leaveAndReturn() throws {
        try application.perform { stage.window.rootViewController = Other() }
        try application.perform { stage.window.rootViewController = stage.root }
      }
      try application.perform { _ = try stage.root.tableView.visibleCells[2].tap() }
      #expect(stage.root.log.lines == ["did [0, 2]"])
      stage.root.clearsSelectionOnViewWillAppear = false
      try leaveAndReturn()
      #expect(stage.root.tableView.indexPathForSelectedRow?.row == 2)
      stage.root.clearsSelectionOnViewWillAppear = true
      try leaveAndReturn()
      #expect(stage.root.tableView.indexPathForSelectedRow == nil)
    }
  }

  @Test("R17.4: on ios5 the table is unloaded when it has no superview, and made again with its rows")
  func memoryWarning() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Rows(style: .plain) }
      let kept = try application.perform { application.simulateMemoryWarning() }
      #expect(kept.kept.map(\.reason) == [.hasSuperview])
      let first = stage.root.tableView.id
      let report = try application.perform {
        stage.window.rootViewController = Other()
        return application.simulateMemoryWarning()
      }
      #expect(report.unloaded.map(\.className) == ["Rows"])
      #expect(!stage.root.isViewLoaded)
      try application.perform { stage.window.rootViewController = stage.root }
      #expect(
        application.lines(of: "Rows") == [
          "Rows didReceiveMemoryWarning", "Rows viewWillDisappear(false)", "Rows didReceiveMemoryWarning",
          "Rows viewWillUnload", "Rows viewDidUnload", "Rows viewDidDisappear(false)", "Rows loadView",
          "Rows viewDidLoad", "Rows viewWillAppear(false)", "Rows viewDidAppear(false)",
        ])
      #expect(stage.root.tableView.id != first)
      #expect(stage.root.tableView.visibleCells.count == 3)
    }
  }

  @Test("R17.5: in the latest profile the table stays")
  func latest() throws {
    try withScene { application in
      let stage = try Stage(application) { Rows(style: .plain) }
      let report = try application.perform {
        stage.window.rootViewController = Other()
        return application.simulateMemoryWarning()
      }
      #expect(report.unloaded.isEmpty)
      #expect(stage.root.isViewLoaded)
    }
  }

  @Test("R1.3: another view than a table breaks nothing")
  func otherView() throws {
    final class Plain: UITableViewController {
      override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)) }
    }
    try withScene { application in
      let plain = try application.perform {
        let plain = Plain()
        show(plain)
        return plain
      }
      #expect(plain.appearanceState == .appeared)
      #expect(plain.tableView == nil)
    }
  }
}
