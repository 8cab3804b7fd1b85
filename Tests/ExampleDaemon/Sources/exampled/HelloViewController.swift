#if canImport(UIKit)
  import UIKit
#else
  import HeadlessUIKit
#endif

/// One screen: a label that counts how often a button was tapped; one greets at once, the other in a task.
final class HelloViewController: UIViewController {
  private let label = UILabel(frame: CGRect(x: 20, y: 40, width: 280, height: 30))
  private var taps = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.title = "Hello"
    label.text = "Hello!"
    label.accessibilityIdentifier = "greeting"
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 20, y: 90, width: 280, height: 30)
    button.setTitle("Greet", for: .normal)
    button.addAction(UIAction { [weak self] _ in self?.greet() }, for: .touchUpInside)
    view.addSubview(label)
    view.addSubview(button)
    let later = UIButton(type: .system)
    later.frame = CGRect(x: 20, y: 140, width: 280, height: 30)
    later.setTitle("Greet later", for: .normal)
    later.addAction(UIAction { [weak self] _ in self?.greetLater() }, for: .touchUpInside)
    view.addSubview(later)
  }

  private func greetLater() {
    Task { [weak self] in
      await Task.yield()
      self?.greet()
    }
  }

  private func greet() {
    taps += 1
    label.text = "Hello, for the \(taps). time!"
  }
}

/// Puts the screen into a window.
final class HelloAppDelegate: UIApplicationDelegate {
  private var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    window.rootViewController = HelloViewController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}
