import HeadlessUIKit

/// A controller that tells its world of its ten callbacks.
@MainActor
protocol ReentrantControlling: UIViewController {
  var world: ReentrantWorld? { get set }
  var number: Int { get set }
}

/// A plain controller of the random programs.
class ReentrantController: UIViewController, ReentrantControlling {
  weak var world: ReentrantWorld?
  var number = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    world?.calls(.viewDidLoad, number)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    world?.calls(.viewWillAppear, number)
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    world?.calls(.viewIsAppearing, number)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    world?.calls(.viewDidAppear, number)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    world?.calls(.viewWillDisappear, number)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    world?.calls(.viewDidDisappear, number)
  }

  override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    world?.calls(.willMove, number)
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    world?.calls(.didMove, number)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    world?.calls(.viewWillLayoutSubviews, number)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    world?.calls(.viewDidLayoutSubviews, number)
  }
}

/// Makes its view in code, so that profile ios5 may unload it (R17.4).
final class ReentrantRemakeable: ReentrantController {
  override func loadView() {
    view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  }
}

/// Forwards appearance to its children by hand (R4.4), in the four callbacks as Apple's guide has it.
final class ReentrantForwarder: ReentrantController {
  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    forward(.appearing)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    forward(.appeared)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    forward(.disappearing)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    forward(.disappeared)
  }

  /// Whose appearance it has begun and not ended.
  private var begun: [UIViewController] = []

  /// Repeats what became of this controller on the children that need it, as long as it is so.
  private func forward(_ state: AppearanceState) {
    defer { endForThoseWhoLeft(state) }
    let isAppearing = [.appearing, .appeared].contains(state)
    for child in children where child.parent === self && appearanceState == state && child.appearanceState != state {
      let stands = child.viewIfLoaded.flatMap { view in viewIfLoaded.map(view.isDescendant) } ?? false
      if isAppearing, !stands { continue }
      let isOnItsWay = child.appearanceState == (isAppearing ? .appearing : .disappearing)
      let isThere = child.appearanceState == (isAppearing ? .appeared : .disappeared)
      guard !isThere else { continue }
      world?.drive(child) {
        // A callback may have cut this controller's own first step short.
        if !isOnItsWay {
          begun.append(child)
          child.beginAppearanceTransition(isAppearing, animated: false)
        }
        if state == .appeared || state == .disappeared { child.endAppearanceTransition() }
      }
    }
  }

  /// A child that has left in the midst of what this controller has begun for it has it ended all the same.
  private func endForThoseWhoLeft(_ state: AppearanceState) {
    guard state == .appeared || state == .disappeared else { return }
    for child in begun where child.parent == nil && child.appearanceState == .appearing {
      child.endAppearanceTransition()
    }
    begun = []
  }
}
