extension MultipleViewController {
  /// The old and the new child of a selection, from the will-callbacks to the did-callbacks.
  struct Swap {
    let selection: Int
    let old: UIViewController?
    let new: UIViewController
    var hasBegunNew = false
    var hasBegunOld = false
  }

  /// The index of the selected child; `UISegmentedControl.noSegment` when there is none. Setting it selects as `select`
  /// does.
  ///
  /// - Precondition: An index that is set belongs to a child.
  public var selectedIndex: Int {
    get { index }
    set {
      do throws(SegmentNotFound) {
        try select(newValue)
      } catch {
        preconditionFailure("segment \(error.index) was selected of a container with \(error.count) children")
      }
    }
  }

  /// The selected child.
  public var selectedViewController: UIViewController? { members.indices.contains(index) ? members[index] : nil }

  /// Selects a child, as a person does with the control. The delegate is told.
  ///
  /// - Throws: `SegmentNotFound` for an index without a child; nothing was changed then (S54).
  public func select(_ index: Int) throws(SegmentNotFound) {
    guard members.indices.contains(index) else { throw SegmentNotFound(index: index, count: members.count) }
    switch mode {
    case .corrected: choose(members[index])
    case .faithful: chooseFaithfully(index)
    }
  }

  /// A person has used the control.
  func controlHasChanged() {
    do throws(SegmentNotFound) {
      try select(segmentedControl.selectedSegmentIndex)
    } catch {
      if mode == .faithful { reportOutOfRange(error.index) }
      showIndexInControl()
    }
  }

  private func choose(_ child: UIViewController) {
    guard child !== selectedViewController else {
      hasChosen = true
      showIndexInControl()
      delegate?.multipleViewController(self, didReselect: child)
      return
    }
    finishSwap()
    // What that has told may have changed the children, or the selection.
    guard let place = members.firstIndex(where: { $0 === child }) else { return showIndexInControl() }
    hasChosen = true
    index = place
    context.noteChange(of: id)
    guard refreshSelection() else { return }
    delegate?.multipleViewController(self, didSelect: child)
  }

  /// Before anybody has selected anything: `initialIndex`, silently.
  func chooseInitially() {
    guard !hasChosen || !members.indices.contains(index) else { return }
    index =
      members.indices.contains(initialIndex) ? initialIndex : members.isEmpty ? UISegmentedControl.noSegment : 0
    if isViewLoaded { hasChosen = true }
    refreshSelection()
  }

  /// Brings control, bar and content area to what is selected.
  ///
  /// - Returns: False when a callback has changed the selection meanwhile; that has brought everything there.
  @discardableResult
  func refreshSelection() -> Bool {
    selections += 1
    let selection = selections
    showIndexInControl()
    guard mode == .corrected else {
      showFaithfullyAfterRemoval()
      return true
    }
    let child = selectedViewController
    if isViewLoaded {
      // A child may set its prompt when it is loaded, and whether one comes or goes decides about the animation.
      child?.loadViewIfNeeded()
      guard selection == selections else { return false }
    }
    let promptComesOrGoes =
      !lockedProperties.contains(.prompt) && (navigationItem.prompt == nil) != (child?.navigationItem.prompt == nil)
    mirrorAll()
    guard selection == selections else { return false }
    if isViewLoaded { swap(to: child, selection: selection, animated: promptComesOrGoes) }
    return selection == selections
  }

  func showIndexInControl() {
    let control = segmentedControl
    control.selectedSegmentIndex = (0..<control.numberOfSegments).contains(index) ? index : UISegmentedControl.noSegment
  }

  // MARK: The content area

  /// Where the selected child's view goes. Loads the view.
  var area: UIView { contentView ?? view }

  func showSelectionAfterLoading() {
    hasChosen = true
    shown = nil
    refreshSelection()
  }

  func contentAreaHasChanged() {
    guard isViewLoaded, let shown else { return }
    place(shown)
  }

  /// R7.3: the new child's will, the old one's will, the views, the old one's did, the new one's did. The did-callbacks come
  /// a turn later (R2.5), or with the end of the animation, until which the old view stays.
  private func swap(to new: UIViewController?, selection: Int, animated: Bool) {
    let old = shown
    guard old !== new || new?.viewIfLoaded?.superview !== area else { return }
    shown = new
    guard let new, appearanceState == .appearing || appearanceState == .appeared else {
      // Nobody looks, or nothing comes: then the views' coming and going is all there is to it.
      old?.viewIfLoaded?.removeFromSuperview()
      if let new { place(new) }
      return
    }
    pendingSwap = Swap(selection: selection, old: old, new: new)
    // R18.2: a child that was not selected while the bounds changed finds the new ones in viewWillAppear.
    fit(new)
    pendingSwap?.hasBegunNew = true
    new.beginAppearanceTransition(true, animated: animated)
    guard pendingSwap?.selection == selection else { return }
    if let old, old !== new, old.appearanceState != .disappeared {
      pendingSwap?.hasBegunOld = true
      old.beginAppearanceTransition(false, animated: animated)
      guard pendingSwap?.selection == selection else { return }
    }
    place(new)
    guard pendingSwap?.selection == selection else { return }
    if !animated { takeOut(old) }
    context.animations.begin(lasting: animated ? Self.promptSeconds : 0, in: context) { [weak self] _ in
      if self?.pendingSwap?.selection == selection { self?.finishSwap() }
    }
  }

  /// Seconds in which a bar grows or shrinks for a prompt, and the children are swapped meanwhile: what UIKit's bars take to
  /// come and go. All other swaps are not animated.
  public static let promptSeconds: TimeInterval = 0.2

  /// Sends the did-callbacks of the last selection, if they are still to come.
  func finishSwap() {
    guard let swap = exchange(&pendingSwap, with: nil) else { return }
    takeOut(swap.old)
    if swap.new === shown, swap.new.viewIfLoaded?.superview !== area { place(swap.new) }
    if swap.hasBegunOld { swap.old?.endAppearanceTransition() }
    if swap.hasBegunNew { swap.new.endAppearanceTransition() }
  }

  func takeOut(_ child: UIViewController?) {
    guard let child, child !== shown, isViewLoaded, let view = child.viewIfLoaded, view.superview === area else {
      return
    }
    view.removeFromSuperview()
  }

  private func place(_ child: UIViewController) {
    fit(child)
    if let view = child.view { area.addSubview(view) }
  }

  private func fit(_ child: UIViewController) {
    child.view?.frame = area.bounds
    child.view?.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  // MARK: Mode

  func modeHasChanged() {
    finishSwap()
    guard mode == .corrected else {
      index = max(index, 0)
      return
    }
    index = members.firstIndex { $0 === shown } ?? (members.isEmpty ? UISegmentedControl.noSegment : max(index, 0))
    rebuildSegments()
    refreshSelection()
  }
}
