extension UIViewController {
  /// `transition(from:to:…)`.
  func swapChildren(
    _ old: UIViewController, _ new: UIViewController, _ duration: TimeInterval, _ animations: (() -> Void)?,
    _ completion: (@MainActor (Bool) -> Void)?
  ) {
    guard mayTransition(from: old, to: new) else { return }
    let newView = new.loadedView()
    let animated = duration > 0 && context.animations.areEnabled
    new.beginManualTransition(true, animated: animated)
    old.beginManualTransition(false, animated: animated)
    let swap = ChildSwap(
      container: self, old: old, oldTransition: old.appearance.transition, new: new,
      newTransition: new.appearance.transition)
    // A callback may have changed it since it was judged.
    let place: UIView = old.viewIfLoaded?.superview ?? loadedView()
    if !place.isDescendant(of: newView) { place.addSubview(newView) }
    animations?()
    context.animations.begin(lasting: duration, in: context) { isFinished in
      let isOver = swap.end()
      completion?(isFinished && isOver)
    }
  }

  /// R7.1: what UIKit raises an exception for is reported, and nothing happens.
  private func mayTransition(from old: UIViewController, to new: UIViewController) -> Bool {
    let fault: String
    if let stranger = [old, new].first(where: { $0.parent !== self }) {
      fault = "\(stranger.className) \(stranger.id) is no child of it; call addChild first"
    } else if old === new {
      fault = "it was given \(old.className) \(old.id) twice; give it the child that goes and the one that comes"
    } else if !shouldAutomaticallyForwardAppearanceMethods {
      fault =
        "it forwards appearance by hand; swap the views between beginAppearanceTransition and endAppearanceTransition "
        + "of both"
    } else if let newView = new.viewIfLoaded, old.viewIfLoaded?.superview?.isDescendant(of: newView) == true {
      fault = "the view of \(new.className) \(new.id) holds the place that it should come to; take that out first"
    } else {
      return true
    }
    context.report(
      .misusedTransition, self, "\(className) \(id) cannot make the transition: \(fault). Nothing was changed.")
    return false
  }
}

/// A transition between two children that has begun. It holds them until its end.
@MainActor
private struct ChildSwap {
  let container: UIViewController
  let old: UIViewController
  let oldTransition: Int
  let new: UIViewController
  let newTransition: Int

  /// The end of the animation (R7.3).
  ///
  /// - Returns: False when another transition of one of them has begun since: that one is not touched.
  func end() -> Bool {
    let oldIsOurs = old.appearance.transition == oldTransition
    if oldIsOurs {
      old.viewIfLoaded?.removeFromSuperview()
      old.endManualTransition()
    }
    guard new.appearance.transition == newTransition else { return false }
    new.endManualTransition()
    if let view = new.viewIfLoaded, let place = container.viewIfLoaded, view.isDescendant(of: place) {
      return oldIsOurs
    }
    // Somebody has taken it out meanwhile, when its coming and going was not followed.
    new.beginManualTransition(false, animated: false)
    new.endManualTransition()
    return false
  }
}
