/// The original as it was in its version 1.0.2, step by step (uikit-rules, part 1.2).
extension MultipleViewController {
  /// Shows the child at the index. The original raises a range exception when there is none.
  func showFaithfullyAfterLoading() {
    guard let child = selectedViewController else { return reportRangeException(index) }
    copyNavigationItem(of: child)
    bringIn(child)
  }

  /// The new child has appeared before the old one begins to disappear, and all of them still read the old index.
  func chooseFaithfully(_ new: Int) {
    guard new != index else { return }
    let child = members[new]
    // Before the view is there: loading it shows the old index's child and copies its item over this one's (S52).
    copyNavigationItem(of: child)
    bringIn(child)
    // The callbacks may have taken it out again, here and below; another mode has brought everything there.
    guard mode == .faithful, members.contains(where: { $0 === child }) else { return }
    if let old = selectedViewController, old !== child {
      let swap = context.nextSwap()
      old.beginTransition(false, animated: false, by: .swap(swap))
      old.viewIfLoaded?.removeFromSuperview()
      old.endTransition(ofSwap: swap)
    }
    guard mode == .faithful, let place = members.firstIndex(where: { $0 === child }) else { return }
    shown = child
    index = place
    context.noteChange(of: id)
    if place < segmentedControl.numberOfSegments { segmentedControl.selectedSegmentIndex = place }
    delegate?.multipleViewController(self, didSelect: child)
  }

  /// The original cannot remove a child: there is nothing to be faithful to but what its other steps do.
  func showFaithfullyAfterRemoval() {
    guard isViewLoaded, let old = shown, !members.contains(where: { $0 === old }) else { return }
    shown = nil
    old.viewIfLoaded?.removeFromSuperview()
    if let child = selectedViewController {
      copyNavigationItem(of: child)
      bringIn(child)
    }
  }

  private func bringIn(_ child: UIViewController) {
    child.loadViewIfNeeded()
    // In its viewDidLoad it may have gone elsewhere, and in its viewWillAppear; or the mode has been changed.
    guard mode == .faithful, child.parent === self else { return }
    child.viewIfLoaded?.frame = area.bounds
    let swap = context.nextSwap()
    child.beginTransition(true, animated: false, by: .swap(swap))
    if mode == .faithful, child.parent === self, let childView = child.viewIfLoaded { area.addSubview(childView) }
    child.endTransition(ofSwap: swap)
    if shown == nil, child.parent === self { shown = child }
  }

  /// A copy, made once; the singular after the plural, so that by R13.6 a child without items leaves the previous child's
  /// second and later items behind (S51).
  private func copyNavigationItem(of child: UIViewController) {
    let item = child.navigationItem
    let locked = lockedProperties
    if !locked.contains(.title) { navigationItem.title = item.title }
    if !locked.contains(.prompt) { navigationItem.prompt = item.prompt }
    if !locked.contains(.backBarButtonItem) { navigationItem.backBarButtonItem = item.backBarButtonItem }
    if !locked.contains(.hidesBackButton) { navigationItem.hidesBackButton = item.hidesBackButton }
    if !locked.contains(.leftItemsSupplementBackButton) {
      navigationItem.leftItemsSupplementBackButton = item.leftItemsSupplementBackButton
    }
    if !locked.contains(.leftBarButtonItems), let items = item.leftBarButtonItems {
      navigationItem.leftBarButtonItems = items
    }
    if !locked.contains(.leftBarButtonItem) { navigationItem.leftBarButtonItem = item.leftBarButtonItem }
    if !locked.contains(.rightBarButtonItems), let items = item.rightBarButtonItems {
      navigationItem.rightBarButtonItems = items
    }
    if !locked.contains(.rightBarButtonItem) { navigationItem.rightBarButtonItem = item.rightBarButtonItem }
    adviseIfCrowded()
  }

  /// Where the original raises a range exception. That would end the daemon and all other scenes.
  func reportRangeException(_ index: Int) {
    reportOutOfRange(
      index, "the original raises a range exception here. Add children before the view is loaded.")
  }

  func reportOutOfRange(_ index: Int, _ outcome: String) {
    context.report(
      .indexOutOfRange, self, "\(className) \(id) has no child \(index), it has \(members.count): \(outcome)")
  }
}
