import HeadlessUIKit

/// A controller that stands in all orientations and lets a test look into the callbacks of rotation, size and traits.
/// Hooks run after `super`.
class Turning: UIViewController {
  typealias Hook = @MainActor (Turning) -> Void
  typealias CoordinatorHook = @MainActor (Turning, any UIViewControllerTransitionCoordinator) -> Void

  var orientations = UIInterfaceOrientationMask.all
  var onWillRotate: Hook?
  var onWillAnimateRotation: Hook?
  var onDidRotate: Hook?
  var onWillTransition: CoordinatorHook?
  var onViewWillTransition: CoordinatorHook?
  var onTraitsDidChange: Hook?
  var onQuestion: Hook?
  /// False: cuts its children off (R18.4).
  var callsSuper = true
  private(set) var durations: [Double] = []

  override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool {
    onQuestion?(self)
    return orientations.contains(interfaceOrientation)
  }

  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    onQuestion?(self)
    return orientations
  }

  override func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: Double) {
    durations.append(duration)
    if callsSuper { super.willRotate(to: toInterfaceOrientation, duration: duration) }
    onWillRotate?(self)
  }

  override func willAnimateRotation(to toInterfaceOrientation: UIInterfaceOrientation, duration: Double) {
    durations.append(duration)
    if callsSuper { super.willAnimateRotation(to: toInterfaceOrientation, duration: duration) }
    onWillAnimateRotation?(self)
  }

  override func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {
    if callsSuper { super.didRotate(from: fromInterfaceOrientation) }
    onDidRotate?(self)
  }

  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    if callsSuper { super.willTransition(to: newCollection, with: coordinator) }
    onWillTransition?(self, coordinator)
  }

  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    if callsSuper { super.viewWillTransition(to: size, with: coordinator) }
    onViewWillTransition?(self, coordinator)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    if callsSuper { super.traitCollectionDidChange(previousTraitCollection) }
    onTraitsDidChange?(self)
  }
}

// The names in the transcripts.
final class TurningRoot: Turning {}
final class TurningChild: Turning {}
final class TurningSibling: Turning {}
final class TurningGrandchild: Turning {}

/// Adds `child` so that its view fills the parent's and follows it.
@MainActor
func fill(_ parent: UIViewController, with child: UIViewController) {
  child.view.frame = parent.view.bounds
  child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  embed(child, in: parent)
}

/// Turns the scene in a request of its own.
@MainActor @discardableResult
func turn(_ application: UIApplication, to orientation: UIInterfaceOrientation) throws -> RotationReport {
  try application.perform { application.rotate(to: orientation) }
}

extension RotationReport {
  /// How the interface stands, whether it has turned, and why not: "portrait false refused".
  var text: String { "\(orientation.name) \(rotated) \(cause?.rawValue ?? "-")" }
}

extension CGSize {
  /// "320x480".
  var text: String { "\(Int(width))x\(Int(height))" }
}
