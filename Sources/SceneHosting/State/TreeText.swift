import HeadlessUIKit
import JSONText

/// Writes a tree as it is now, without remembering it: the same bytes as `StateTree.write` gives.
@MainActor
struct TreeText {
  private let scope: StateScope
  private var written: Set<NodeID> = []
  private var scratch = JSONWriter(capacity: 512)

  /// Writes all nodes as members of the innermost object, each before what it holds. Cost: the nodes.
  static func write(_ root: TreeNode, in scope: StateScope, to writer: inout JSONWriter) {
    var text = TreeText(scope: scope)
    text.write(root, depth: 0, to: &writer)
  }

  private init(scope: StateScope) { self.scope = scope }

  private mutating func write(_ node: TreeNode, depth: Int, to writer: inout JSONWriter) {
    guard written.insert(node.id).inserted else { return }
    let children = node.children(scope.detail)
    let isCut = scope.depth.map { depth >= $0 } ?? false
    writer.key(node.id.description)
    writer.beginObject()
    if scope.fields == nil {
      NodeWriter.write(node, to: &writer)
    } else {
      NodeText(node, fields: scope.fields, childCount: nil, scratch: &scratch).write(to: &writer)
    }
    writer.key(isCut ? "childCount" : "children")
    if isCut { writer.integer(children.count) } else { writer.nodeIDs(children.lazy.map(\.id)) }
    writer.endObject()
    guard !isCut else { return }
    for child in children { write(child, depth: depth + 1, to: &writer) }
  }
}
