import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

/// A navigation controller with a bar that has everything, and a search bar.
private final class BarAppDelegate: UIApplicationDelegate, UISearchBarDelegate {
  let root = UIViewController()
  let search = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  var searches: [String] = []
  var taps = 0
  private(set) var navigation: UINavigationController?
  private var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    let navigation = UINavigationController(rootViewController: root)
    self.navigation = navigation
    root.view.addSubview(search)
    search.placeholder = "Search places"
    search.prompt = "Where?"
    search.delegate = self
    let sizes = UISegmentedControl(items: ["One", "Two"])
    sizes.accessibilityIdentifier = "segments"
    root.navigationItem.titleView = sizes
    root.navigationItem.prompt = "Prompt"
    let shared = UIBarButtonItem(title: "Shared", primaryAction: UIAction { [unowned self] _ in taps += 1 })
    root.navigationItem.leftBarButtonItem = shared
    root.navigationItem.rightBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .compose, target: nil, action: nil)
    root.navigationItem.rightBarButtonItem?.isEnabled = false
    root.toolbarItems = [
      UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil), shared,
    ]
    navigation.isToolbarHidden = false
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    return true
  }

  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { searchBar.tag == 0 }
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { searches.append("text \(searchText)") }
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
    searches.append("search \(searchBar.text ?? "")")
    searchBar.resignFirstResponder()
  }
}

@MainActor
@Suite struct BarTests {
  private let test: TestHost
  private let client: MemoryClient
  private let application: UIApplication
  private let delegate: BarAppDelegate

  init() throws {
    test = try TestHost(opening: [])
    test.host.register(ApplicationRegistration("bars") { BarAppDelegate() })
    try test.host.openScene("bars")
    client = test.client()
    application = try #require(test.host.scenes.first).application
    delegate = try #require(application.delegate as? BarAppDelegate)
  }

  private func nodes() throws -> [String: [String: Any]] {
    try client.call("getTree")["nodes"] as? [String: [String: Any]] ?? [:]
  }

  private func node(_ className: String, in nodes: [String: [String: Any]]) throws -> [String: Any] {
    try #require(nodes.values.first { $0["class"] as? String == className })
  }

