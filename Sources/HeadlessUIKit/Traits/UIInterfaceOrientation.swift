/// How a scene's interface stands on its screen. Raw values are UIKit's.
public enum UIInterfaceOrientation: Int, Sendable, CaseIterable {
  /// Nobody knows; a scene here always does.
  case unknown = 0
  /// The home button at the bottom.
  case portrait = 1
  /// The home button at the top.
  case portraitUpsideDown = 2
  /// The home button on the right.
  case landscapeRight = 3
  /// The home button on the left.
  case landscapeLeft = 4

  /// Whether the interface is higher than wide.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }

  /// Whether the interface is wider than high.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

  /// The case as a word, as it is called in traces and on the wire.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portraitUpsideDown"
    case .landscapeRight: "landscapeRight"
    case .landscapeLeft: "landscapeLeft"
    }
  }
}
