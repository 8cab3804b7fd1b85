extension UIView: UITraitEnvironment {}

extension UIViewController: UITraitEnvironment, UIContentContainer {
  /// The change of size or traits that is under way in the view's window; nil when there is none. Never loads the view.
  public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    viewIfLoaded?.window?.runningTransition
  }

  /// R18.4, R18.7: the children that hear of a size or of traits.
  private var childrenInside: [UIViewController] { children.filter { $0.standsInside(self) } }

  private func isInside(_ child: UIViewController) -> Bool { child.parent === self && child.standsInside(self) }

  /// R18.5: a child to which nothing changes is not told; nor one that the container has taken out when it was asked.
  func forward(_ size: CGSize, _ coordinator: any UIViewControllerTransitionCoordinator) {
    for child in childrenInside where isInside(child) {
      let childSize = self.size(forChildContentContainer: child, withParentContainerSize: size)
      guard isInside(child), child.viewIfLoaded?.bounds.size != childSize else { continue }
      child.dispatch(.viewWillTransition, change: .size(childSize)) {
        child.viewWillTransition(to: childSize, with: coordinator)
      }
    }
  }

  func forward(_ traits: UITraitCollection, _ coordinator: any UIViewControllerTransitionCoordinator) {
    for child in childrenInside where isInside(child) {
      child.dispatch(.willTransition, change: .traits(traits)) {
        child.willTransition(to: traits, with: coordinator)
      }
    }
  }

  func preferredContentSizeWasSet() {
    context.noteChange(of: id)
    guard context.profile.sendsTransitions else { return }
    parent?.preferredContentSizeDidChange(forChildContentContainer: self)
  }
}

extension UIWindow {
  /// Tells all views of the window, and the controllers that stand in it by containment, that the traits were changed:
  /// outermost first, a controller before its view (R18.4). Cost: the views of the window.
  func tellTraitsDidChange(from previous: UITraitCollection) {
    let views = allViews
    var contained: Set<NodeID> = []
    for view in views where view === self || view.window === self {
      // S41: who is in no container hears nothing, though its view does.
      if let controller = view.owningController, controller.isHeardOf(in: self, contained) {
        contained.insert(controller.id)
        controller.dispatch(.traitCollectionDidChange, change: .traits(previous)) {
          controller.traitCollectionDidChange(previous)
        }
      }
      view.traitCollectionDidChange(previous)
    }
  }

  /// Collected before the first is told: a callback that adds views must not go on for ever.
  private var allViews: [UIView] {
    var views: [UIView] = []
    func collect(_ view: UIView) {
      views.append(view)
      for subview in view.subviews { collect(subview) }
    }
    collect(self)
    return views
  }
}

extension UIViewController {
  fileprivate func isHeardOf(in window: UIWindow, _ contained: Set<NodeID>) -> Bool {
    guard let parent else { return window.outermostViewController === self }
    return contained.contains(parent.id) && standsInside(parent)
  }
}
