extension UIViewController {
  /// The storyboard that the controller was made from; nil when it was made in code.
  public var storyboard: UIStoryboard? { storyboardLink?.storyboard }

  /// What the name of the nib is for a scene with a view: it says that the view can be made again (R17.4).
  static func nibName(of link: StoryboardLink?) -> String? {
    link?.scene.makeView == nil ? nil : link.map { "\($0.scene.id)-view" }
  }

  /// The view that the storyboard describes, if it does.
  func makeStoryboardView() -> UIView? {
    guard let makeView = storyboardLink?.scene.makeView else { return nil }
    return context.making { makeView() }
  }

  /// What follows `loadView` for a controller of a storyboard: embed segues in the storyboard's order (R16.3, R16.5), then
  /// outlets, then the controls that perform segues. The outlets come last: `prepare(for:sender:)` must not count on them.
  func connectStoryboardView() {
    guard let scene = storyboardLink?.scene else { return }
    for (place, segue) in scene.segues.enumerated() {
      guard case .embed(let container) = segue.kind else { continue }
      // A callback may have thrown the view away again.
      guard isViewLoaded else { return }
      // R16.3: the documentation has embed segues asked for like others.
      guard shouldPerformSegue(withIdentifier: segue.identifier ?? "", sender: nil) else { continue }
      embed(segue, at: place, in: container, sender: nil)
    }
    guard let view = viewIfLoaded else { return }
    scene.connect(self, view)
    for segue in scene.segues {
      if let control = segue.control { connect(control, to: segue) }
    }
  }

  /// R16.2: in code nobody is asked.
  func performSegueInCode(_ identifier: String, sender: Any?) {
    guard let link = storyboardLink else {
      return reportUnknownSegue(
        identifier, "it was not made from a storyboard; make it with instantiateViewController(withIdentifier:).")
    }
    let place = link.scene.segues.firstIndex { $0.identifier == identifier }
    guard let place else {
      let known = link.scene.segues.compactMap(\.identifier)
      let nearest = SpellingHint.nearest(to: identifier, in: known)
      let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "it has \(known.isEmpty ? "none" : Self.list(known))."
      return reportUnknownSegue(
        identifier,
        "its scene \"\(link.scene.id)\" of the storyboard \"\(link.storyboard.definition.name)\" has none; "
          + advice)
    }
    perform(link.scene.segues[place], at: place, sender: sender)
  }

  private func reportUnknownSegue(_ identifier: String, _ why: String) {
    context.report(
      .unknownSegue, self,
      "\(className) \(id) was asked to perform the segue \"\(identifier)\", but \(why) Nothing was done.")
  }

