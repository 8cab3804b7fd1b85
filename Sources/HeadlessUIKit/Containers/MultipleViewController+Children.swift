extension MultipleViewController {
  /// The children, in the order of their segments. Setting it replaces them all: who is in both lists stays, and so does
  /// the selection when its child stays; else the first child is selected. Cost: the children.
  public var viewControllers: [UIViewController] {
    get { members }
    set { replaceAll(with: newValue) }
  }

  /// Adds a child as the last segment; one that is a child already moves there.
  public func addViewController(_ child: UIViewController) {
    // How many children there are by then, callbacks may change.
    insert(child, at: .max)
  }

  /// Inserts a child; one that is a child already moves. The selection stays with its child, but in mode `faithful`, where
  /// it stays with its index.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - position: Where, from 0 to the number of children.
  /// - Throws: `SegmentNotFound` for another position; nothing was changed then.
  public func insertViewController(_ child: UIViewController, at position: Int) throws(SegmentNotFound) {
    guard (0...members.count).contains(position) else { throw SegmentNotFound(index: position, count: members.count) }
    insert(child, at: position)
  }

  /// Removes a child. When it was selected, the child that takes its place is selected, else the one before it.
  ///
  /// - Returns: The child, which has no parent any more.
  /// - Throws: `SegmentNotFound` for an index without a child; nothing was changed then.
  @discardableResult
  public func removeViewController(at index: Int) throws(SegmentNotFound) -> UIViewController {
    guard members.indices.contains(index) else { throw SegmentNotFound(index: index, count: members.count) }
    let child = members[index]
    remove(child)
    return child
  }

  /// Puts another child in the place of one, selected if that was.
  ///
  /// - Returns: The child that was there, which has no parent any more.
  /// - Throws: `SegmentNotFound` for an index without a child; nothing was changed then.
  @discardableResult
  public func replaceViewController(at index: Int, with child: UIViewController) throws(SegmentNotFound)
    -> UIViewController
  {
    guard members.indices.contains(index) else { throw SegmentNotFound(index: index, count: members.count) }
    let old = members[index]
    guard old !== child else { return old }
    let wasSelected = index == self.index
    insert(child, at: index)
    if wasSelected, let place = members.firstIndex(where: { $0 === child }) { self.index = place }
    remove(old)
    return old
  }

  // MARK: Steps

  private func insert(_ child: UIViewController, at position: Int) {
    finishSwap()
    if let old = members.firstIndex(where: { $0 === child }) {
      return move(from: old, to: min(position, members.count - 1))
    }
    let place = min(position, members.count)
    members.insert(child, at: place)
    switch mode {
    case .corrected:
      if hasChosen, place <= index { index += 1 }
      segmentedControl.insertSegment(withTitle: segmentTitle(of: child), at: place, animated: false)
      child.navigationItem.observers.add(self)
      addChild(child)
      guard isKept(child) else { return }
      child.didMove(toParent: self)
      if hasChosen, members.indices.contains(index) { refreshSelection() } else { chooseInitially() }
    case .faithful:
      addChild(child)
      guard isKept(child) else { return }
      child.navigationItem.observers.add(self)
      // A callback has made it corrected, which has made the segments of all children.
      guard mode == .faithful else {
        child.didMove(toParent: self)
        refreshSelection()
        break
      }
      segmentedControl.insertSegment(withTitle: segmentTitle(of: child), at: place, animated: false)
      if segmentedControl.selectedSegmentIndex == UISegmentedControl.noSegment {
        segmentedControl.selectedSegmentIndex = 0
      }
    }
    adviseIfCrowded()
  }

  /// Its callback may have taken the child away again; or it holds this container, and cannot be inside.
  private func isKept(_ child: UIViewController) -> Bool {
    let isMember = members.contains { $0 === child }
    if child.parent === self, isMember { return true }
    if isMember { forget(child) } else if child.parent === self { child.removeFromParent() }
    return false
  }

  private func move(from old: Int, to new: Int) {
    guard old != new else { return }
    let selected = selectedViewController
    let before = members
    members.insert(members.remove(at: old), at: new)
    if mode == .corrected, let selected, let place = members.firstIndex(where: { $0 === selected }) { index = place }
    rebuildSegments(after: before)
    context.noteChange(of: id)
  }

  private func remove(_ child: UIViewController) {
    finishSwap()
    guard let place = members.firstIndex(where: { $0 === child }) else { return }
    drop(child, at: place)
    // R3.11: willMove, the view, removeFromParent.
    child.willMove(toParent: nil)
    refreshSelection()
    if pendingSwap?.old !== child { takeOut(child) }
    if child.parent === self { child.removeFromParent() }
    adviseIfCrowded()
  }

  /// A child has left for another parent, or could not become one: it is no member any more. Its view goes by itself, and
  /// not by a swap: what becomes of a controller that has left is not this container's to tell it.
  func forget(_ child: UIViewController) {
    guard members.contains(where: { $0 === child }) else { return }
    finishSwap()
    guard let place = members.firstIndex(where: { $0 === child }) else { return }
    drop(child, at: place)
    if shown === child { shown = nil }
    takeOut(child)
    refreshSelection()
    adviseIfCrowded()
  }

  private func drop(_ child: UIViewController, at place: Int) {
    guard members.indices.contains(place), members[place] === child else { return }
    members.remove(at: place)
    if segmentedControl.numberOfSegments > members.count { segmentedControl.removeSegment(at: place, animated: false) }
    child.navigationItem.observers.remove(self)
    if place < index || index == members.count { index -= 1 }
    if mode == .faithful { index = max(index, 0) }
    context.noteChange(of: id)
  }

  private func replaceAll(with list: [UIViewController]) {
    finishSwap()
    var wanted: [UIViewController] = []
    for child in list where !wanted.contains(where: { $0 === child }) { wanted.append(child) }
    let selected = selectedViewController
    let leaving = members.filter { old in !wanted.contains { $0 === old } }
    let coming = wanted.filter { new in !members.contains { $0 === new } }
    let before = members
    members = wanted
    index = members.firstIndex { $0 === selected } ?? (members.isEmpty ? UISegmentedControl.noSegment : 0)
    if mode == .faithful { index = max(index, 0) }
    rebuildSegments(after: before)
    for child in leaving {
      child.navigationItem.observers.remove(self)
      child.willMove(toParent: nil)
    }
    // A callback may have set another list.
    for child in coming where members.contains(where: { $0 === child }) {
      child.navigationItem.observers.add(self)
      addChild(child)
      if isKept(child), mode == .corrected { child.didMove(toParent: self) }
    }
    if hasChosen || isViewLoaded { refreshSelection() } else { chooseInitially() }
    for child in leaving where child.parent === self && !members.contains(where: { $0 === child }) {
      child.removeFromParent()
    }
    adviseIfCrowded()
  }

  /// What a child's segment is called. A segmented container among the children has its selected child's title in its
  /// navigation item: its own, when it has one, says what all of it is.
  func segmentTitle(of child: UIViewController) -> String? {
    (child as? MultipleViewController)?.title ?? child.navigationItem.title
  }

  /// Makes the control's segments anew. What was said of a child's segment stays with the child.
  ///
  /// - Parameters:
  ///   - before: The children that the segments of now belong to.
  ///   - oldControl: Where they are, when it is another control.
  ///   - keepsTitles: Whether titles that were set at the control stay; else they are the children's.
  func rebuildSegments(
    after before: [UIViewController], in oldControl: UISegmentedControl? = nil, keepsTitles: Bool = true
  ) {
    let source = oldControl ?? segmentedControl
    var said: [NodeID: (title: String?, isEnabled: Bool)] = [:]
    for (place, child) in before.enumerated() where place < source.numberOfSegments {
      said[child.id] = (source.titleForSegment(at: place), source.isEnabledForSegment(at: place))
    }
    segmentedControl.removeAllSegments()
    for (place, child) in members.enumerated() {
      let segment = said[child.id]
      let title = keepsTitles && segment != nil ? segment?.title : segmentTitle(of: child)
      segmentedControl.insertSegment(withTitle: title, at: place, animated: false)
      if segment?.isEnabled == false { segmentedControl.setEnabled(false, forSegmentAt: place) }
    }
    showIndexInControl()
  }
}
