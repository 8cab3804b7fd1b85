/// What a fuzzer feeds: each input is judged by itself, so that a file with it is enough to see a find again.
@MainActor
public protocol FuzzTarget {
  /// Pieces of inputs that a fuzzer would take long to come upon.
  var dictionary: [[UInt8]] { get }

  /// Judges an input.
  ///
  /// - Returns: What is wrong; nil when nothing is.
  func check(_ input: [UInt8]) -> String?

  /// Changes an input so that more of it is left right than when bytes are changed.
  ///
  /// - Parameter seed: The same seed gives the same change.
  /// - Returns: The changed input; nil where bytes are to be changed.
  func mutated(_ input: [UInt8], seed: UInt64) -> [UInt8]?
}

/// The targets by their names.
public enum FuzzTargets {
  /// What can be made.
  public static let names = ["framing", "scanner", "methods"]

  /// Makes a target; nil for a name that is none.
  ///
  /// - Parameter plantsFault: Whether it has the fault of the self-test in it: who feeds it must find that.
  @MainActor
  public static func make(_ name: String, plantsFault: Bool = false) -> (any FuzzTarget)? {
    switch name {
    case "framing": FramingTarget(plantsFault: plantsFault)
    case "scanner": ScannerTarget(plantsFault: plantsFault)
    case "methods": MethodTarget(plantsFault: plantsFault)
    default: nil
    }
  }
}
