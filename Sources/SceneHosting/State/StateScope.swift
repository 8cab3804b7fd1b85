import HeadlessUIKit

/// Which part of a scene's state somebody wants to know.
struct StateScope: Hashable, Sendable {
  /// Which kinds of nodes.
  enum Detail: String, CaseIterable, Sendable {
    /// The application, its windows, and the controllers in them.
    case controllers
    /// Also navigation items and bar items.
    case navigationItems
    /// Also views, bars among them.
    case views
  }

  /// Which kinds of nodes.
  var detail = Detail.views
  /// The controller that is the root; nil: the application.
  var root: NodeID?
  /// How far below the root; nil: all. Nodes at that depth say how many children they have.
  var depth: Int?
  /// Which members nodes have beside `kind` and `children`, sorted; nil: all.
  var fields: [String]?

  /// All of a scene.
  static let whole = StateScope()

  /// Whether some changes of the scene are none of it: then a change that is not seen in it is not told.
  var isNarrow: Bool { self != .whole }
}
