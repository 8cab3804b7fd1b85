import HeadlessUIKit
import Testing

private class Rows: UITableViewController {
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
}
private final class TableOne: Rows {}
private final class TableTwo: Rows {}

/// A segmented container whose view can be made again.
private final class RemakeablePages: MultipleViewController {
  override func loadView() {
    view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  }
}

@MainActor
@Suite("Rule book: memory warnings")
struct RuleBookMemoryTests {
  private func warn(_ application: UIApplication) throws -> MemoryWarningReport {
    try application.perform { application.simulateMemoryWarning() }
  }

  @Test("R17.8, S4, profile ios5: an unselected child's table is unloaded and loaded again when it is selected")
  func unselectedTable() throws {
    try withScene(.ios5) { application in
      let pages = try application.perform { makePages([TableOne(style: .plain), TableTwo(style: .plain)]) }
      _ = try application.perform { show(RuleBookNav(rootViewController: pages)) }
      try application.perform { try pages.select(1) }
      let tables = pages.viewControllers
      weak let old = tables[0].viewIfLoaded
      #expect(old != nil)
      application.trace.removeAll()
      let report = try warn(application)
      #expect(
        application.lines(of: "TableOne") == [
          "TableOne didReceiveMemoryWarning", "TableOne viewWillUnload", "TableOne viewDidUnload",
        ])
      #expect(application.lines(of: "TableTwo") == ["TableTwo didReceiveMemoryWarning"])
      #expect(application.lines(of: "RuleBookPages") == ["RuleBookPages didReceiveMemoryWarning"])
      #expect(application.lines(of: "RuleBookNav") == ["RuleBookNav didReceiveMemoryWarning"])
      #expect(report.unloaded.map(\.className) == ["TableOne"])
      #expect(report.told.count == 4)
      #expect(!tables[0].isViewLoaded)
      #expect(tables[1].isViewLoaded)
      #expect(old == nil)
      #expect(tables[0].parent === pages)
      application.trace.removeAll()
      try application.perform { try pages.select(0) }
      #expect(
        application.lines(of: "TableOne") == [
          "TableOne loadView", "TableOne viewDidLoad", "TableOne viewWillAppear(false)",
          "TableOne viewDidAppear(false)",
        ])
      #expect(
        application.lines(of: "TableTwo") == ["TableTwo viewWillDisappear(false)", "TableTwo viewDidDisappear(false)"])
      #expect((tables[0] as? Rows)?.tableView.visibleCells.count == 3)
    }
  }

  @Test("1.2.17, profile ios5: the faithful container's unselected children unload, too")
  func faithfulUnselected() throws {
    try withScene(.ios5) { application in
      let pages = try application.perform {
        makePages([TableOne(style: .plain), TableTwo(style: .plain)], mode: .faithful)
      }
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      application.trace.removeAll()
      _ = try warn(application)
      #expect(
        application.lines(of: "TableOne") == [
          "TableOne didReceiveMemoryWarning", "TableOne viewWillUnload", "TableOne viewDidUnload",
        ])
      application.trace.removeAll()
      try application.perform { try pages.select(0) }
      #expect(
        application.trace.linesWithoutLayout == [
          "TableOne loadView", "TableOne viewDidLoad", "TableOne viewWillAppear(false)",
          "TableOne viewDidAppear(false)", "TableTwo viewWillDisappear(false)", "TableTwo viewDidDisappear(false)",
        ])
      #expect(pages.viewControllers[0].view.frame.size == CGSize(width: 320, height: 480))
    }
  }

  @Test(
    "R17.5, S10, profile latest: nothing is ever unloaded, and views stay the same",
    arguments: MultipleViewController.Mode.allCases)
  func latestKeepsViews(mode: MultipleViewController.Mode) throws {
    try withScene { application in
      let pages = try application.perform {
        makePages([TableOne(style: .plain), TableTwo(style: .plain)], mode: mode)
      }
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      let views = pages.viewControllers.map { ObjectIdentifier($0.view) }
      application.trace.removeAll()
      let report = try warn(application)
      #expect(
        application.trace.linesWithoutLayout.sorted() == [
          "RuleBookPages didReceiveMemoryWarning", "TableOne didReceiveMemoryWarning",
          "TableTwo didReceiveMemoryWarning",
        ])
      #expect(report.unloaded == [])
      application.trace.removeAll()
      try application.perform { try pages.select(0) }
      #expect(pages.viewControllers.map { ObjectIdentifier($0.view) } == views)
      #expect(!application.trace.lines.contains("TableOne loadView"))
    }
  }

  @Test(
    "R17.1, S2, R17.6: a child that was never selected is told and stays unloaded",
    arguments: UIApplication.Profile.allCases)
  func neverSelected(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let pages = try application.perform { makePages([First(), Second()]) }
      _ = try application.perform { show(pages) }
      application.trace.removeAll()
      _ = try warn(application)
      #expect(application.lines(of: "Second") == ["Second didReceiveMemoryWarning"])
      #expect(!pages.viewControllers[1].isViewLoaded)
    }
  }

  @Test(
    "S3, R17.4, profile ios5: an unselected child with neither nib nor loadView keeps its view, one with a nib does not"
  )
  func nibOrNot() throws {
    try withScene(.ios5) { application in
      let pages = try application.perform { makePages([First(), Second(nibName: "Nib", bundle: nil), Third()]) }
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      try application.perform { try pages.select(2) }
      let report = try warn(application)
      #expect(pages.viewControllers.map(\.isViewLoaded) == [true, false, true])
      #expect(report.unloaded.map(\.className) == ["Second"])
    }
  }

  @Test(
    "1.2.17, profile ios5: an off-screen container unloads, and shows the same child again when it is loaded anew",
    arguments: MultipleViewController.Mode.allCases)
  func containerUnloads(mode: MultipleViewController.Mode) throws {
    try withScene(.ios5) { application in
      let pages = try application.perform {
        let pages = RemakeablePages()
        pages.mode = mode
        pages.addViewController(First())
        pages.addViewController(Second())
        pages.loadViewIfNeeded()
        try pages.select(1)
        return pages
      }
      let second = pages.viewControllers[1]
      application.trace.removeAll()
      _ = try warn(application)
      #expect(
        application.lines(of: "RemakeablePages") == [
          "RemakeablePages didReceiveMemoryWarning", "RemakeablePages viewWillUnload",
          "RemakeablePages viewDidUnload",
        ])
      #expect(!pages.isViewLoaded)
      #expect(pages.children.count == 2)
      application.trace.removeAll()
      _ = try application.perform { show(pages) }
      #expect(
        application.lines(of: "RemakeablePages").prefix(2) == [
          "RemakeablePages loadView", "RemakeablePages viewDidLoad",
        ])
      #expect(pages.selectedIndex == 1)
      #expect(pages.viewControllers[1] === second)
      #expect(second.view.superview === pages.view)
      #expect(second.appearanceState == .appeared)
      #expect(pages.viewControllers[0].appearanceState == .disappeared)
      #expect(pages.segmentedControl.selectedSegmentIndex == 1)
    }
  }

  @Test(
    "R17.4, R17.8, profile ios5: what is on screen in a navigation controller keeps its view, though it could be made again"
  )
  func onScreenKept() throws {
    try withScene(.ios5) { application in
      let nav = try application.perform { RuleBookNav(rootViewController: TableOne(style: .grouped)) }
      _ = try application.perform { show(nav) }
      application.trace.removeAll()
      let report = try warn(application)
      #expect(
        application.trace.linesWithoutLayout.sorted() == [
          "RuleBookNav didReceiveMemoryWarning", "TableOne didReceiveMemoryWarning",
        ])
      #expect(report.unloaded == [])
      #expect(nav.topViewController?.appearanceState == .appeared)
    }
  }

  @Test("R17.9, profile ios5: what was only in the view is lost: the table's selection is gone after a reload")
  func stateIsLost() throws {
    try withScene(.ios5) { application in
      let one = try application.perform { TableOne(style: .plain) }
      one.clearsSelectionOnViewWillAppear = false
      let pages = try application.perform { makePages([one, TableTwo(style: .plain)]) }
      _ = try application.perform { show(pages) }
      let path = IndexPath(row: 1, section: 0)
      try application.perform { one.tableView.selectRow(at: path, animated: false, scrollPosition: .none) }
      try application.perform { try pages.select(1) }
      try application.perform { try pages.select(0) }
      #expect(one.tableView.indexPathForSelectedRow == path)
      try application.perform { try pages.select(1) }
      _ = try warn(application)
      try application.perform { try pages.select(0) }
      #expect(one.tableView.indexPathForSelectedRow == nil)
    }
  }

  @Test("R17.4, profile ios5: a second warning finds nothing left to unload")
  func twice() throws {
    try withScene(.ios5) { application in
      let pages = try application.perform { makePages([TableOne(style: .plain), TableTwo(style: .plain)]) }
      _ = try application.perform { show(pages) }
      try application.perform { try pages.select(1) }
      _ = try warn(application)
      application.trace.removeAll()
      let report = try warn(application)
      #expect(application.lines(of: "TableOne") == ["TableOne didReceiveMemoryWarning"])
      #expect(report.unloaded == [])
    }
  }
}
