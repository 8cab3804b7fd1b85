/// Where the scanner stands in one array. Made by `JSONScanner.beginArray`.
public struct JSONArrayCursor: ~Copyable {
  /// How many elements were begun.
  public internal(set) var count = 0

  init() {}
}
