extension UIViewController {
  struct Loading {
    var view: UIView?
    var isLoading = false
    /// The default `loadView` has made the present view, so it cannot be made again by the controller (R17.4).
    var usedDefault = false
  }

  /// Whether the view is loaded. Never loads it (R1.1).
  public var isViewLoaded: Bool { loading.view != nil }

  /// The view, if it is loaded. Never loads it (R1.1).
  public var viewIfLoaded: UIView? { loading.view }

  /// Loads the view if it is not.
  public func loadViewIfNeeded() { _ = loadedView() }

  func loadedView() -> UIView {
    // Until there is one: `viewDidLoad` may have thrown it away, as a memory warning in it does.
    for _ in 0..<SceneContext.roundLimit {
      if let view = loading.view { return view }
      guard !loading.isLoading else {
        // R1.3: `loadView` reads the view that it should make; UIKit would call it again without end.
        makeDefaultView()
        return requireView("loadView of \(className) reads view before it has set it")
      }
      load()
    }
    context.reportEndless(self, "viewDidLoad of \(className) \(id)")
    return requireView("viewDidLoad of \(className) left no view")
  }

  private func load() {
    loading.isLoading = true
    loading.usedDefault = false
    dispatch(.loadView) { loadView() }
    loading.isLoading = false
    _ = requireView("loadView of \(className) left no view")
    connectStoryboardView()
    dispatch(.viewDidLoad) { viewDidLoad() }
    viewWasLoaded()
  }

  private func requireView(_ fault: String) -> UIView {
    if let view = loading.view, !loading.isLoading { return view }
    context.report(.missingView, self, "\(fault); a plain view was made. Assign view in loadView.")
    if let view = loading.view { return view }
    let view = makePlainView()
    setView(view)
    return view
  }

  func makeDefaultView() {
    loading.usedDefault = true
    setView(makeStoryboardView() ?? makePlainView())
  }

  private func makePlainView() -> UIView {
    let view = context.making { UIView(frame: context.application?.screen.bounds ?? .zero) }
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    return view
  }

  /// - Parameter tellsChildren: Whether the children whose views stood in the old one hear of it now.
  func setView(_ view: UIView?, tellsChildren: Bool = true) {
    guard loading.view !== view else { return }
    takeFromOthers(view)
    // From now on only the new view counts. One that has taken the old one's place on screen already changes nothing.
    let leavesScreen = loading.view?.isInVisibleWindow == true && view?.isInVisibleWindow != true
    if leavesScreen, parent?.shouldAutomaticallyForwardAppearanceMethods ?? true {
      // R1.5: the view stays where it is, but is not the controller's any more.
      beginAutomaticTransition(false)
      // What that has called may have given views to this controller, or this one to another.
      guard loading.view !== view else { return }
      takeFromOthers(view)
    }
    context.structureVersion += 1
    let old = exchange(&loading.view, with: view)
    if old?.owningController === self { old?.owningController = nil }
    view?.owningController = self
    noteChange(ofViews: [old, view])
    if tellsChildren, let old { childrenLosePlace(in: old) }
  }

  func childrenLosePlace(in old: UIView) {
    for child in children where child.parent === self && child.viewIfLoaded?.isDescendant(of: old) == true {
      child.viewLostPlaceInParent()
    }
  }

  private func takeFromOthers(_ view: UIView?) {
    guard let other = view?.owningController, other !== self else { return }
    context.report(
      .hierarchyInconsistency, self,
      "the view of \(other.className) \(other.id) was made the view of \(className) \(id), too; a view has one "
        + "controller. \(other.className) has none now: give each its own.")
    other.setView(nil)
  }

  /// Another view is the controller's: what holds one of them shows a controller in its place, or shows none any more, and
  /// a bar shows no controller's view.
  private func noteChange(ofViews views: [UIView?]) {
    context.noteStructure(of: id)
    guard context.changes.isFollowed else { return }
    for case let view? in views {
      view.noteStructure()
      view.superview?.noteStructure()
    }
    if let parent { context.noteStructure(of: parent.id) }
    for bar in context.bars.views { bar.noteChange() }
  }
}
