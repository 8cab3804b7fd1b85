extension UIViewController {
  /// The nearest navigation controller that this controller is in, however deep; nil when there is none (S46). Cost: the
  /// containers around it.
  public var navigationController: UINavigationController? {
    var candidate = parent
    while let container = candidate {
      if let navigation = container as? UINavigationController { return navigation }
      candidate = container.parent
    }
    return nil
  }

  /// Only the parent is told: what a child of a custom container sets has no effect beyond it (R13.13).
  func toolbarItemsDidChange() {
    context.noteStructure(of: id)
    parent?.childDidChangeToolbarItems(self)
  }

  /// The navigation item, if it was ever read. Never makes it (R13.1).
  public var navigationItemIfLoaded: UINavigationItem? { navigationItemStorage }

  func loadedNavigationItem() -> UINavigationItem {
    if let item = navigationItemStorage { return item }
    let item = context.making { UINavigationItem(title: title ?? "") }
    item.title = title
    navigationItemStorage = item
    context.noteStructure(of: id)
    return item
  }
}