  private static func list(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private func perform(_ segue: StoryboardDefinition.Segue, at place: Int, sender: Any?) {
    switch segue.kind {
    case .embed(let container):
      let wasLoaded = isViewLoaded
      loadViewIfNeeded()
      // Loading the view has performed it, unless it was refused.
      if !wasLoaded, embeddedChild(at: place) != nil { return }
      if let view = segueView(container, of: segue, role: "container view"), !view.subviews.isEmpty {
        return reportOccupied(view, segue)
      }
      embed(segue, at: place, in: container, sender: sender)
    case .custom(let type):
      guard let destination = instantiateDestination(of: segue) else { return }
      run(type.init(identifier: segue.identifier, source: self, destination: destination), sender: sender)
    }
  }

  private func run(_ segue: UIStoryboardSegue, sender: Any?) {
    dispatch(.prepare, segue: segue.identifier) { prepare(for: segue, sender: sender) }
    segue.perform()
  }

  private func instantiateDestination(of segue: StoryboardDefinition.Segue) -> UIViewController? {
    guard let storyboard, let scene = storyboard.definition.scene(id: segue.destination) else { return nil }
    return storyboard.instantiate(scene, in: context)
  }

  // MARK: Embedding

  private func embed(_ segue: StoryboardDefinition.Segue, at place: Int, in container: String, sender: Any?) {
    guard let containerView = segueView(container, of: segue, role: "container view") else { return }
    let earlier = embeddedChild(at: place)
    guard let destination = earlier ?? instantiateDestination(of: segue) else { return }
    storyboardLink?.embedded[place] = SceneContext.WeakReference(object: destination)
    let embedding = EmbedSegue(identifier: segue.identifier, source: self, destination: destination)
    embedding.container = containerView
    embedding.isRepeated = earlier != nil
    let isFree = Self.isFree(containerView, for: destination)
    dispatch(.prepare, segue: segue.identifier) { prepare(for: embedding, sender: sender) }
    // `prepare` may have put something there itself.
    guard !isFree || Self.isFree(containerView, for: destination) else { return reportOccupied(containerView, segue) }
    embedding.perform()
  }

  /// Whether the view of no other controller stands in the container.
  private static func isFree(_ container: UIView, for destination: UIViewController) -> Bool {
    container.subviews.allSatisfy { $0.owningController == nil || $0.owningController === destination }
  }

  /// In UIKit the segue raises an exception: its container has unexpected subviews.
  private func reportOccupied(_ container: UIView, _ segue: StoryboardDefinition.Segue) {
    let occupant = container.subviews.lazy.compactMap(\.owningController).first
    context.report(
      .occupiedContainer, self,
      "the segue \(segue.identifier.map { "\"\($0)\"" } ?? "without an identifier") of \(className) \(id) was to embed a "
        + "child in a container view that holds \(occupant.map { "the view of \($0.className) \($0.id)" } ?? "views") "
        + "already; nothing was done. Take that out first.")
  }

  /// The child that the segue has embedded, while it is one.
  private func embeddedChild(at place: Int) -> UIViewController? {
    guard let child = storyboardLink?.embedded[place]?.object, child.parent === self else { return nil }
    return child
  }

  /// Finds a view that a segue names. One that is missing is reported.
  private func segueView(_ identifier: String, of segue: StoryboardDefinition.Segue, role: String) -> UIView? {
    if let found = viewIfLoaded.flatMap({ Self.ownView(identifier, in: $0) }) { return found }
    var names: [String] = []
    if let view = viewIfLoaded { Self.collectIdentifiers(in: view, into: &names) }
    let nearest = SpellingHint.nearest(to: identifier, in: names)
    let advice = nearest.map { "Did you mean \"\($0)\"?" } ?? "Set it on the view before loadView returns."
    context.report(
      .missingSegueView, self,
      "the segue \(segue.identifier.map { "\"\($0)\"" } ?? "without an identifier") of \(className) \(id) needs the "
        + "\(role) \"\(identifier)\", and no view of the controller has that accessibility identifier; nothing was done. "
        + advice)
    return nil
  }

  /// The view of the controller itself: those of other controllers have names of their own. Cost: the views inside.
  private static func ownView(_ identifier: String, in view: UIView) -> UIView? {
    if view.accessibilityIdentifier == identifier { return view }
    for subview in view.subviews where subview.owningController == nil {
      if let found = ownView(identifier, in: subview) { return found }
    }
    return nil
  }

  private static func collectIdentifiers(in view: UIView, into names: inout [String]) {
    if let name = view.accessibilityIdentifier { names.append(name) }
    for subview in view.subviews where subview.owningController == nil { collectIdentifiers(in: subview, into: &names) }
  }

  // MARK: Controls

  /// Lets a control perform a segue; a button at the event that Interface Builder uses, others at their primary action.
  private func connect(_ identifier: String, to segue: StoryboardDefinition.Segue) {
    guard let view = segueView(identifier, of: segue, role: "control") else { return }
    guard let control = view as? UIControl else {
      context.report(
        .missingSegueView, self,
        "the segue \(segue.identifier.map { "\"\($0)\"" } ?? "without an identifier") of \(className) \(id) needs the "
          + "control \"\(identifier)\", and that view is a \(view.className), which is none; nothing was done.")
      return
    }
    let action = UIAction { [weak self] action in self?.performAsked(segue, sender: action.sender) }
    control.addAction(action, for: control is UIButton ? .touchUpInside : .primaryActionTriggered)
  }

  /// R16.1: asked, then performed. Refused, nothing is made.
  private func performAsked(_ segue: StoryboardDefinition.Segue, sender: AnyObject?) {
    guard shouldPerformSegue(withIdentifier: segue.identifier ?? "", sender: sender) else { return }
    // A segue with a control is no embed segue, and only those need their place.
    perform(segue, at: 0, sender: sender)
  }
}
