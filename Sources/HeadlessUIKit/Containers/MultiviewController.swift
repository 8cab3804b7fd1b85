/// Shows one of several numbered views, each made anew when it is shown and thrown away when another one comes.
///
/// The container of the first source application. The same number again makes a fresh instance (S43); an unknown number
/// changes nothing (S45, where the original kept a dangling pointer).
@MainActor
open class MultiviewController: UIViewController, ViewDisplaying {
  /// Which views there are: a number, and how its controller is made.
  public struct Registry {
    fileprivate var factories: [Int: @MainActor () -> UIViewController] = [:]

    /// A registry without views.
    public init() {}

    /// Adds a view, in one line: `views.register(3) { View03() }`. A number that is known already is replaced.
    public mutating func register(_ view: Int, _ make: @escaping @MainActor () -> UIViewController) {
      factories[view] = make
    }
  }

  /// How the container holds what it shows.
  public enum Containment: String, Sendable {
    /// As in the original: only the views are swapped; the controllers have no parent.
    case viewOnly
    /// With UIKit's containment (R3.9, R3.11).
    case contained
  }

  /// How the container holds what it shows.
  public let containment: Containment

  /// The number that is shown; nil until the view is loaded.
  public private(set) var displayedView: Int?

  private let views: Registry
  private let initialView: Int?
  private var current: UIViewController?
  /// Counts what was asked for: a callback may ask for another view while one is shown, and then that one is.
  private var requests = 0

  /// A container.
  ///
  /// - Parameters:
  ///   - views: The views that it can show.
  ///   - initialView: The number that is shown when the view is loaded; nil: the lowest. One that is not registered is
  ///     reported, and nothing is shown.
  ///   - containment: How it holds what it shows.
  public init(views: Registry, initialView: Int? = nil, containment: Containment = .viewOnly) {
    self.views = views
    self.initialView = initialView ?? views.factories.keys.min()
    self.containment = containment
    super.init(nibName: nil, bundle: nil)
    guard let initialView, views.factories[initialView] == nil else { return }
    context.report(
      .indexOutOfRange, self,
      "\(className) \(id) has no view \(initialView) to show first; nothing is shown. Register it before the container is "
        + "made.")
  }

  /// A container of a storyboard's scene, which has no views to show.
  public required init?(coder: NSCoder) {
    views = Registry()
    initialView = nil
    containment = .viewOnly
    super.init(coder: coder)
  }

  /// The numbers that can be shown, in ascending order.
  public var displayableViews: [Int] { views.factories.keys.sorted() }

  /// The controller that is shown.
  public var displayedViewController: UIViewController? { current }

  /// Shows the initial view, before super as in the original.
  open override func viewDidLoad() {
    if let initialView, let make = views.factories[initialView] { show(initialView, make) }
    super.viewDidLoad()
  }

  /// Throws away what is shown, then makes and shows another view. When a callback of that displays yet another one, the
  /// last one asked for stays.
  ///
  /// - Throws: `ViewNotFound` for an unknown number; nothing has changed then.
  open func displayView(_ view: Int) throws(ViewNotFound) {
    guard let make = views.factories[view] else { throw ViewNotFound(view: view, known: displayableViews) }
    loadViewIfNeeded()
    show(view, make)
  }

  /// Takes the current view out and lets its controller go. Without containment it is released when this returns, before
  /// the next one is made (S43).
  private func throwAway() {
    guard let leaving = current else { return }
    // A callback may have taken it into another container: then it is that one's, and only forgotten here.
    if isOurs(leaving) {
      if containment == .contained { leaving.willMove(toParent: nil) }
      if isOurs(leaving) { leaving.viewIfLoaded?.removeFromSuperview() }
      if containment == .contained, leaving.parent === self { leaving.removeFromParent() }
    }
    // A callback may have thrown it away already.
    guard current === leaving else { return }
    if leaving.parent == nil { leaving.prepareForRelease() }
    current = nil
    displayedView = nil
  }

  private func isOurs(_ controller: UIViewController) -> Bool {
    guard controller.parent === (containment == .contained ? self : nil) else { return false }
    guard let superview = controller.viewIfLoaded?.superview else { return true }
    return superview === viewIfLoaded
  }

  private func show(_ number: Int, _ make: @MainActor () -> UIViewController) {
    requests += 1
    let request = requests
    // The view may be loaded for the second time (R17.4), with the controller of the first time still here.
    throwAway()
    guard request == requests else { return }
    let controller = make()
    guard request == requests else { return }
    current = controller
    displayedView = number
    if containment == .contained { addChild(controller) }
    controller.loadViewIfNeeded()
    guard request == requests, isOurs(controller) else { return }
    view.addSubview(controller.view)
    guard request == requests else {
      if let late = controller.viewIfLoaded, late.superview === viewIfLoaded { late.removeFromSuperview() }
      return
    }
    if containment == .contained, controller.parent === self { controller.didMove(toParent: self) }
  }
}
