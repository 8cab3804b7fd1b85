/// What kind of thing a node is, in AccessKit's words, for front ends that draw or read it.
public struct SemanticRole: Hashable, Sendable, RawRepresentable {
  /// The word on the wire.
  public let rawValue: String

  /// A role with the given word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A window.
  public static let window = SemanticRole(rawValue: "window")
  /// What a controller shows.
  public static let pane = SemanticRole(rawValue: "pane")
  /// A part without a meaning of its own.
  public static let genericContainer = SemanticRole(rawValue: "genericContainer")
  /// Things that belong together.
  public static let group = SemanticRole(rawValue: "group")
  /// Text to read.
  public static let label = SemanticRole(rawValue: "label")
  /// Something to press.
  public static let button = SemanticRole(rawValue: "button")
  /// On or off.
  public static let `switch` = SemanticRole(rawValue: "switch")
  /// One line of text to type.
  public static let textInput = SemanticRole(rawValue: "textInput")
  /// One line of text that is not shown.
  public static let passwordInput = SemanticRole(rawValue: "passwordInput")
  /// One line of text to search for.
  public static let searchInput = SemanticRole(rawValue: "searchInput")
  /// A bar with buttons.
  public static let toolbar = SemanticRole(rawValue: "toolbar")
  /// Rows below each other.
  public static let list = SemanticRole(rawValue: "list")
  /// One row.
  public static let listItem = SemanticRole(rawValue: "listItem")
  /// A choice of one out of several.
  public static let radioGroup = SemanticRole(rawValue: "radioGroup")
}
