/// One change of how a scene stands or looks, with its callbacks.
///
/// Callbacks may do what they like to windows and controllers: who is told is found anew for each phase. Another change is
/// never begun meanwhile.
@MainActor
struct EnvironmentTransition {
  private let application: UIApplication
  private let oldOrientation: UIInterfaceOrientation
  private let newOrientation: UIInterfaceOrientation
  private let wishes: UITraitCollection
  private let oldTraits: UITraitCollection
  private let newTraits: UITraitCollection
  private let context: SceneContext

  init(_ application: UIApplication, to orientation: UIInterfaceOrientation, _ wishes: UITraitCollection) {
    self.application = application
    context = application.context
    oldOrientation = context.environment.orientation
    newOrientation = orientation
    self.wishes = wishes
    oldTraits = context.environment.traits
    newTraits = Environment.traits(orientation, wishes)
  }

  private var turns: Bool { newOrientation != oldOrientation }
  private var swapsSides: Bool { newOrientation.isLandscape != oldOrientation.isLandscape }
  private var changesTraits: Bool { newTraits != oldTraits && context.profile.sendsTransitions }

  func run() {
    let windows = application.windows
    if context.profile.sendsTransitions {
      runTransitions(of: windows)
    } else {
      tellRotation(.willRotate, newOrientation) {
        $0.willRotate(to: newOrientation, duration: UIApplication.rotationDuration)
      }
      apply(to: windows)
      layOut()
      tellRotation(.willAnimateRotation, newOrientation) {
        $0.willAnimateRotation(to: newOrientation, duration: UIApplication.rotationDuration)
      }
      tellRotation(.didRotate, oldOrientation) { $0.didRotate(from: oldOrientation) }
    }
  }

  /// The windows on screen, oldest first.
  private var shownWindows: [UIWindow] { application.windows.filter { !$0.isHidden } }

  private func apply(to windows: [UIWindow]) {
    context.environment.change(to: newOrientation, wishes)
    context.noteChange(of: application.id)
    guard swapsSides else { return }
    let oldSize = application.screen.bounds.size
    application.screen.bounds.size = oldSize.swapped
    // A window that a callback has made fits the screen as it was then, or is what its maker wants.
    let known = Set(windows.map(\.id))
    for window in application.windows where known.contains(window.id) || window.frame.size == oldSize {
      window.swapSides()
    }
  }

  private func layOut() {
    for window in shownWindows { window.layoutIfNeeded() }
  }

  // MARK: R18.1

  private func tellRotation(
    _ event: TraceEvent.Kind, _ orientation: UIInterfaceOrientation, _ call: (UIViewController) -> Void
  ) {
    guard turns else { return }
    for window in shownWindows { window.rootOnScreen?.tellRotation(event, orientation, call) }
  }

  // MARK: R18.4

  private func runTransitions(of windows: [UIWindow]) {
    let duration = turns ? UIApplication.rotationDuration : 0
    let transitions = shownWindows.map { (window: $0, coordinator: TransitionCoordinator($0, duration: duration)) }
    for (window, coordinator) in transitions {
      window.runningTransition = coordinator
      if changesTraits { tellTraits(window, coordinator) }
      if swapsSides { tellSize(window, coordinator) }
    }
    apply(to: windows)
    layOut()
    if changesTraits {
      for window in shownWindows { window.tellTraitsDidChange(from: oldTraits) }
    }
    for (_, coordinator) in transitions { coordinator.runAnimations() }
    layOut()
    for (window, coordinator) in transitions {
      coordinator.runCompletions()
      window.runningTransition = nil
    }
  }

  private func tellTraits(_ window: UIWindow, _ coordinator: TransitionCoordinator) {
    guard let root = window.rootOnScreen else { return }
    root.dispatch(.willTransition, change: .traits(newTraits)) { root.willTransition(to: newTraits, with: coordinator) }
  }

  /// A change of one window's size alone. The callbacks before it may have hidden the window or given it another root, or
  /// another frame: that was assigned later, and stays.
  static func resize(_ window: UIWindow, to frame: CGRect, by setFrame: (CGRect) -> Void) {
    let coordinator = TransitionCoordinator(window, duration: 0)
    let outer = window.runningTransition
    let oldFrame = window.frame
    window.runningTransition = coordinator
    tellSize(frame.size, window, coordinator)
    if window.frame == oldFrame { setFrame(frame) }
    window.layoutIfNeeded()
    coordinator.runAnimations()
    window.layoutIfNeeded()
    coordinator.runCompletions()
    window.runningTransition = outer
  }

  private func tellSize(_ window: UIWindow, _ coordinator: TransitionCoordinator) {
    Self.tellSize(window.frame.size.swapped, window, coordinator)
  }

  /// R18.5: also the root hears only of another size.
  private static func tellSize(_ size: CGSize, _ window: UIWindow, _ coordinator: TransitionCoordinator) {
    guard let root = window.rootOnScreen, root.viewIfLoaded?.bounds.size != size else { return }
    root.dispatch(.viewWillTransition, change: .size(size)) { root.viewWillTransition(to: size, with: coordinator) }
  }
}

extension UIWindow {
  /// The root, or who stands for it, when its view is in this window and the window is shown.
  fileprivate var rootOnScreen: UIViewController? {
    guard !isHidden, let root = outermostViewController, root.viewIfLoaded?.window === self else { return nil }
    return root
  }
}