  @Test("setText types into a search bar, found by its placeholder; submit presses the search key (R14.1)")
  func setText() throws {
    let answer = try client.call("setText", #"{"target":"Search places","text":"Bonn"}"#)
    #expect(answer.string("text") == "Bonn")
    #expect(answer.string("target") == delegate.search.id.description)
    #expect(answer.string("controller") == delegate.root.id.description)
    #expect(delegate.searches == ["text Bonn"])
    #expect(try client.call("getTree").string("focus") == delegate.search.id.description)
    _ = try client.call("setText", #"{"target":"Search places","text":"Köln","submit":true}"#)
    #expect(delegate.searches == ["text Bonn", "text Köln", "search Köln"])
    #expect(try client.call("getTree")["focus"] is NSNull)
    #expect(try client.call("setText", #"["Search places","x",null,false]"#).code == nil)
    #expect(delegate.searches.count == 4)
    _ = try application.perform { delegate.search.resignFirstResponder() }
    try application.perform { delegate.search.tag = 1 }
    let refused = try client.call("setText", #"["Search places","y"]"#)
    #expect(refused.code == 1006)
    #expect(refused.data["cause"] as? String == "refusedByDelegate")
    #expect(delegate.search.text == "x")
    #expect(try client.call("setText", #"["segments","y"]"#).code == 1012)
    #expect(try client.call("tap", #"["Search places"]"#).code == 1006)
    try application.perform { delegate.search.tag = 0 }
    #expect(try client.call("tap", #"["Search places"]"#).integer("actions") == 0)
    #expect(delegate.search.isFirstResponder)
  }

  @Test("setText with submit presses a text field's return key; a label of the same text is not meant")
  func submitField() throws {
    let log = try application.perform {
      let field = UITextField(frame: CGRect(x: 0, y: 60, width: 100, height: 30))
      field.placeholder = "Name"
      let label = UILabel(frame: .zero)
      label.text = "Name"
      delegate.root.view.addSubview(field)
      delegate.root.view.addSubview(label)
      field.addAction(
        UIAction { [unowned delegate] _ in delegate.searches.append("exit") }, for: .editingDidEndOnExit)
      return field
    }
    #expect(try client.call("setText", #"["Name","a"]"#).string("text") == "a")
    #expect(delegate.searches == [])
    #expect(log.isEditing)
    #expect(try client.call("setText", #"["Name","b",null,true]"#).string("text") == "b")
    #expect(delegate.searches == ["exit"])
    #expect(!log.isEditing)
  }

  @Test("a title view's control is found and set where it stands in the bar (R13.9)")
  func titleView() throws {
    let answer = try client.call("setValue", #"["segments",1]"#)
    #expect(answer.integer("value") == 1)
    #expect(answer.string("controller") == delegate.navigation?.id.description)
  }

  @Test("an item that stands in the bar and in the toolbar is tapped by title; it is not ambiguous (R14.6)")
  func tapShared() throws {
    let answer = try client.call("tap", #"["Shared"]"#)
    #expect(answer.integer("actions") == 1)
    #expect(answer.string("controller") == delegate.root.id.description)
    #expect(delegate.taps == 1)
    let misspelt = try client.call("tap", #"["Shard"]"#)
    #expect(misspelt.data["nearest"] as? String == "Shared")
  }

  @Test("an item of a bar that takes no touches is error 1006 that says so; one of a hidden bar is not found (R14.1)")
  func barThatTakesNoTouches() throws {
    let navigation = try #require(delegate.navigation)
    try application.perform { navigation.view.isUserInteractionEnabled = false }
    let refused = try client.call("tap", #"["Shared"]"#)
    #expect(refused.code == 1006)
    #expect(refused.data["cause"] as? String == "interactionDisabled")
    try application.perform {
      navigation.isNavigationBarHidden = true
      navigation.isToolbarHidden = true
    }
    #expect(try client.call("tap", #"["Shared"]"#).code == 1004)
    #expect(delegate.taps == 0)
  }

  @Test("getTree: a navigation bar says what it shows; its items are nodes, one in two bars is a child of both (R13.4)")
  func tree() throws {
    let nodes = try nodes()
    let bar = try node("UINavigationBar", in: nodes)
    #expect(bar["role"] as? String == "toolbar")
    #expect(bar["title"] is NSNull)
    #expect(bar["prompt"] as? String == "Prompt")
    #expect(bar["backButton"] is NSNull)
    let item = delegate.root.navigationItem
    let (left, right) = try (#require(item.leftBarButtonItem).id, #require(item.rightBarButtonItem).id)
    let titleView = try #require(item.titleView).id
    #expect(bar["leftItems"] as? [String] == [left.description])
    #expect(bar["rightItems"] as? [String] == [right.description])
    #expect(bar["children"] as? [String] == [left, titleView, right].map(\.description))
    let toolbar = try node("UIToolbar", in: nodes)
    let space = try #require(delegate.root.toolbarItems?.first).id
    #expect(toolbar["items"] as? [String] == [space, left].map(\.description))
    #expect(toolbar["children"] as? [String] == [space, left].map(\.description))
    let shared = try #require(nodes[left.description])
    #expect(shared["kind"] as? String == "barItem")
    #expect(shared["role"] as? String == "button")
    #expect(shared["label"] as? String == "Shared")
    #expect(shared["disabled"] == nil)
    let compose = try #require(nodes[right.description])
    #expect(compose["systemItem"] as? String == "compose")
    #expect(compose["disabled"] as? Bool == true)
    #expect(nodes[space.description]?["role"] as? String == "genericContainer")
    let search = try node("UISearchBar", in: nodes)
    #expect(search["role"] as? String == "searchInput")
    #expect(search["prompt"] as? String == "Where?")
    #expect(search["label"] as? String == "Search places")
    let children = nodes.values.flatMap { $0["children"] as? [String] ?? [] }
    #expect(Set(children).count == nodes.count - 1)
    let several = Set(children.filter { id in children.count { $0 == id } > 1 })
    #expect(several.allSatisfy { nodes[$0]?["kind"] as? String == "barItem" })
  }

  @Test("getTree: a back button has its text, and the item that is set for it as a node (R13.5)")
  func backButton() throws {
    let own = try application.perform {
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 100, width: 320, height: 44))
      bar.tag = 7
      let (beneath, top) = (UINavigationItem(title: "A"), UINavigationItem(title: "B"))
      beneath.backBarButtonItem = UIBarButtonItem(title: "Own", style: .plain, target: nil, action: nil)
      bar.items = [beneath, top]
      delegate.root.view.addSubview(bar)
      return beneath.backBarButtonItem
    }
    let nodes = try nodes()
    let bar = try #require(nodes.values.first { $0["tag"] as? Int == 7 })
    #expect(bar["title"] as? String == "B")
    let back = try #require(bar["backButton"] as? [String: Any])
    #expect(back["title"] as? String == "Own")
    let id = try #require(own).id.description
    #expect(back["item"] as? String == id)
    #expect(nodes[id]?["label"] as? String == "Own")
    #expect(bar["leftItems"] as? [String] == [])
  }

  @Test("getTree: every node fits the schema that rpc.discover gives for it")
  func schema() throws {
    for (id, node) in try nodes() {
      let known = NodeWriter.nodeSchema.propertyNames
      #expect(Set(node.keys).subtracting(known) == [], "\(id)")
    }
  }
}

extension Schema {
  /// The names of an object's members.
  var propertyNames: Set<String> {
    if case .object(let properties) = self { Set(properties.map(\.name)) } else { [] }
  }
}
