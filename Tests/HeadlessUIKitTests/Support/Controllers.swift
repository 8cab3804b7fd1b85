import HeadlessUIKit

/// A controller whose callbacks a test can look into. Hooks run after `super`, and get the controller as an argument so
/// that they need not hold it.
///
/// It overrides neither `loadView` nor the designated initialiser: on profile ios5 that decides whether a view can be
/// unloaded (R17.4).
class HookedController: UIViewController {
  typealias Hook = (HookedController) -> Void

  var onViewDidLoad: Hook?
  var onViewWillAppear: Hook?
  var onViewIsAppearing: Hook?
  var onViewWillLayoutSubviews: Hook?
  var onViewDidLayoutSubviews: Hook?
  var onViewDidAppear: Hook?
  var onViewWillDisappear: Hook?
  var onViewDidDisappear: Hook?
  var onWillMove: ((HookedController, UIViewController?) -> Void)?
  var onDidMove: ((HookedController, UIViewController?) -> Void)?
  var onMemoryWarning: Hook?
  var onViewWillUnload: Hook?
  var onViewDidUnload: Hook?

  override func viewDidLoad() {
    super.viewDidLoad()
    onViewDidLoad?(self)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    onViewWillAppear?(self)
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    onViewIsAppearing?(self)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    onViewWillLayoutSubviews?(self)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    onViewDidLayoutSubviews?(self)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    onViewDidAppear?(self)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    onViewWillDisappear?(self)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    onViewDidDisappear?(self)
  }

  override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    onWillMove?(self, parent)
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    onDidMove?(self, parent)
  }

  override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    onMemoryWarning?(self)
  }

  override func viewWillUnload() {
    super.viewWillUnload()
    onViewWillUnload?(self)
  }

  override func viewDidUnload() {
    super.viewDidUnload()
    onViewDidUnload?(self)
  }
}

// The names in the transcripts.
final class Root: HookedController {}
final class Parent: HookedController {}
final class Other: HookedController {}
final class Child: HookedController {}
final class First: HookedController {}
final class Second: HookedController {}
final class Third: HookedController {}
final class Grandchild: HookedController {}

/// A container that forwards appearance by hand, or not at all (R4.4).
final class Manual: HookedController {
  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
}

/// A controller that makes its view in code, so that profile ios5 may unload it (R17.4).
final class Remakeable: HookedController {
  override func loadView() {
    view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  }
}
