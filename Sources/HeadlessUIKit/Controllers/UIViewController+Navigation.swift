extension UIViewController {
  /// The navigation item, if it was ever read. Never makes it (R13.1).
  public var navigationItemIfLoaded: UINavigationItem? { navigationItemStorage }

  func loadedNavigationItem() -> UINavigationItem {
    if let item = navigationItemStorage { return item }
    let item = context.making { UINavigationItem(title: title ?? "") }
    item.title = title
    navigationItemStorage = item
    return item
  }
}
