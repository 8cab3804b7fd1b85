import HeadlessUIKit

extension Parameter {
  /// Which kinds of nodes.
  static let detail = Parameter.optional(
    "detail", .choice(StateScope.Detail.allCases.map(\.rawValue)),
    "Which nodes: controllers only, also navigation items and bar items, or also views; views without it.")

  /// How far below the root.
  static let depth = Parameter.optional(
    "depth", .integerIn(0...10_000),
    "How far below the root; nodes there say how many children they have as childCount. Without it all.")

  /// Which members.
  static let fields = Parameter.optional(
    "fields", .array(.choice(NodeWriter.fieldNames)),
    "Which members nodes have beside kind and children; without it all.")
}

extension NodeWriter {
  /// What `fields` can name, sorted.
  nonisolated static let fieldNames: [String] = Set(properties.map(\.name)).subtracting(["children", "childCount"])
    .sorted()
}

extension Call {
  /// The scope that the arguments ask for.
  ///
  /// - Parameter root: The controller that they name, if they do.
  func scope(root: UIViewController?) -> StateScope {
    var scope = StateScope()
    guard !arguments.isEmpty else { return scope }
    if let detail = arguments.string("detail").flatMap(StateScope.Detail.init) { scope.detail = detail }
    scope.root = root?.id
    scope.depth = arguments.integer("depth")
    scope.fields = arguments.strings("fields").map { Set($0).sorted() }
    return scope
  }
}
