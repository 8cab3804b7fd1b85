import HeadlessUIKit
import Testing

/// A controller of a storyboard whose questions and answers a test can look into.
class StoryController: UIViewController {
  /// What happened, in the order in which it did; shared by all controllers of a test.
  static func note(_ line: String) { (UIApplication.shared.delegate as? StoryDelegate)?.log.note(line) }

  weak var outlet: UIView?
  weak var listener: (any StoryListener)?
  var listensToEmbedded = false
  var refusesSegues = false
  weak var embedded: UIViewController?
  var onPrepare: ((UIStoryboardSegue, Any?) -> Void)?

  override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
    Self.note("\(className) shouldPerform(\(identifier)) sender: \(Self.name(sender))")
    return !refusesSegues
  }

  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    super.prepare(for: segue, sender: sender)
    Self.note(
      "\(className) prepare(\(segue.identifier ?? "nil")) sender: \(Self.name(sender)), outlet: \(outlet != nil), "
        + "destination loaded: \(segue.destination.isViewLoaded)")
    embedded = segue.destination
    if listensToEmbedded { (segue.destination as? StoryController)?.listener = self as? any StoryListener }
    onPrepare?(segue, sender)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    Self.note("\(className) viewDidLoad outlet: \(outlet != nil), listener: \(listener != nil)")
    listener?.heard(from: self)
  }

  private static func name(_ sender: Any?) -> String {
    (sender as? UIView)?.accessibilityIdentifier ?? sender.map { "\($0)" } ?? "nil"
  }
}

@MainActor
protocol StoryListener: AnyObject {
  func heard(from controller: UIViewController)
}

/// A parent that listens to what it embeds.
final class Frame: StoryController, StoryListener {
  func heard(from controller: UIViewController) { Self.note("Frame heard from \(controller.className)") }
}

/// What is embedded, or shown.
final class Inner: StoryController {}
final class Another: StoryController {}

/// Holds the log of a test's controllers.
final class StoryDelegate: UIApplicationDelegate {
  let log = Log()
}

/// Notes what it does.
final class NotingSegue: UIStoryboardSegue {
  override func perform() {
    StoryController.note("perform \(identifier ?? "nil") from \(source.className) to \(destination.className)")
  }
}

/// Views of scenes in code.
@MainActor
enum StoryView {
  /// A root view with views in it that have the identifiers.
  static func root(_ identifiers: String...) -> UIView {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    for (index, identifier) in identifiers.enumerated() {
      let view = UIView(frame: CGRect(x: 0, y: CGFloat(index) * 100, width: 320, height: 100))
      view.accessibilityIdentifier = identifier
      root.addSubview(view)
    }
    return root
  }

  /// A root view with a button in it.
  static func button(_ identifier: String) -> UIView {
    let root = root()
    let button = UIButton(type: .system)
    button.accessibilityIdentifier = identifier
    root.addSubview(button)
    return root
  }
}

extension UIStoryboard {
  /// A frame that embeds an inner controller by "Embedding"; `hole` is its container and its outlet.
  static func embedding(container: String = "hole") throws -> UIStoryboard {
    UIStoryboard(
      try StoryboardDefinition(
        name: "Test", initial: "frame",
        scenes: [
          StoryboardDefinition.Scene(
            "frame", Frame.self,
            segues: [StoryboardDefinition.Segue("Embedding", .embed(container: container), to: "inner")],
            makeView: { StoryView.root("top", "hole") },
            connect: { controller, view in controller.outlet = view.subviews.last }),
          StoryboardDefinition.Scene("inner", Inner.self, makeView: { StoryView.root("place") }),
        ]))
  }

  /// A frame with a button "go" that performs "Going", a custom segue to an inner controller.
  static func going(_ segueClass: UIStoryboardSegue.Type = NotingSegue.self) throws -> UIStoryboard {
    UIStoryboard(
      try StoryboardDefinition(
        name: "Test", initial: "frame",
        scenes: [
          StoryboardDefinition.Scene(
            "frame", Frame.self,
            segues: [StoryboardDefinition.Segue("Going", .custom(segueClass), to: "inner", control: "go")],
            makeView: { StoryView.button("go") }),
          StoryboardDefinition.Scene("inner", Inner.self),
        ]))
  }
}

/// Opens a scene whose delegate holds the log, and gives both to the body.
@MainActor
func withStory(
  _ profile: UIApplication.Profile = .latest, _ body: (UIApplication, Log) throws -> Void
) throws {
  try withScene(profile) { application in
    let delegate = StoryDelegate()
    application.delegate = delegate
    try body(application, delegate.log)
  }
}

extension UIApplication {
  /// Makes the initial controller of a storyboard and shows it in a window, which it gives.
  func showInitial(
    of storyboard: UIStoryboard, _ configure: (StoryController) -> Void = { _ in }
  ) throws -> UIWindow {
    try perform {
      guard let controller = storyboard.instantiateInitialViewController() as? StoryController else {
        return UIWindow(frame: .zero)
      }
      configure(controller)
      return show(controller)
    }
  }
}
