/// Bright or dark. Raw values are UIKit's.
public enum UIUserInterfaceStyle: Int, Sendable, CaseIterable {
  /// Not said.
  case unspecified = 0
  /// Dark text on bright ground.
  case light = 1
  /// Bright text on dark ground.
  case dark = 2

  /// The case as a word.
  public var name: String {
    switch self {
    case .unspecified: "unspecified"
    case .light: "light"
    case .dark: "dark"
    }
  }
}
