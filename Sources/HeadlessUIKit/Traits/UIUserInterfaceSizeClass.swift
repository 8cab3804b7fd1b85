/// How much room there is along a side. Raw values are UIKit's.
public enum UIUserInterfaceSizeClass: Int, Sendable, CaseIterable {
  /// Not said.
  case unspecified = 0
  /// Little.
  case compact = 1
  /// Much.
  case regular = 2

  /// The case as a word.
  public var name: String {
    switch self {
    case .unspecified: "unspecified"
    case .compact: "compact"
    case .regular: "regular"
    }
  }
}
