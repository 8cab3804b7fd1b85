/// The orientations that a controller supports.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  /// The bits, UIKit's own: 1 shifted by the raw value of an orientation.
  public let rawValue: UInt
  /// A mask with the given bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The home button at the bottom.
  public static let portrait = UIInterfaceOrientationMask(.portrait)
  /// The home button at the top.
  public static let portraitUpsideDown = UIInterfaceOrientationMask(.portraitUpsideDown)
  /// The home button on the left.
  public static let landscapeLeft = UIInterfaceOrientationMask(.landscapeLeft)
  /// The home button on the right.
  public static let landscapeRight = UIInterfaceOrientationMask(.landscapeRight)
  /// Both that are wider than high.
  public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
  /// All four.
  public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
  /// What a phone supports by default.
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]

  private init(_ orientation: UIInterfaceOrientation) {
    self.init(rawValue: 1 << UInt(orientation.rawValue))
  }

  /// Whether the orientation is among these.
  public func contains(_ orientation: UIInterfaceOrientation) -> Bool {
    contains(UIInterfaceOrientationMask(orientation))
  }
}
