/// Thrown for more markers than a map shows.
public struct TooManyMarkers: Error, Sendable, Hashable, CustomStringConvertible {
  /// How many there were.
  public let count: Int

  /// What is wrong, as the rest of a sentence.
  public var description: String { "a map shows \(MapViewController.markerLimit) markers at most; got \(count)" }
}
