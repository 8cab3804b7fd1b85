extension UINavigationBar: NavigationItemObserver {
  /// Shows other items.
  func show(_ items: [UINavigationItem]) {
    guard stack.map(ObjectIdentifier.init) != items.map(ObjectIdentifier.init) else { return }
    for item in stack.suffix(Self.followedItems) { item.observers.remove(self) }
    stack = items
    for item in items.suffix(Self.followedItems) { item.observers.add(self) }
    noteStructure()
    contentChanged()
  }

  /// Two: the item on top, and the one beneath, which names the back button.
  private static let followedItems = 2

  func navigationItem(_ item: UINavigationItem, didChange property: UINavigationItem.Property) {
    if item === topItem || item === backItem { noteStructure() }
    guard item === topItem else { return }
    switch property {
    case .titleView: updateTitleView()
    case .prompt: heightChanged()
    default: break
    }
  }

  private func contentChanged() {
    updateTitleView()
    heightChanged()
  }

  /// The height that the present content wants (R13.10).
  var wantedHeight: CGFloat {
    topItem?.prompt == nil ? Self.standardHeight : Self.heightWithPrompt
  }

  private func heightChanged() {
    setNeedsLayout()
    owner?.layOutBars()
  }

  func reportForeignItems(_ owner: UINavigationController) {
    context.report(
      .misusedContainer, owner,
      "the items of the navigation bar of \(owner.className) \(owner.id) were set by hand; nothing was changed. Change "
        + "the navigation items of its controllers.")
  }

  // MARK: Title view

  /// 100 changes of the title view, each out of the callbacks of the one before, are a loop.
  private static let changeLimit = 100

  /// Puts the top item's title view into the bar, in place of the one that is there. A view that is the title view of
  /// two items stands where it was put last (R13.9).
  private func updateTitleView() {
    guard !isUpdatingTitleView else { return }
    isUpdatingTitleView = true
    defer { isUpdatingTitleView = false }
    for _ in 0..<Self.changeLimit {
      let wanted = standingTitleView
      if let old = shownTitleView, old !== wanted, old.superview === self { old.removeFromSuperview() }
      shownTitleView = wanted
      if let wanted, wanted.superview !== self, !isDescendant(of: wanted) { addSubview(wanted) }
      // A callback of that may have set another one.
      if standingTitleView === wanted { break }
    }
    reportForeignTitleView()
  }

  private var standingTitleView: UIView? {
    guard let view = content?.titleView, !isDescendant(of: view) else { return nil }
    return view
  }

  /// R13.9: the view of another controller's child must not be a title view. In UIKit that ends the program. One without a
  /// parent is tolerated, as everywhere (R3.15).
  private func reportForeignTitleView() {
    guard let view = topItem?.titleView, let controller = view.owningController, let parent = controller.parent,
      content?.titleView !== view
    else { return }
    context.report(
      .hierarchyInconsistency, controller,
      "the view of \(controller.className) \(controller.id) was made a title view, but its parent is "
        + "\(parent.className) \(parent.id); the bar does not show it. Make a view that is no child's.")
  }

  /// The middle half of the bar and 32 points, as high as a segmented control is: for a title view without a size.
  private static let defaultTitleShare: CGFloat = 0.5
  private static let defaultTitleHeight: CGFloat = 32

  func placeTitleView() {
    guard let view = shownTitleView, view.superview === self else { return }
    var size = view.frame.size
    if size.width <= 0 { size.width = bounds.width * Self.defaultTitleShare }
    if size.height <= 0 { size.height = Self.defaultTitleHeight }
    // The title stands in the lowest 44 points; a prompt is above it.
    view.frame = CGRect(
      x: (bounds.width - size.width) / 2, y: bounds.height - (Self.standardHeight + size.height) / 2,
      width: size.width, height: size.height)
  }
}
