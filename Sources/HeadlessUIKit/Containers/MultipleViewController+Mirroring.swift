extension MultipleViewController: NavigationItemObserver {
  /// R13.3: a bar reads only the container's item, so that has to say what the selected child says, and to go on doing so.
  func navigationItem(_ item: UINavigationItem, didChange property: UINavigationItem.Property) {
    guard mode == .corrected, let place = members.firstIndex(where: { $0.navigationItem === item }) else { return }
    if property == .title { segmentedControl.setTitle(segmentTitle(of: members[place]), forSegmentAt: place) }
    guard place == index else { return }
    mirror(property, of: item)
    adviseIfCrowded()
  }

  /// Makes the container's item say what the selected child says; nothing, without a child.
  func mirrorAll() {
    let item = selectedViewController?.navigationItem
    for property in UINavigationItem.Property.allCases { mirror(property, of: item) }
    mirrorToolbarItems()
    adviseIfCrowded()
  }

  /// R13.13: a toolbar, too, shows what the stack's member says, not what a child of it does.
  func mirrorToolbarItems() {
    if !lockedProperties.contains(.toolbarItems) { toolbarItems = selectedViewController?.toolbarItems }
  }

  private func mirror(_ property: UINavigationItem.Property, of item: UINavigationItem?) {
    guard !lockedProperties.locks(property) else { return }
    switch property {
    case .title: navigationItem.title = item?.title
    case .prompt: navigationItem.prompt = item?.prompt
    case .backBarButtonItem: navigationItem.backBarButtonItem = item?.backBarButtonItem
    case .backButtonTitle: navigationItem.backButtonTitle = item?.backButtonTitle
    case .hidesBackButton: navigationItem.hidesBackButton = item?.hidesBackButton ?? false
    case .leftItemsSupplementBackButton:
      navigationItem.leftItemsSupplementBackButton = item?.leftItemsSupplementBackButton ?? false
    case .leftBarButtonItems: navigationItem.leftBarButtonItems = item?.leftBarButtonItems
    case .rightBarButtonItems: navigationItem.rightBarButtonItems = item?.rightBarButtonItems
    case .titleView: break
    }
  }

  // MARK: Advice

  /// Says once that nobody can use the control of a container inside another one: a bar shows the outer container's item.
  func adviseIfUnreachable() {
    guard !hasAdvisedReach, segmentedControl.window == nil, let outer = outerContainer else { return }
    hasAdvisedReach = true
    context.advise(
      .unreachableSegments, self,
      "the segmented control of \(className) \(id) is on no screen, since the bar shows that of \(outer.className) "
        + "\(outer.id) around it; put it into the container's own view.")
  }

  private var outerContainer: MultipleViewController? {
    var candidate = parent
    while let current = candidate {
      if let outer = current as? MultipleViewController { return outer }
      candidate = current.parent
    }
    return nil
  }

  /// The author of the original: not more than three segments, or two beside items on the left and on the right.
  private static let comfortableSegments = 3
  private static let comfortableSegmentsBesideItems = 2

  /// Says once that there are too many segments, and again when there were few in between.
  func adviseIfCrowded() {
    let hasItemsOnBothSides =
      !(navigationItem.leftBarButtonItems ?? []).isEmpty && !(navigationItem.rightBarButtonItems ?? []).isEmpty
    let most = hasItemsOnBothSides ? Self.comfortableSegmentsBesideItems : Self.comfortableSegments
    let wasCrowded = isCrowded
    isCrowded = members.count > most
    guard isCrowded, !wasCrowded else { return }
    context.advise(
      .tooManySegments, self,
      "\(className) \(id) has \(members.count) segments\(hasItemsOnBothSides ? " between items on the left and the right" : ""); "
        + "people find their way among \(most) at most. Use a table or a tab bar for more.")
  }
}
