import HeadlessUIKit

@testable import SceneHosting

/// A screen with buttons that begin something which goes on after the request.
final class MovingController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    button("Fade") { UIView.animate(withDuration: 0.5, animations: fade, completion: { _ in }) }
    button("Slide") { UIView.animate(withDuration: 2, animations: fade, completion: { _ in }) }
    button("Later") { [weak self] in
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in self?.title = "late" }
    }
    button("Loop") {
      @MainActor func again() { UIApplication.shared.enqueueTurn { again() } }
      again()
    }
    button("Title") { [weak self] in self?.title = (self?.title ?? "") + "x" }
    button("Nothing") {}
  }

  private func button(_ title: String, _ action: @escaping @MainActor () -> Void) {
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    button.addAction(UIAction { _ in action() }, for: .touchUpInside)
    view.addSubview(button)
  }
}

final class MovingAppDelegate: UIApplicationDelegate {
  private var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = MovingController()
    window.makeKeyAndVisible()
    return true
  }
}

extension TestHost {
  /// A host with one scene, "moving", of the moving application.
  static func moving(_ clock: SceneClock.Kind = .real, limits: HostLimits = HostLimits()) throws -> TestHost {
    let test = try TestHost(limits: limits, opening: [])
    test.host.register(ApplicationRegistration("moving") { MovingAppDelegate() })
    var options = SceneOptions()
    options.clock = clock
    try test.host.openScene("moving", options: options)
    return test
  }
}

/// The change that an animation shows: one that shows nothing ends at once.
@MainActor
private func fade() { UIView(frame: .zero).alpha = 0.5 }
