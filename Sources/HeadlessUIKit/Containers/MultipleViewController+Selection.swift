extension MultipleViewController {
  /// The old and the new child of a selection, from the will-callbacks to the did-callbacks.
  struct Swap {
    let selection: Int
    let old: UIViewController?
    let new: UIViewController
    /// By which the two know what this swap has begun.
    let number: Int
    /// Where the old child's view stands, whatever the content area is at the end.
    weak var place: UIView?
  }

  /// The index of the selected child; `UISegmentedControl.noSegment` when there is none. Setting it selects as `select`
  /// does.
  ///
  /// An index that is set and belongs to no child is reported, and changes nothing.
  public var selectedIndex: Int {
    get { index }
    set {
      do throws(SegmentNotFound) {
        try select(newValue)
      } catch {
        reportOutOfRange(error.index, "nothing was changed. Set an index below the number of children.")
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
      if mode == .faithful { reportRangeException(error.index) }
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
    // A swap that runs ends where it began, and what stays moves.
    finishSwap()
    guard isViewLoaded, let shown, shown.isViewLoaded else { return }
    place(shown)
  }

  /// R7.3: the new child's will, the old one's will, the views, the old one's did, the new one's did. The did-callbacks come
  /// a turn later (R2.5), or with the end of the animation, until which the old view stays.
  private func swap(to new: UIViewController?, selection: Int, animated: Bool) {
    // One that a callback has begun meanwhile.
    finishSwap()
    guard selection == selections else { return }
    let old = shown
    guard old !== new || new?.viewIfLoaded?.superview !== area else { return }
    shown = new
    guard let new, appearanceState == .appearing || appearanceState == .appeared else {
      // Nobody looks, or nothing comes: then the views' coming and going is all there is to it.
      if let old, old !== new { takeOut(old, from: place(of: old)) }
      if let new, shown === new { place(new) }
      return
    }
    let swap = Swap(
      selection: selection, old: old, new: new, number: context.nextSwap(), place: old.flatMap(place(of:)))
    pendingSwap = swap
    // R18.2: a child that was not selected while the bounds changed finds the new ones in viewWillAppear.
    fit(new)
    guard isRunning(swap) else { return }
    new.beginTransition(true, animated: animated, by: .swap(swap.number))
    guard isRunning(swap) else { return }
    if let old, old !== new, old.appearanceState != .disappeared, isStillHere(old, swap) {
      old.beginTransition(false, animated: animated, by: .swap(swap.number))
      guard isRunning(swap) else { return }
    }
    place(new)
    guard isRunning(swap) else { return }
    if !animated, let old { takeOut(old, from: swap.place) }
    context.animations.begin(lasting: animated ? Self.promptSeconds : 0, in: context) { [weak self] _ in
      if self?.isRunning(swap) == true { self?.finishSwap() }
    }
  }

  /// Whether the swap goes on: a callback may have ended it, or begun another one.
  private func isRunning(_ swap: Swap) -> Bool { pendingSwap?.number == swap.number }

  /// Whether the old child's view stands where it stood: one that a callback has taken elsewhere is not the swap's to tell.
  private func isStillHere(_ old: UIViewController, _ swap: Swap) -> Bool {
    guard let view = old.viewIfLoaded, let place = swap.place else { return false }
    return view.superview === place && (old.parent == nil || old.parent === self)
  }

  /// Where a child's view stands in this container; nil when somebody has put it elsewhere.
  private func place(of child: UIViewController) -> UIView? {
    guard let superview = child.viewIfLoaded?.superview, let view = viewIfLoaded else { return nil }
    guard child.parent == nil || child.parent === self else { return nil }
    return superview.isDescendant(of: view) || superview === contentView ? superview : nil
  }

  /// Seconds in which a bar grows or shrinks for a prompt, and the children are swapped meanwhile: what UIKit's bars take to
  /// come and go. All other swaps are not animated.
  public static let promptSeconds: TimeInterval = 0.2

  /// Sends the did-callbacks of the last selection, if they are still to come. It loads nothing: a view that was thrown away
  /// meanwhile is made again when somebody wants it (R17.4).
  func finishSwap() {
    guard let swap = exchange(&pendingSwap, with: nil) else { return }
    if let old = swap.old { takeOut(old, from: swap.place) }
    let isOurs = swap.new === shown && swap.new.parent === self && swap.new.appearance.driver == .swap(swap.number)
    if isOurs, isViewLoaded, let view = swap.new.viewIfLoaded, view.superview !== area { place(swap.new) }
    if swap.old !== swap.new { swap.old?.endTransition(ofSwap: swap.number) }
    swap.new.endTransition(ofSwap: swap.number)
  }

  func takeOut(_ child: UIViewController) {
    if isViewLoaded { takeOut(child, from: area) }
  }

  private func takeOut(_ child: UIViewController, from place: UIView?) {
    guard child !== shown, let place, let view = child.viewIfLoaded, view.superview === place else { return }
    view.takeOut(onlyFrom: place)
  }

  private func place(_ child: UIViewController) {
    fit(child)
    // A child that was loaded by that may have gone elsewhere.
    guard shown === child, child.parent === self, let view = child.viewIfLoaded else { return }
    area.addSubview(view)
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
    rebuildSegments(after: members, keepsTitles: false)
    guard refreshSelection(), isViewLoaded else { return }
    for child in members where child !== shown { putAway(child) }
    if let shown { bringBack(shown) }
  }

  /// What the faults of mode `faithful` have left: a child that is not selected, and stands, or has not disappeared.
  private func putAway(_ child: UIViewController) {
    takeOut(child)
    guard mode == .corrected, child !== shown, child.parent === self, child.appearance.isUp else { return }
    let swap = context.nextSwap()
    child.beginTransition(false, animated: false, by: .swap(swap))
    child.endTransition(ofSwap: swap)
  }

  /// And the selected one, when it stands there and was told that it goes.
  private func bringBack(_ child: UIViewController) {
    guard mode == .corrected, child === shown, place(of: child) != nil, !child.appearance.isUp else { return }
    guard appearanceState == .appearing || appearanceState == .appeared else { return }
    let swap = context.nextSwap()
    child.beginTransition(true, animated: false, by: .swap(swap))
    child.endTransition(ofSwap: swap)
  }
}
