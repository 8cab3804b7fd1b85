public import HeadlessUIKit

/// The delegate of the third source application: shows its storyboard's initial controller.
public final class MapsAppDelegate: UIResponder, UIApplicationDelegate {
  /// The application's window.
  public private(set) var window: UIWindow?

  /// The container.
  public var appViewController: AppViewController? { window?.rootViewController as? AppViewController }

  /// Makes the window, with the storyboard's initial controller as its root.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = UIStoryboard.maps().instantiateInitialViewController()
    window.makeKeyAndVisible()
    return true
  }
}
