/// A change of size or traits of one window. It holds what controllers gave it until that has run.
@MainActor
final class TransitionCoordinator: UIViewControllerTransitionCoordinator {
  typealias Step = @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void

  let isAnimated: Bool
  let transitionDuration: TimeInterval
  let containerView: UIView
  var isInteractive: Bool { false }
  var isCancelled: Bool { false }

  private var animations: [Step] = []
  private var completions: [Step] = []
  private var isUnderWay = true

  init(_ window: UIWindow, duration: TimeInterval) {
    containerView = window
    transitionDuration = duration
    isAnimated = duration > 0
  }

  func animate(alongsideTransition animation: Step?, completion: Step?) -> Bool {
    guard isUnderWay else { return false }
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  func animateAlongsideTransition(in view: UIView?, animation: Step?, completion: Step?) -> Bool {
    animate(alongsideTransition: animation, completion: completion)
  }

  /// What is given from now on comes too late: an animation that adds itself must not go on for ever.
  func runAnimations() {
    isUnderWay = false
    for animation in exchange(&animations, with: []) { animation(self) }
  }

  func runCompletions() {
    for completion in exchange(&completions, with: []) { completion(self) }
  }
}
