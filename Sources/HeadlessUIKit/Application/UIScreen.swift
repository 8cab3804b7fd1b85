/// The screen that a scene pretends to have.
@MainActor
public final class UIScreen {
  /// The screen's size, in points, at the origin. It turns with the interface.
  public internal(set) var bounds: CGRect

  init(size: CGSize) {
    bounds = CGRect(origin: .zero, size: size)
  }

  /// The screen of the scene that runs.
  ///
  /// - Precondition: A scene runs, as for `UIApplication.shared`.
  public static var main: UIScreen { UIApplication.shared.screen }
}
