import HeadlessUIKit

/// Shows a button for each fault.
final class CrashAppDelegate: UIApplicationDelegate {
  private var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    window.rootViewController = CrashMenuController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}

/// The buttons. A tap adds a controller that has the fault.
final class CrashMenuController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for (index, fault) in Fault.allCases.enumerated() {
      let button = UIButton(type: .system)
      button.frame = CGRect(x: 0, y: Double(index) * 40, width: 320, height: 40)
      button.setTitle(fault.rawValue, for: .normal)
      button.addAction(UIAction { [weak self] _ in self?.show(fault) }, for: .touchUpInside)
      view.addSubview(button)
    }
  }

  private func show(_ fault: Fault) {
    let controller = FaultyController()
    controller.fault = fault
    addChild(controller)
    view.addSubview(controller.view)
    controller.didMove(toParent: self)
  }
}
