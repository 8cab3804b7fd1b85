import HeadlessUIKit
import JSONRPCCore
import JSONText

/// What `where` asks for: a node that says certain things, or none that does; and a revision.
@MainActor
struct NodeCondition {
  /// Members of a node, which it has with these values, both as JSON.
  private(set) var members: [(name: [UInt8], value: [UInt8])] = []
  /// What a person would call the node.
  private(set) var target: String?
  private(set) var id: NodeID?
  /// Whether it stands in a window that is shown.
  private(set) var isOnScreen: Bool?
  /// False: no node may be so.
  private(set) var exists = true
  /// The scene is at least at this revision.
  private(set) var revision: Int?

  /// Names beside those of a node's members.
  private nonisolated static let ownNames = ["exists", "id", "onScreen", "revision", "target"]

  nonisolated static let names = (ownNames + NodeWriter.fieldNames + ["kind"]).sorted()

  /// Reads `where`.
  ///
  /// - Throws: -32602 for a name that is none, or a value that cannot be.
  init(_ value: JSONValue) throws(JSONRPCError) {
    for (name, value) in value.members.map({ ($0.name, $0.value) }) {
      let pointer = JSONPointer.appending(String(name.prefix(64)), to: "/params/where")
      switch name {
      case "exists": exists = try Self.read(value.bool, "true or false", pointer)
      case "onScreen": isOnScreen = try Self.read(value.bool, "true or false", pointer)
      case "revision": revision = Int(try Self.read(value.int64, "a whole number", pointer))
      case "target": target = try Self.read(value.string, "a string", pointer)
      case "id": id = try Self.read(value.string.flatMap(NodeName.parse), "a node id such as \"n12\"", pointer)
      default:
        guard Self.names.contains(name) else { throw Arguments.unknown(name, Self.names, pointer: pointer) }
        members.append(Self.json(name, value))
      }
    }
  }

  private static func read<Value>(
    _ value: Value?, _ expected: String, _ pointer: String
  ) throws(JSONRPCError) -> Value {
    if let value { return value }
    throw .invalidParams(
      reason: "wrongValue", message: "Invalid params: \(pointer) must be \(expected).", pointer: pointer,
      details: [(name: "expected", value: .string(expected))])
  }

  /// As `NodeWriter` writes them: equal values have equal bytes.
  private static func json(_ name: String, _ value: JSONValue) -> (name: [UInt8], value: [UInt8]) {
    var writer = JSONWriter(capacity: 64)
    writer.string(name)
    let key = writer.bytes
    writer.removeAll(keepingCapacity: true)
    // A whole number is written without a fraction there, however it was sent.
    if value.kind == .real, let whole = value.double.flatMap(Int.init(exactly:)) {
      writer.integer(whole)
    } else {
      writer.value(value)
    }
    return (key, writer.bytes)
  }

  /// The node that it names, as `id` or as `target`.
  var namedNode: NodeID? { id ?? target.flatMap(NodeName.parse) }

  /// Whether it asks for a node at all.
  var concernsNodes: Bool { id != nil || target != nil || isOnScreen != nil || !members.isEmpty }

  // MARK: Nodes

  /// Whether a node says what is asked for. Cost: the node's text.
  func matches(_ nodeID: NodeID, _ text: NodeText) -> Bool {
    for member in members where !agrees(text.value(of: member.name), with: member.value) { return false }
    return isNamed(nodeID, text)
  }

  /// What a node does not say is false, or nothing.
  func agrees(_ found: ArraySlice<UInt8>?, with wanted: [UInt8]) -> Bool {
    found.map { $0.elementsEqual(wanted) } ?? Self.unsaid.contains(wanted)
  }

  /// Whether a node has the id, and is what a person would call so.
  func isNamed(_ nodeID: NodeID, _ text: NodeText) -> Bool {
    if let id, id != nodeID { return false }
    guard let target else { return true }
    var writer = JSONWriter(capacity: 64)
    writer.string(target)
    let wanted = writer.bytes
    return NodeName.parse(target) == nodeID
      || Self.namesOfTargets.contains { text.value(of: $0)?.elementsEqual(wanted) ?? false }
  }

  private static let unsaid = ["false", "null"].map { Array($0.utf8) }
  private static let namesOfTargets = ["\"identifier\"", "\"label\"", "\"title\""].map { Array($0.utf8) }

  /// Whether a node stands where it is asked for.
  func isInPlace(_ node: TreeNode?) -> Bool {
    guard let isOnScreen else { return true }
    return Self.isOnScreen(node) == isOnScreen
  }

  private static func isOnScreen(_ node: TreeNode?) -> Bool {
    switch node {
    case .view(let view): view.isInVisibleWindow
    case .controller(let controller): controller.viewIfLoaded?.isInVisibleWindow ?? false
    case .barItem(let item): UIApplication.isOnScreen(item)
    case .application, .navigationItem, nil: false
    }
  }
}
