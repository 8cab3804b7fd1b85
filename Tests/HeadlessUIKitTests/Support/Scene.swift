import HeadlessUIKit
import Testing

/// Opens a scene, runs `body` in it, ends the scene and expects that no controller outlived it.
///
/// `body` keeps its controllers in local variables only, so that its own references have gone when the count is taken.
@MainActor
func withScene(
  _ profile: UIApplication.Profile = .latest, isStrict: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (UIApplication) throws -> Void
) throws {
  let application = UIApplication(name: "test", profile: profile, clock: .virtual, isStrict: isStrict)
  let outcome = Result { try body(application) }
  application.terminate()
  try outcome.get()
  let survivors = application.liveControllers.map { String(describing: type(of: $0)) }
  #expect(survivors == [], "the test or the engine still holds controllers", sourceLocation: sourceLocation)
  #expect(application.liveControllerCount == 0, sourceLocation: sourceLocation)
}

/// A visible window with a settled root controller and an empty trace.
@MainActor
struct Stage<Root: UIViewController> {
  let window: UIWindow
  let root: Root

  init(_ application: UIApplication, _ makeRoot: @escaping () -> Root) throws {
    (window, root) = try application.perform {
      let root = makeRoot()
      return (show(root), root)
    }
    application.trace.removeAll()
  }
}

/// Makes `root` the root of a new window and shows the window.
@MainActor @discardableResult
func show(_ root: UIViewController) -> UIWindow {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  window.rootViewController = root
  window.makeKeyAndVisible()
  return window
}

/// Adds `child` to `parent` in the order of R3.9.
@MainActor
func embed(_ child: UIViewController, in parent: UIViewController) {
  parent.addChild(child)
  parent.view.addSubview(child.view)
  child.didMove(toParent: parent)
}

/// Removes `child` from its parent in the order of R3.11.
@MainActor
func unembed(_ child: UIViewController) {
  child.willMove(toParent: nil)
  child.view.removeFromSuperview()
  child.removeFromParent()
}

/// Moves the scene's virtual clock.
@MainActor
func advance(_ application: UIApplication, by seconds: Double) throws {
  _ = try application.clock.advance(by: seconds)
}

/// Taps `control` and expects that it sent `count` actions.
@MainActor
func expectTap(_ control: UIControl, sends count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let sent = try control.tap()
  #expect(sent == count, sourceLocation: sourceLocation)
}

/// A block as the action of a control.
@MainActor
func block(_ handler: @escaping @MainActor () -> Void) -> UIAction {
  UIAction(title: "", identifier: nil) { _ in handler() }
}

/// The changes of an animation whose view does not matter: one that changes nothing ends at once.
@MainActor
func fade() { UIView(frame: .zero).alpha = 0.5 }

/// What a test notes down; shared by hooks, delegates and targets without owning any of them.
@MainActor
final class Log {
  var lines: [String] = []

  func note(_ line: String) {
    lines.append(line)
  }
}

extension UIApplication {
  /// The issues other than those of the leak watch, which may notice that a test holds a controller on purpose.
  var brokenContracts: [ContractIssue] {
    issues.filter { $0.kind != .leakedController }
  }

  /// The lines of one class, without layout.
  func lines(of className: String) -> [String] {
    trace.linesWithoutLayout.filter { $0.hasPrefix(className + " ") }
  }

  /// The lines without layout and without `deinit`, for transcripts in which the rules fix the order of all else.
  var linesWithoutDeinit: [String] {
    trace.linesWithoutLayout.filter { !$0.hasSuffix(" deinit") }
  }
}

/// Whether `expected` occurs in `lines` in this order, with anything in between.
func isSubsequence(_ expected: [String], of lines: [String]) -> Bool {
  var rest = expected[...]
  for line in lines where line == rest.first {
    rest.removeFirst()
  }
  return rest.isEmpty
}
