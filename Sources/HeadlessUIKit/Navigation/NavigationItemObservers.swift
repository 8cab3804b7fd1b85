/// Follows a navigation item: a bar that shows it, a container that mirrors it.
@MainActor
protocol NavigationItemObserver: AnyObject {
  /// The item says something else now.
  func navigationItem(_ item: UINavigationItem, didChange property: UINavigationItem.Property)
}

/// Who follows a navigation item. They are not held.
///
/// In UIKit the bar is a part of the framework and containers use key-value observing, which Linux does not have.
@MainActor
struct NavigationItemObservers {
  private struct Reference {
    weak var observer: (any NavigationItemObserver)?
  }

  private var references: [Reference] = []

  /// Begins to tell an observer; once, however often it is added.
  mutating func add(_ observer: any NavigationItemObserver) {
    references.removeAll { $0.observer == nil || $0.observer === observer }
    references.append(Reference(observer: observer))
  }

  /// Tells an observer no more.
  mutating func remove(_ observer: any NavigationItemObserver) {
    references.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// Tells all, in the order in which they were added.
  func tell(of item: UINavigationItem, _ property: UINavigationItem.Property) {
    for reference in references { reference.observer?.navigationItem(item, didChange: property) }
  }
}
