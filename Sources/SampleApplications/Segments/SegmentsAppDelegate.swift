public import HeadlessUIKit

/// The delegate of the second source application: two tables in a segmented container, which is inside a navigation
/// controller.
public final class SegmentsAppDelegate: UIResponder, UIApplicationDelegate, SegmentSelecting {
  /// The application's window.
  public private(set) var window: UIWindow?

  /// The container.
  public let multipleViewController: MultipleViewController

  /// An application of the two tables, faithful in a scene that keeps the faults of its application.
  public override init() {
    let one = RowsViewController(rows: ["First of One", "Second of One", "Third of One"])
    one.navigationItem.title = "One"
    one.navigationItem.rightBarButtonItem = UIBarButtonItem(barButtonSystemItem: .compose, target: nil, action: nil)
    let two = RowsViewController(rows: ["First of Two", "Second of Two"])
    two.navigationItem.title = "Two"
    two.navigationItem.prompt = "Controller two's prompt"
    multipleViewController = MultipleViewController(childViewControllers: [one, two])
    super.init()
  }

  /// How many segments there are.
  public var segmentCount: Int { multipleViewController.segmentCount }

  /// The index of the selected segment.
  public var selectedSegment: Int? { multipleViewController.selectedSegment }

  /// The selected child.
  public var selectedViewController: UIViewController? { multipleViewController.selectedViewController }

  /// What the container says.
  public func isSegmentEnabled(_ index: Int) -> Bool { multipleViewController.isSegmentEnabled(index) }

  /// Forwards to the container.
  public func selectSegment(_ index: Int) throws(SegmentNotFound) {
    try multipleViewController.selectSegment(index)
  }

  /// Makes the window.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = UINavigationController(rootViewController: multipleViewController)
    window.makeKeyAndVisible()
    return true
  }
}
