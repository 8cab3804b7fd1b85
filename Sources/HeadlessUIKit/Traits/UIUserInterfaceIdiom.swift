/// The kind of device. Raw values are UIKit's.
public enum UIUserInterfaceIdiom: Int, Sendable, CaseIterable {
  /// Not said.
  case unspecified = -1
  /// A phone, as all scenes have.
  case phone = 0
  /// A tablet.
  case pad = 1

  /// The case as a word.
  public var name: String {
    switch self {
    case .unspecified: "unspecified"
    case .phone: "phone"
    case .pad: "pad"
    }
  }
}
