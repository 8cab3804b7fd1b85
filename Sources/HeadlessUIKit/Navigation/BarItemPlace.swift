/// A bar item on screen, and where it is.
@MainActor
public struct BarItemPlace {
  /// The item.
  public let item: UIBarButtonItem
  /// The bar that shows it; nil for an item of a controller that no bar shows.
  public let bar: UIView?
  /// The controller that it belongs to: the one whose navigation item or toolbar items it is one of; for a bar that stands
  /// alone, the one whose view the bar is in. An id: the item's action may make the controller go.
  public let controller: NodeID?

  /// What a finger does; see `UIBarButtonItem.tap`.
  ///
  /// - Returns: How many actions were handled: 0 or 1.
  /// - Throws: Why the item, or the bar that it is in, gets no touch; nothing was sent then.
  @discardableResult
  public func tap() throws(TapError) -> Int {
    if !item.isEnabled { throw TapError(reason: .disabled) }
    try bar?.checkTouchable()
    return try item.tap()
  }
}

extension UIApplication {
  /// The bar items on screen with their places, none twice: for the controllers on screen from the outermost inwards, then
  /// for the other bars, oldest first; left items before right ones.
  ///
  /// Inside a navigation controller only its bars count (R13.3); elsewhere the items of a controller that no bar shows
  /// count, too. Cost: the controllers on the visible path with their depths, the scene's bars and their items.
  public var barItemPlacesOnScreen: [BarItemPlace] {
    var collection = BarItemCollection()
    for controller in visiblePath {
      if let navigation = controller as? UINavigationController {
        collection.add(navigation.navigationBar)
        if let toolbar = navigation.toolbarIfMade { collection.add(toolbar) }
      } else if controller.navigationController == nil, let item = controller.navigationItemIfLoaded {
        collection.add((item.leftBarButtonItems ?? []) + (item.rightBarButtonItems ?? []), nil, controller.id)
      }
    }
    for bar in context.bars.views { collection.add(bar) }
    return collection.places
  }

  /// The bar items on screen, none twice; see `barItemPlacesOnScreen`.
  public var barButtonItemsOnScreen: [UIBarButtonItem] { barItemPlacesOnScreen.map(\.item) }
}

/// The places that were found so far.
@MainActor
private struct BarItemCollection {
  private(set) var places: [BarItemPlace] = []
  private var seen: Set<NodeID> = []

  mutating func add(_ bar: UIView) {
    guard !bar.isHidden, bar.isInVisibleWindow else { return }
    switch bar {
    case let bar as UINavigationBar:
      guard let content = bar.content else { return }
      add(content.leftItems + content.rightItems, bar, bar.owner?.topViewController?.id ?? bar.nearestController?.id)
    case let bar as UIToolbar:
      add(bar.items ?? [], bar, bar.owner?.topViewController?.id ?? bar.nearestController?.id)
    default: break
    }
  }

  mutating func add(_ items: [UIBarButtonItem], _ bar: UIView?, _ controller: NodeID?) {
    for item in items where seen.insert(item.id).inserted {
      places.append(BarItemPlace(item: item, bar: bar, controller: controller))
    }
  }
}

/// The bars of a scene, oldest first, so that nobody walks over all views to find them. They are not held.
@MainActor
struct BarList {
  private var references: [SceneContext.WeakReference<UIView>] = []

  var views: [UIView] { references.compactMap(\.object) }

  mutating func append(_ bar: UIView) {
    references.removeAll { $0.object == nil }
    references.append(SceneContext.WeakReference(object: bar))
  }
}
