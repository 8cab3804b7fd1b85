/// A parameter of a method.
struct Parameter: Sendable, Hashable {
  /// Its name.
  let name: String
  /// What its value looks like.
  let schema: Schema
  /// Whether a call without it is refused.
  let isRequired: Bool
  /// What it is for, in a sentence.
  let summary: String

  /// A parameter that must be given.
  static func required(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
    Parameter(name: name, schema: schema, isRequired: true, summary: summary)
  }

  /// A parameter that can be left out; null is as good as left out.
  static func optional(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
    Parameter(name: name, schema: schema, isRequired: false, summary: summary)
  }

  /// Which controller is meant; the outermost on screen that offers the method, when it is left out.
  static let controller = Parameter.optional(
    "controller", .nodeID,
    "The controller that is meant; without it the outermost one on screen that offers the method.")

  /// Which scene is meant; the first that offers the method, when it is left out.
  static let scene = Parameter.optional(
    "scene", .string,
    "The scene that is meant; without it that of a controller or target named by id, else the first hosted one whose "
      + "application offers the method.")
}
