public import HeadlessUIKit

/// The delegate of the first source application: forwards `displayView` to one root controller that swaps its views.
public final class MultiviewAppDelegate: UIResponder, UIApplicationDelegate, ViewDisplaying {
  /// The application's window.
  public private(set) var window: UIWindow?

  /// The root controller.
  public let viewController: MultiviewController

  /// An application that shows the given views, the lowest number first.
  ///
  /// - Parameters:
  ///   - views: The views; a screen that was written elsewhere drops in with one registration.
  ///   - containment: As in the original only the views are swapped; or with UIKit's containment.
  public init(
    views: MultiviewController.Registry = .samples, containment: MultiviewController.Containment = .viewOnly
  ) {
    viewController = MultiviewController(views: views, containment: containment)
    super.init()
  }

  /// The numbers that can be shown.
  public var displayableViews: [Int] { viewController.displayableViews }

  /// The number that is shown.
  public var displayedView: Int? { viewController.displayedView }

  /// The controller that is shown.
  public var displayedViewController: UIViewController? { viewController.displayedViewController }

  /// Forwards to the root controller.
  public func displayView(_ view: Int) throws(ViewNotFound) {
    try viewController.displayView(view)
  }

  /// Puts the root controller's view into the window, as the original does, or makes it the window's root.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    switch viewController.containment {
    case .viewOnly: window.addSubview(viewController.view)
    case .contained: window.rootViewController = viewController
    }
    window.makeKeyAndVisible()
    return true
  }
}

extension UIApplication {
  /// What a screen of the application asks its delegate for. An unknown number changes nothing.
  static func displayView(_ view: Int) {
    try? (shared.delegate as? MultiviewAppDelegate)?.displayView(view)
  }
}
