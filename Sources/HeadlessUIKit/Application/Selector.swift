/// The name of an action method.
///
/// There is no `#selector` without the Objective-C runtime: a class lists what it answers to in `actionMethods`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, as a string.
  public let description: String

  /// A selector with the given name.
  public init(_ name: String) { description = name }

  /// A selector with the given name.
  public init(stringLiteral name: String) { description = name }
}
