public import HeadlessUIKit

/// An application under the name by which scenes of it are opened.
@MainActor
public struct ApplicationRegistration {
  /// The name.
  public let name: String

  let makeDelegate: @MainActor () -> any UIApplicationDelegate

  /// Whether the application offers `displayView`: decided once, by the delegate's class.
  let displaysViews: Bool
  /// The same of `selectSegment`.
  let selectsSegments: Bool

  /// The names of the methods that only some applications offer, and this one does.
  var offeredMethods: [String] {
    (displaysViews ? [Method.displayView.name] : []) + (selectsSegments ? [Method.selectSegment.name] : [])
  }

  /// An application.
  ///
  /// - Parameters:
  ///   - name: The name by which scenes of it are opened.
  ///   - makeDelegate: Makes the delegate of a new scene; it runs inside the scene.
  public init<Delegate: UIApplicationDelegate>(_ name: String, makeDelegate: @escaping @MainActor () -> Delegate) {
    self.name = name
    self.makeDelegate = makeDelegate
    displaysViews = Delegate.self is any ViewDisplaying.Type
    selectsSegments = Delegate.self is any SegmentSelecting.Type
  }
}
