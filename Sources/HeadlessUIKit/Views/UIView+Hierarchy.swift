extension UIView {
  /// The window that the view is in, shown or not.
  public var window: UIWindow? { windowReference?.object }

  /// Whether the view is in a window that is shown; its own hidden flag does not count (S15).
  public var isInVisibleWindow: Bool { window?.isHidden == false }

  /// The number of views above this one. Cost: linear in itself.
  var depth: Int {
    var count = 0
    var view = superview
    while let current = view {
      count += 1
      view = current.superview
    }
    return count
  }

  /// Whether this view is the other one or inside it. Cost: the depth.
  public func isDescendant(of view: UIView) -> Bool {
    var candidate: UIView? = self
    while let current = candidate {
      if current === view { return true }
      candidate = current.superview
    }
    return false
  }

  /// The controller of the nearest root view, from this view upwards. Cost: the depth.
  public var nearestController: UIViewController? {
    var candidate: UIView? = self
    while let current = candidate {
      if let controller = current.owningController { return controller }
      candidate = current.superview
    }
    return nil
  }

  /// This view or the first inside it with the tag, in depth-first order.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for subview in subviews {
      if let found = subview.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// Adds a view in front of the others, after taking it out of where it was.
  ///
  /// The controllers whose views come into a window that way are told (R2.5, R3.9, R3.14). When a callback of that gives the
  /// view's controller another parent, the view is not added (R3.15).
  public func addSubview(_ view: UIView) {
    insert(view, at: .front)
  }

  /// Inserts a view at a position; positions beyond the end mean the front, negative ones the rear.
  public func insertSubview(_ view: UIView, at index: Int) {
    insert(view, at: .index(index))
  }

  /// Inserts a view behind one of the subviews; when that is none of them, in front of all.
  public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    insert(view, at: .below(sibling))
  }

  /// Inserts a view in front of one of the subviews; when that is none of them, in front of all.
  public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    insert(view, at: .above(sibling))
  }

  /// Where a view goes among its siblings. An index is made of it only when the view is in none of the lists any more: a
  /// callback before that may have changed them.
  private enum Place {
    case index(Int)
    case below(UIView)
    case above(UIView)
    case front

    @MainActor
    func index(in siblings: [UIView]) -> Int {
      switch self {
      case .index(let index): min(max(index, 0), siblings.count)
      case .below(let sibling): siblings.firstIndex { $0 === sibling } ?? siblings.count
      case .above(let sibling): siblings.firstIndex { $0 === sibling }.map { $0 + 1 } ?? siblings.count
      case .front: siblings.count
      }
    }

    /// Whether the place is said by the view itself, which then stays where it is.
    @MainActor
    func isBeside(_ view: UIView) -> Bool {
      switch self {
      case .below(let sibling), .above(let sibling): sibling === view
      case .index, .front: false
      }
    }
  }

  /// Swaps two subviews; positions that do not exist change nothing.
  public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    guard subviews.indices.contains(first), subviews.indices.contains(second), first != second else { return }
    subviews.swapAt(first, second)
    subviewsChanged()
  }

  /// Moves a subview in front of the others.
  public func bringSubviewToFront(_ view: UIView) {
    move(view, to: .front)
  }

  /// Moves a subview behind the others.
  public func sendSubviewToBack(_ view: UIView) {
    move(view, to: .index(0))
  }

  private func move(_ view: UIView, to place: Place) {
    guard let old = subviews.firstIndex(where: { $0 === view }), !place.isBeside(view) else { return }
    subviews.remove(at: old)
    let new = place.index(in: subviews)
    subviews.insert(view, at: new)
    if new != old { subviewsChanged() }
  }

  private func subviewsChanged() {
    setNeedsLayout()
    noteStructure()
  }

  /// Takes the view out of its superview.
  ///
  /// The controllers whose views leave a window that way are told (R2.5, R3.11).
  public func removeFromSuperview() { takeOut(onlyFrom: nil) }

  /// Takes the view out of the superview that is given, and out of any when none is.
  func takeOut(onlyFrom place: UIView?) {
    for _ in 0..<SceneContext.roundLimit {
      guard let oldSuperview = superview, place == nil || oldSuperview === place else { return }
      context.structureVersion += 1
      var change = AppearanceChange(leaving: self)
      change.announce()
      // A callback may have put it elsewhere: then it goes from there.
      let isStillThere = superview === oldSuperview
      if isStillThere { detach(into: nil) }
      change.complete()
      if isStillThere { return }
    }
    context.reportEndless(owningController, "a view that is taken out")
    detach(into: nil)
  }

  /// The one path by which a view gets into a hierarchy.
  private func insert(_ view: UIView, at place: Place) {
    guard !isDescendant(of: view) else { return reportCircle(view) }
    guard context.mayNest("addSubview", of: view.owningController) else { return }
    context.callbackDepth += 1
    defer { context.callbackDepth -= 1 }
    if view.superview === self {
      // Moving within the same superview is no appearance; UIKit only changes the order.
      return move(view, to: place)
    }
    view.reportForeignAncestor(above: self)
    context.structureVersion += 1
    // A view that stays in the same shown window has not disappeared.
    let staysVisible = view.isInVisibleWindow && view.window === window
    let oldParent = view.owningController?.parent
    if let oldSuperview = view.superview {
      var leaving = staysVisible ? nil : AppearanceChange(leaving: view)
      leaving?.announce()
      if view.superview === oldSuperview { view.detach(into: window) }
      leaving?.complete()
      // A callback may have given the controller another parent: that one decides where the view goes, here and below.
      if view.isTaken(from: oldParent, to: self) { return }
      // A callback may have put it elsewhere: it goes from there as well.
      if view.superview !== self { view.removeFromSuperview() }
    }
    var coming = staysVisible && !isRescue(of: view) ? nil : AppearanceChange(entering: view, under: self)
    context.arrivingViews.append(view)
    coming?.announce()
    if !view.isTaken(from: oldParent, to: self) { view.attach(to: self, at: place) }
    context.arrivingViews.removeLast()
    coming?.arrive()
    coming?.complete()
  }

  /// Whether the view is put here, where nothing leaves, while its controller is told that it goes. One that is being taken
  /// out itself is taken out from here as well.
  private func isRescue(of view: UIView) -> Bool {
    guard !context.leavingViews.contains(where: { $0.view === view }) else { return false }
    guard !context.leavingViews.isEmpty || view.owningController?.appearance.own == .disappearing else { return false }
    return !isLeaving(nil)
  }

  /// Whether the view is inside one that is being taken out, and the other view is not. Cost: the depth.
  func isLeaving(_ other: UIView?) -> Bool {
    context.leavingViews.contains {
      $0.isStillThere && isDescendant(of: $0.view) && other?.isDescendant(of: $0.view) != true
    }
  }

  /// Whether the view's controller has got another parent, which is not the controller above the given superview.
  private func isTaken(from oldParent: UIViewController?, to superview: UIView) -> Bool {
    guard let parent = owningController?.parent, parent !== oldParent else { return false }
    return superview.nearestController !== parent
  }

  private func reportCircle(_ view: UIView) {
    context.report(
      ContractIssue(
        kind: .cyclicContainment, controller: view.owningController?.id,
        className: view.owningController?.className ?? view.className,
        message: "the view \(view.className) \(view.id) was to be put into \(className) \(id), which is the same or "
          + "stands inside it; it was not. Take \(className) \(id) out first."))
  }

  private func attach(to newSuperview: UIView, at place: Place) {
    // The callbacks before it may have put the view somewhere themselves.
    if superview === newSuperview { return }
    if superview != nil { detach(into: newSuperview.window) }
    willMove(toSuperview: newSuperview)
    if superview === newSuperview { return }
    if superview != nil { detach(into: newSuperview.window) }
    guard superview == nil else { return }
    guard !newSuperview.isDescendant(of: self) else { return newSuperview.reportCircle(self) }
    newSuperview.subviews.insert(self, at: place.index(in: newSuperview.subviews))
    superview = newSuperview
    moveWindow(to: newSuperview.window)
    didMoveToSuperview()
    newSuperview.didAddSubview(self)
    newSuperview.subviewsChanged()
    needsLayout = true
    queueLayout()
  }

  private func detach(into nextWindow: UIWindow?) {
    // A callback before it may have taken the view out itself.
    guard let oldSuperview = superview else { return }
    if nextWindow == nil { willMove(toSuperview: nil) }
    if superview === oldSuperview { oldSuperview.willRemoveSubview(self) }
    guard superview === oldSuperview else { return }
    if let index = oldSuperview.subviews.firstIndex(where: { $0 === self }) { oldSuperview.subviews.remove(at: index) }
    superview = nil
    if nextWindow == nil {
      moveWindow(to: nil)
      didMoveToSuperview()
    }
    oldSuperview.subviewsChanged()
  }

  /// Tells the view and all inside that they are in another window. Cost: the views inside.
  func moveWindow(to newWindow: UIWindow?) {
    guard window !== newWindow else { return }
    willMove(toWindow: newWindow)
    // R14.7: who leaves the window gives up key input.
    if isFirstResponder, !resignFirstResponder() { stopBeingFirstResponder() }
    // What these have called may have put it elsewhere: there it has heard of its window.
    guard superview?.window === newWindow, window !== newWindow else { return }
    windowReference = newWindow.map { SceneContext.WeakReference(object: $0) }
    // What these are told may take them, or this view, out again.
    for subview in subviews where subview.superview === self && window === newWindow {
      subview.moveWindow(to: newWindow)
    }
    if window === newWindow { didMoveToWindow() }
  }
}
