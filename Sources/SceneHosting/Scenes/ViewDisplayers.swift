import HeadlessUIKit

/// Which classes display views: asked of the run time once a class, not once a request.
@MainActor
enum ViewDisplayers {
  private static var known: [ObjectIdentifier: Bool] = [:]

  /// Whether the controller's class offers `displayView`.
  static func includes(_ controller: UIViewController) -> Bool {
    let key = ObjectIdentifier(type(of: controller))
    if let answer = known[key] { return answer }
    let answer = controller is any ViewDisplaying
    known[key] = answer
    return answer
  }
}
