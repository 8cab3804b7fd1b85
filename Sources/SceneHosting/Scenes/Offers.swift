import HeadlessUIKit

/// Which classes of controllers offer a method: asked of the run time once a class, not once a request.
@MainActor
final class Offers {
  /// Those that offer `displayView`.
  static let displayView = Offers { $0 is any ViewDisplaying }
  /// Those that offer `selectSegment`.
  static let selectSegment = Offers { $0 is any SegmentSelecting }

  private let conforms: @MainActor (UIViewController) -> Bool
  private var known: [ObjectIdentifier: Bool] = [:]

  private init(_ conforms: @escaping @MainActor (UIViewController) -> Bool) {
    self.conforms = conforms
  }

  /// Whether the controller's class offers the method.
  func includes(_ controller: UIViewController) -> Bool {
    let key = ObjectIdentifier(type(of: controller))
    if let answer = known[key] { return answer }
    let answer = conforms(controller)
    known[key] = answer
    return answer
  }

  /// The outermost controller on screen that offers the method, else the outermost of all.
  func outermost(in scene: HostedScene) -> UIViewController? {
    scene.application.visiblePath.first { includes($0) } ?? scene.application.outermostViewController
  }

  /// The names of the methods that a controller offers beside those of every controller.
  static func names(of controller: UIViewController) -> [String] {
    var names: [String] = []
    if displayView.includes(controller) { names.append(Method.displayView.name) }
    if selectSegment.includes(controller) { names.append(Method.selectSegment.name) }
    return names
  }
}
