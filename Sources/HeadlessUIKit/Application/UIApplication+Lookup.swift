extension UIApplication {
  /// The controller with the id, if it is alive.
  public func controller(_ id: NodeID) -> UIViewController? { context.controller(id) }

  /// The view with the id, if it is alive.
  public func view(_ id: NodeID) -> UIView? { context.view(id) }

  /// The views on screen with the accessibility identifier, oldest first. Cost: the views that have it.
  public func viewsOnScreen(identified identifier: String) -> [UIView] {
    context.views(identified: identifier).filter(\.isInVisibleWindow)
  }

  /// The views on screen that a person would call by the text, outermost first. Cost: the views on screen.
  public func viewsOnScreen(titled title: String) -> [UIView] {
    var found: [UIView] = []
    func search(_ view: UIView) {
      if view.visibleTitle == title { found.append(view) }
      for subview in view.subviews { search(subview) }
    }
    for window in windows where !window.isHidden { search(window) }
    return found
  }

  /// The segments on screen with the title, in the order of their controls. Cost: the views on screen.
  public func segmentsOnScreen(titled title: String) -> [(control: UISegmentedControl, index: Int)] {
    var found: [(control: UISegmentedControl, index: Int)] = []
    func search(_ view: UIView) {
      if let control = view as? UISegmentedControl {
        for index in 0..<control.numberOfSegments where control.titleForSegment(at: index) == title {
          found.append((control, index))
        }
      }
      for subview in view.subviews { search(subview) }
    }
    for window in windows where !window.isHidden { search(window) }
    return found
  }

  /// The identifiers and titles on screen by which something can be found. Cost: the views on screen.
  ///
  /// - Parameter limit: How many at most.
  public func namesOnScreen(limit: Int) -> [String] {
    var found: [String] = []
    func collect(_ view: UIView) {
      guard found.count < limit else { return }
      for name in [view.accessibilityIdentifier, view.visibleTitle] {
        if let name, !name.isEmpty { found.append(name) }
      }
      for subview in view.subviews { collect(subview) }
    }
    for window in windows where !window.isHidden { collect(window) }
    for item in barButtonItemsOnScreen {
      for name in [item.accessibilityIdentifier, item.title] {
        if let name, !name.isEmpty { found.append(name) }
      }
    }
    return Array(found.prefix(limit))
  }

  /// The responder that gets key input, if there is one.
  public var firstResponder: UIResponder? { context.firstResponder }

  /// The window that a person looks at: the key window, else the newest that is not hidden.
  public var frontWindow: UIWindow? {
    if let shownKeyWindow { return shownKeyWindow }
    return windows.last { !$0.isHidden }
  }

  /// The outermost controller of the front window: its root, or the first controller whose view stands in it.
  public var outermostViewController: UIViewController? {
    (frontWindow ?? windows.last)?.outermostViewController
  }

  /// The controllers on screen, from the outermost inwards, each asked for the one it shows.
  ///
  /// Lazy: who wants the outermost that can do something stops there.
  public var visiblePath: some Sequence<UIViewController> {
    sequence(first: outermostViewController) { $0?.shownController }.lazy.prefix { $0 != nil }.compactMap { $0 }
  }
}

extension UIWindow {
  /// The root, or the controller of the rearmost view in the window that has one. Cost: the views in the window itself.
  var outermostViewController: UIViewController? {
    if let rootViewController { return rootViewController }
    // A loop: a lazy sequence would ask each view twice.
    for view in subviews {
      if let controller = view.owningController { return controller }
    }
    return nil
  }
}
