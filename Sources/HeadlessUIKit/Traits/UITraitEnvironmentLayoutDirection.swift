/// Where lines begin. Raw values are UIKit's.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable, CaseIterable {
  /// Not said.
  case unspecified = -1
  /// On the left.
  case leftToRight = 0
  /// On the right.
  case rightToLeft = 1

  /// The case as a word.
  public var name: String {
    switch self {
    case .unspecified: "unspecified"
    case .leftToRight: "leftToRight"
    case .rightToLeft: "rightToLeft"
    }
  }
}
