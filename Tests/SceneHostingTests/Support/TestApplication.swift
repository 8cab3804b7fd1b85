import HeadlessUIKit

@testable import SceneHosting

/// An application with one of each control, for tests.
final class TestAppDelegate: UIResponder, UIApplicationDelegate, ViewDisplaying {
  let root = MultiviewController(views: TestAppDelegate.views)
  private var window: UIWindow?

  static var views: MultiviewController.Registry {
    var views = MultiviewController.Registry()
    views.register(1) { FormController() }
    views.register(2) { TimerController() }
    views.register(3) { NestedController() }
    views.register(4) { CarelessController() }
    return views
  }

  var displayableViews: [Int] { root.displayableViews }
  var displayedView: Int? { root.displayedView }
  var displayedViewController: UIViewController? { root.displayedViewController }
  func displayView(_ view: Int) throws(ViewNotFound) { try root.displayView(view) }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = root
    window.makeKeyAndVisible()
    return true
  }
}

/// An application that offers no `displayView` and never shows a window.
final class BlankAppDelegate: UIApplicationDelegate {}

/// An application whose launch never settles.
final class RestlessAppDelegate: UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    func again() { application.enqueueTurn { again() } }
    again()
    return true
  }
}

/// One of each control.
final class FormController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Form"
    let name = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
    name.accessibilityIdentifier = "name"
    let wifi = UISwitch(frame: CGRect(x: 0, y: 40, width: 50, height: 30))
    wifi.accessibilityIdentifier = "wifi"
    let size = UISegmentedControl(items: ["S", "M", "L"])
    size.accessibilityIdentifier = "size"
    let twins = [0, 1].map { _ in
      let button = UIButton(type: .system)
      button.setTitle("Twin", for: .normal)
      return button
    }
    let off = UIButton(type: .system)
    off.setTitle("Off", for: .normal)
    off.isEnabled = false
    let caption = UILabel(frame: .zero)
    caption.text = "Caption"
    for view in [name, wifi, size, off, caption] + twins { self.view.addSubview(view) }
  }
}

/// Forgets a timer.
final class TimerController: UIViewController {
  override class var actionMethods: [ActionMethod] {
    super.actionMethods + [ActionMethod("beat", TimerController.beat)]
  }

  private(set) var beats = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    Timer.scheduledTimer(timeInterval: 1, target: self, selector: "beat", userInfo: nil, repeats: true)
  }

  func beat() { beats += 1 }
}

/// Contains a child, and titles.
final class NestedController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.title = "Bar title"
    navigationItem.prompt = "Prompt"
    navigationItem.rightBarButtonItem = UIBarButtonItem(barButtonSystemItem: .compose, target: nil, action: nil)
    let child = FormController()
    addChild(child)
    view.addSubview(child.view)
    child.didMove(toParent: self)
  }
}

/// Breaks a contract with every beat of a timer.
final class CarelessController: UIViewController {
  private var timer: Timer?

  override func viewDidLoad() {
    super.viewDidLoad()
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in self?.viewDidAppear(false) }
  }
}

/// A clock that is moved by hand.
@MainActor
final class ManualClock {
  var time = 100.0
}

/// A host with the test applications and a clock that is moved by hand.
@MainActor
final class TestHost {
  let host: SceneHost
  private let clock: ManualClock

  init(
    limits: HostLimits = HostLimits(), access: AccessPolicy = AccessPolicy(ownerUserID: 1000),
    opening applications: [String] = ["test"]
  ) throws {
    let clock = ManualClock()
    self.clock = clock
    host = SceneHost(
      identity: SceneHost.Identity(name: "testd", version: "0", processID: 1), access: access, limits: limits,
      now: { clock.time })
    host.register(ApplicationRegistration("test") { TestAppDelegate() })
    host.register(ApplicationRegistration("segments") { SegmentsTestAppDelegate() })
    host.register(ApplicationRegistration("blank") { BlankAppDelegate() })
    host.register(ApplicationRegistration("restless") { RestlessAppDelegate() })
    for application in applications { try host.openScene(application) }
  }

  /// Moves the clock without looking at what is due.
  func setTime(_ time: Double) { clock.time = time }

  func advance(by seconds: Double) {
    clock.time += seconds
    host.tick(now: clock.time)
  }

  func client(
    _ peer: PeerCredentials = PeerCredentials(processID: 0, userID: 0, groupID: 0), ceiling: Role = .administer
  ) -> MemoryClient {
    MemoryClient(host, peer: peer, ceiling: ceiling)
  }
}

/// A segmented container in a navigation controller.
final class SegmentsTestAppDelegate: UIApplicationDelegate, SegmentSelecting {
  private let container: MultipleViewController
  private var window: UIWindow?

  init() {
    let first = UIViewController()
    first.navigationItem.title = "First"
    first.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Add", primaryAction: UIAction { _ in })
    first.toolbarItems = [UIBarButtonItem(title: "Sort", primaryAction: UIAction { _ in })]
    let second = UIViewController()
    second.navigationItem.title = "Second"
    second.navigationItem.prompt = "Prompt"
    container = MultipleViewController(childViewControllers: [first, second])
  }

  var segmentCount: Int { container.segmentCount }
  var selectedSegment: Int? { container.selectedSegment }
  var selectedViewController: UIViewController? { container.selectedViewController }
  func selectSegment(_ index: Int) throws(SegmentNotFound) { try container.selectSegment(index) }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = UINavigationController(rootViewController: container)
    window.makeKeyAndVisible()
    return true
  }
}
