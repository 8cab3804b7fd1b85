extension UIView {
  /// Something that a front end sees of this view was changed.
  ///
  /// Cost: constant; while the scene is followed, the views around it that were not noted yet. What these make of the views
  /// inside, as a cell does of its texts, may have changed with it.
  func noteChange() {
    if context.changes.isFollowed { noteSurroundings() }
    context.noteChange(of: id)
  }

  /// The view holds other things, or in another order: which of a controller's children stand in its view may have changed
  /// with it, for all controllers around. Cost: constant; while the scene is followed, the depth.
  func noteStructure() {
    noteChange()
    guard context.changes.isFollowed else { return }
    context.changes.insertStructure(id)
    var candidate: UIView? = self
    while let view = candidate {
      if let controller = view.owningController { context.changes.insertStructure(controller.id) }
      candidate = view.superview
    }
  }

  /// Those around a view that is noted are noted, too: the way up can end at the first of them.
  private func noteSurroundings() {
    var candidate: UIView? = self
    while let view = candidate, context.changes.insert(view.id) {
      if let controller = view.owningController { context.changes.insert(controller.id) }
      candidate = view.superview
    }
  }
}
