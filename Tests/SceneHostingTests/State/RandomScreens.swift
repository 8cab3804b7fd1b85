import ConformanceSupport
import HeadlessUIKit

@testable import SceneHosting

/// An application that anything may happen to: a test changes it at random, as an author's code could.
@MainActor
final class RandomScreens: UIApplicationDelegate {
  private var windows: [UIWindow] = []
  private var controllers: [UIViewController] = []
  private var views: [UIView] = []
  private var items: [UIBarButtonItem] = []
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let root = UIViewController()
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UINavigationController(rootViewController: root)
    window.makeKeyAndVisible()
    windows = [window]
    controllers = [root]
    let list = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 400))
    for _ in 0..<16 { list.addSubview(UILabel(frame: .zero)) }
    root.view.addSubview(list)
    views = [list]
    return true
  }

  private func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
  private func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &generator) }
  private func word() -> String { pick(["One", "Two", "Drei \"3\"", "", "Fünf"]) ?? "" }

  /// Moves a row of the long list, which is put into a window where it stands in none: such a change is told by a keyed edit.
  func moveRow() {
    guard let list = views.first else { return }
    if list.window == nil { windows.first?.addSubview(list) }
    guard let row = pick(list.subviews) else { return }
    list.insertSubview(row, at: number(list.subviews.count))
  }

  /// One change; some change nothing.
  func step() {
    switch number(12) {
    case 0, 1, 2: look()
    case 3: arrange()
    case 4: make()
    case 5: contain()
    case 6: bars()
    case 7: items(of: pick(controllers))
    case 8: focus()
    case 9: window()
    case 10: control()
    default: forget()
    }
  }

  // MARK: Views

  private func look() {
    guard let view = pick(views) else { return make() }
    switch number(9) {
    case 0: view.isHidden.toggle()
    case 1: view.alpha = Double(number(4)) / 4
    case 2: view.tag = number(3)
    case 3: view.accessibilityIdentifier = number(2) == 0 ? nil : word()
    case 4: view.accessibilityLabel = number(2) == 0 ? nil : word()
    case 5: view.frame = CGRect(x: Double(number(9)), y: 0, width: Double(number(300)), height: 20)
    case 6: (view as? UILabel)?.text = word()
    case 7: (view as? UITableViewCell)?.textLabel?.text = word()
    default: view.bounds.size.width += 1
    }
  }

  private func control() {
    switch pick(views) {
    case let button as UIButton:
      button.setTitle(word(), for: pick([.normal, .highlighted, .disabled]) ?? .normal)
      button.isEnabled = number(2) == 0
    case let toggle as UISwitch: toggle.isOn.toggle()
    case let segments as UISegmentedControl:
      switch number(4) {
      case 0: segments.insertSegment(withTitle: word(), at: number(3), animated: false)
      case 1: segments.removeSegment(at: number(3), animated: false)
      case 2 where segments.numberOfSegments > 0: segments.selectedSegmentIndex = number(segments.numberOfSegments)
      default: segments.setEnabled(number(2) == 0, forSegmentAt: number(3))
      }
    case let field as UITextField:
      field.text = word()
      field.isSecureTextEntry = number(2) == 0
    case let bar as UISearchBar:
      bar.showsCancelButton.toggle()
      bar.prompt = number(2) == 0 ? nil : word()
    case let table as UITableView:
      (table.dataSource as? RandomRows)?.count = number(12)
      table.reloadData()
    case let cell as UITableViewCell: cell.accessoryType = pick(UITableViewCell.AccessoryType.allCases) ?? .none
    case let toolbar as UIToolbar: toolbar.items = someItems()
    default: break
    }
  }

  private func make() {
    let made: UIView =
      switch number(11) {
      case 0: UIButton(type: .system)
      case 1: UISwitch(frame: .zero)
      case 2: UISegmentedControl(items: ["S", "M"])
      case 3: UITextField(frame: .zero)
      case 4: UISearchBar(frame: .zero)
      case 5: UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      case 6: RandomTable()
      case 7: UIToolbar(frame: .zero)
      case 8: UINavigationBar(frame: .zero)
      case 9: UILabel(frame: .zero)
      default: UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      }
    views.append(made)
    put(made)
  }

  private func put(_ view: UIView) {
    let places = views + controllers.filter(\.isViewLoaded).map(\.view) + windows.map { $0 as UIView }
    guard let place = pick(places), place !== view, !place.isDescendant(of: view), place.window != nil || number(4) == 0
    else { return }
    place.insertSubview(view, at: number(4))
  }

  private func arrange() {
    guard let view = pick(views) else { return }
    // Long lists are told by keyed edits: one of theirs moves.
    if number(2) == 0, let long = pick(views.filter { $0.subviews.count > 8 }), let moved = pick(long.subviews) {
      return long.insertSubview(moved, at: number(long.subviews.count))
    }
    switch number(4) {
    case 0: view.removeFromSuperview()
    case 1: view.superview?.bringSubviewToFront(view)
    case 2: view.superview?.exchangeSubview(at: 0, withSubviewAt: number(3))
    default: put(view)
    }
  }

  // MARK: Controllers

  private func contain() {
    guard let controller = pick(controllers), let parent = pick(controllers), parent !== controller else { return }
    switch number(9) {
    case 0 where controllers.count < 12:
      let made = number(3) == 0 ? UINavigationController(rootViewController: UIViewController()) : UIViewController()
      controllers.append(made)
    case 1, 2:
      guard !isInside(parent, controller) else { return }
      controller.removeFromParent()
      parent.addChild(controller)
      if number(3) > 0, !parent.view.isDescendant(of: controller.view) { parent.view.addSubview(controller.view) }
      controller.didMove(toParent: parent)
    case 3:
      controller.willMove(toParent: nil)
      controller.viewIfLoaded?.removeFromSuperview()
      controller.removeFromParent()
    case 4: controller.title = number(2) == 0 ? nil : word()
    case 5: controller.viewIfLoaded?.removeFromSuperview()
    case 6 where controller.parent == nil && !(parent.viewIfLoaded?.isDescendant(of: controller.view) ?? true):
      // As in the first source application: without being told.
      parent.view.addSubview(controller.view)
    case 7 where !(controller is UINavigationController) && controller.viewIfLoaded?.superview != nil:
      controller.view = UIView(frame: CGRect(x: 0, y: 0, width: Double(number(9)), height: 9))
    default: _ = controller.navigationItem
    }
  }

  private func isInside(_ controller: UIViewController, _ other: UIViewController) -> Bool {
    sequence(first: controller, next: \.parent).contains { $0 === other }
  }

  private func items(of controller: UIViewController?) {
    guard let controller else { return }
    let item = controller.navigationItem
    switch number(9) {
    case 0: item.title = number(2) == 0 ? nil : word()
    case 1: item.prompt = number(2) == 0 ? nil : word()
    case 2: item.leftBarButtonItems = someItems()
    case 3: item.rightBarButtonItems = someItems()
    case 4: item.backBarButtonItem = pick(items)
    case 5:
      let free = views.filter { $0.superview == nil && !($0 is UINavigationBar) }
      item.titleView = number(2) == 0 ? nil : pick(free)
    case 6: item.hidesBackButton.toggle()
    case 7: controller.toolbarItems = someItems()
    default: item.backButtonTitle = number(2) == 0 ? nil : word()
    }
  }

  private func bars() {
    if items.count < 8 { items.append(UIBarButtonItem(title: word(), style: .plain, target: nil, action: nil)) }
    guard let item = pick(items) else { return }
    switch number(6) {
    case 0: item.title = word()
    case 1: item.isEnabled.toggle()
    case 2: item.tag = number(3)
    case 3:
      let bars = views.compactMap { $0 as? UINavigationBar }
      pick(bars)?.items = controllers.prefix(number(3)).map(\.navigationItem)
    case 4:
      let navigation = windows.compactMap { $0.rootViewController as? UINavigationController }
      pick(navigation)?.isToolbarHidden.toggle()
    default: item.accessibilityIdentifier = number(2) == 0 ? nil : word()
    }
  }

  /// Also none, and the same one twice.
  private func someItems() -> [UIBarButtonItem]? {
    guard number(4) > 0 else { return nil }
    return (0..<number(3)).compactMap { _ in pick(items) }
  }

  // MARK: The rest

  private func focus() {
    let fields = views.filter { $0 is UITextField || $0 is UISearchBar }
    if number(2) == 0 { pick(fields)?.becomeFirstResponder() } else { pick(fields)?.resignFirstResponder() }
  }

  private func window() {
    switch number(6) {
    case 0 where windows.count < 3:
      let window = UIWindow(frame: UIScreen.main.bounds)
      windows.append(window)
      window.isHidden = number(2) == 0
    case 1: pick(windows)?.isHidden.toggle()
    case 2: pick(windows)?.makeKey()
    case 3 where windows.count > 1: windows.last?.rootViewController = pick(controllers.filter { $0.parent == nil })
    case 4 where windows.count > 1:
      windows.last?.isHidden = true
      windows.removeLast()
    default: break
    }
  }

  private func forget() {
    switch number(3) {
    case 0 where views.count > 30:
      // The long list stays.
      views.remove(at: 1 + number(views.count - 1)).removeFromSuperview()
    case 1 where controllers.count > 6:
      let gone = controllers.remove(at: 1 + number(controllers.count - 1))
      gone.willMove(toParent: nil)
      gone.viewIfLoaded?.removeFromSuperview()
      gone.removeFromParent()
    default: if items.count > 4 { items.remove(at: number(items.count)) }
    }
  }
}

/// A table that holds its own data source.
private final class RandomTable: UITableView {
  private let rows = RandomRows()

  init() {
    super.init(frame: CGRect(x: 0, y: 0, width: 200, height: 200), style: .plain)
    dataSource = rows
  }
}

@MainActor
private final class RandomRows: UITableViewDataSource {
  var count = 3

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    count % 2 == 0 ? nil : "Rows: \(count)"
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "row") ?? UITableViewCell(style: .default, reuseIdentifier: "row")
    cell.textLabel?.text = "Row \(indexPath.row) of \(count)"
    return cell
  }
}
