/// Makes the destination a child whose view fills a container view (R16.3).
final class EmbedSegue: UIStoryboardSegue {
  weak var container: UIView?
  /// The destination is the child of an earlier loading of the view: only its view has to find its place again (S7).
  var isRepeated = false

  override func perform() {
    if !isRepeated { source.addChild(destination) }
    // Callbacks may have taken it elsewhere: then its view must not stand here.
    guard destination.parent === source, let view = destination.view, destination.parent === source, let container,
      let sourceView = source.viewIfLoaded, container.isDescendant(of: sourceView)
    else { return }
    view.frame = container.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.addSubview(view)
    guard !isRepeated, destination.parent === source else { return }
    destination.dispatch(.didMove, parent: source) { destination.didMove(toParent: source) }
  }
}
