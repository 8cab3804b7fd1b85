import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

/// A table of cities, with a switch in the last row.
private final class CitiesController: UITableViewController {
  var chosen: [String] = []
  let cities = ["Bonn", "Köln", "Ulm"]

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { cities.count }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Cities" }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: HeadlessUIKit.IndexPath
  ) -> UITableViewCell {
    let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
    cell.textLabel?.text = cities[indexPath.row]
    cell.detailTextLabel?.text = "\(indexPath.row)"
    if indexPath.row == 2 {
      let toggle = UISwitch(frame: .zero)
      toggle.accessibilityIdentifier = "toggle"
      cell.contentView.addSubview(toggle)
      cell.accessoryType = .checkmark
    }
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: HeadlessUIKit.IndexPath) {
    chosen.append(cities[indexPath.row])
  }
}

private final class CitiesAppDelegate: UIApplicationDelegate {
  let cities = CitiesController(style: .grouped)
  private var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = UINavigationController(rootViewController: cities)
    window.makeKeyAndVisible()
    return true
  }
}

@MainActor
@Suite("tables over the wire") struct TableHostingTests {
  private let test: TestHost
  private let client: MemoryClient
  private let application: UIApplication
  private let cities: CitiesController

  init() throws {
    test = try TestHost(opening: [])
    test.host.register(ApplicationRegistration("cities") { CitiesAppDelegate() })
    try test.host.openScene("cities")
    client = test.client()
    application = try #require(test.host.scenes.first).application
    cities = try #require(application.delegate as? CitiesAppDelegate).cities
  }

  private func nodes() throws -> [String: [String: Any]] {
    try client.call("getTree")["nodes"] as? [String: [String: Any]] ?? [:]
  }

  @Test("tap selects a row, found by its text, or by a view in its cell; its label of the same text is not meant")
  func tap() throws {
    let cells = cities.tableView.visibleCells
    let answer = try client.call("tap", #"["Köln"]"#)
    #expect(answer.integer("actions") == 1)
    #expect(answer.string("target") == cells[1].id.description)
    #expect(answer.string("controller") == cities.id.description)
    let label = try #require(cells[0].textLabel)
    #expect(try client.call("tap", #"["\#(label.id)"]"#).string("target") == cells[0].id.description)
    #expect(cities.chosen == ["Köln", "Bonn"])
    #expect(try nodes()[cells[0].id.description]?["selected"] as? Bool == true)
    #expect(try nodes()[cells[1].id.description]?["selected"] == nil)
  }

  @Test("tap on a control in a cell is the control's; a row that takes no touches is error 1006 (R14.1)")
  func tapInside() throws {
    let answer = try client.call("tap", #"["toggle"]"#)
    #expect(answer.string("target") != cities.tableView.visibleCells[2].id.description)
    #expect(cities.chosen == [])
    try application.perform { cities.tableView.visibleCells[0].isUserInteractionEnabled = false }
    let refused = try client.call("tap", #"["Bonn"]"#)
    #expect(refused.code == 1006)
    #expect(refused.data["cause"] as? String == "interactionDisabled")
    #expect(try client.call("tap", #"["Cities"]"#).code == 1012)
    #expect(try client.call("tap", #"["\#(cities.tableView.id)"]"#).code == 1012)
  }

  @Test("getTree: a table is a list with its sections, a cell a list item with its row")
  func tree() throws {
    let nodes = try nodes()
    let table = try #require(nodes[cities.tableView.id.description])
    #expect(table["role"] as? String == "list")
    let sections = try #require(table["sections"] as? [[String: Any]])
    #expect(sections.map { $0["rows"] as? Int } == [3])
    #expect(sections.first?["header"] as? String == "Cities")
    #expect(sections.first?["footer"] is NSNull)
    let cells = cities.tableView.visibleCells
    let children = table["children"] as? [String] ?? []
    #expect(children.suffix(3) == cells.map(\.id.description)[...])
    let last = try #require(nodes[cells[2].id.description])
    #expect(last["role"] as? String == "listItem")
    #expect(last["label"] as? String == "Ulm, 2")
    #expect(last["indexPath"] as? [Int] == [0, 2])
    #expect(last["accessory"] as? String == "checkmark")
    #expect(Set(last.keys).isSubset(of: NodeWriter.nodeSchema.propertyNames))
    #expect(Set(table.keys).isSubset(of: NodeWriter.nodeSchema.propertyNames))
  }

  @Test("getTree asks no data source: a table that was never laid out has no sections yet")
  func treeAsksNobody() throws {
    try application.perform {
      let other = CitiesController(style: .plain)
      cities.addChild(other)
      other.loadViewIfNeeded()
    }
    let tables = try nodes().values.filter { $0["class"] as? String == "UITableView" }
    #expect(tables.contains { ($0["sections"] as? [Any])?.isEmpty == true })
    #expect(tables.count == 2)
  }
}
