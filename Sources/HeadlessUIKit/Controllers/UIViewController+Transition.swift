extension UIViewController {
  /// `transition(from:to:…)`.
  func swapChildren(
    _ old: UIViewController, _ new: UIViewController, _ duration: TimeInterval, _ animations: (() -> Void)?,
    _ completion: (@MainActor (Bool) -> Void)?
  ) {
    guard mayTransition(from: old, to: new) else { return }
    new.loadViewIfNeeded()
    let animated = duration > 0 && context.animations.areEnabled
    var swap = ChildSwap(container: self, old: old, new: new, number: context.nextSwap())
    swap.begin(animated: animated)
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
  let new: UIViewController
  let number: Int
  /// Where the old view stands, and the new one comes to.
  private weak var place: UIView?

  init(container: UIViewController, old: UIViewController, new: UIViewController, number: Int) {
    self.container = container
    self.old = old
    self.new = new
    self.number = number
  }

  /// The will-callbacks, then the views (R7.3). Each callback may have taken one of the two elsewhere.
  mutating func begin(animated: Bool) {
    place = old.viewIfLoaded?.superview
    new.beginTransition(true, animated: animated, by: .swap(number))
    if isContained(old) { old.beginTransition(false, animated: animated, by: .swap(number)) }
    if isContained(old), let superview = old.viewIfLoaded?.superview { place = superview }
    guard isContained(new), let newView = new.viewIfLoaded else { return }
    let containerView = container.loadedView()
    let target = place.flatMap { $0.isDescendant(of: containerView) ? $0 : nil } ?? containerView
    if !target.isDescendant(of: newView) { target.addSubview(newView) }
  }

  private func isContained(_ child: UIViewController) -> Bool { child.parent === container }

  /// The end of the animation (R7.3).
  ///
  /// - Returns: False when one of the two is not this transition's any more, or not where it should be: another one has
  ///   begun since, or somebody has taken the view out.
  func end() -> Bool {
    let oldIsOurs = old.appearance.driver == .swap(number)
    if oldIsOurs {
      if let view = old.viewIfLoaded, view.superview === place { view.removeFromSuperview() }
      old.endTransition(ofSwap: number)
    }
    let newIsOurs = new.endTransition(ofSwap: number)
    guard let view = new.viewIfLoaded, let containerView = container.viewIfLoaded else { return false }
    return oldIsOurs && newIsOurs && view.isDescendant(of: containerView)
  }
}
