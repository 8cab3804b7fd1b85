extension UIApplication {
  /// Which era of UIKit a scene behaves like.
  public enum Profile: String, CaseIterable, Comparable, Sendable {
    /// iOS 5: views of controllers that are not attached unload on memory warnings (R17.4); `viewIsAppearing` is unknown.
    case ios5
    /// The newest rules; views never unload (R17.5).
    case latest

    /// Older profiles come first.
    public static func < (left: Profile, right: Profile) -> Bool {
      left.age < right.age
    }

    private var age: Int {
      switch self {
      case .ios5: 5
      case .latest: 26
      }
    }

    /// R17.4, R17.5: whether a memory warning may unload views.
    var unloadsViewsOnMemoryWarning: Bool { self == .ios5 }

    /// R2.2: `viewIsAppearing` back-deploys to iOS 13, and no further.
    var sendsViewIsAppearing: Bool { self == .latest }

    /// R18.1: the rotation callbacks, with one question to the root for each orientation.
    var sendsRotationCallbacks: Bool { self == .ios5 }

    /// R18.4, R18.5: the callbacks of size and traits, which came with iOS 8.
    var sendsTransitions: Bool { self == .latest }

    /// The screen of a usual phone of the time, in points.
    var screenSize: CGSize {
      switch self {
      case .ios5: CGSize(width: 320, height: 480)
      case .latest: CGSize(width: 390, height: 844)
      }
    }
  }
}
