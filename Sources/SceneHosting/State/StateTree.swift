import HeadlessUIKit
import JSONText

/// A scene's state as it was told last: the nodes that the root reaches, each with what it says and what it holds.
///
/// A change is compared with it node by node, so that only what is different is told, and the cost is that of what was
/// changed, not that of the tree. A tree whose depth is limited is looked at as a whole, as far as it reaches.
@MainActor
final class StateTree {
  /// One node.
  final class Entry {
    let reference: TreeNode.Reference
    fileprivate(set) var text: NodeText
    /// Nil at the end of a limited depth, where only their number is told.
    fileprivate(set) var children: [NodeID]?
    /// How many nodes hold it.
    fileprivate var parents = 0

    fileprivate init(_ reference: TreeNode.Reference, text: NodeText, children: [NodeID]?) {
      self.reference = reference
      self.text = text
      self.children = children
    }
  }

  let scope: StateScope
  /// The id of the root, also after that has gone.
  let root: NodeID
  private let rootReference: TreeNode.Reference
  private(set) var entries: [NodeID: Entry] = [:]
  private(set) var focus: NodeID?
  private let application: UIApplication
  private var scratch = JSONWriter(capacity: 512)

  /// The state as it is now. Cost: the nodes.
  init(of application: UIApplication, root: TreeNode, scope: StateScope) {
    self.application = application
    self.scope = scope
    self.root = root.id
    rootReference = TreeNode.Reference(root)
    focus = application.firstResponder?.id
    var walk = Walk()
    visit(root, depth: 0, &walk)
    entries = walk.entries
    countParents()
  }

  /// Whether the root is still there: a controller that was the root may have gone.
  var hasRoot: Bool { entries[root] != nil }

  // MARK: Change

  /// Takes a settled change in.
  ///
  /// - Returns: What is different now.
  func apply(_ change: SettledChange) -> StateDifference {
    var difference = StateDifference()
    let newFocus = application.firstResponder?.id
    difference.hasOtherFocus = newFocus != focus
    focus = newFocus
    guard hasRoot else { return difference }
    guard rootReference.node != nil else {
      entries = [:]
      difference.isRootGone = true
      return difference
    }
    if change.isWhole || scope.depth != nil {
      applyWhole(&difference)
    } else {
      apply(change, &difference)
    }
    return difference
  }

  private func apply(_ change: SettledChange, _ difference: inout StateDifference) {
    var orphans: [NodeID] = []
    // In order: the same changes give the same bytes.
    for id in change.nodes.filter({ entries[$0] != nil }).sorted() {
      guard let entry = entries[id], let node = entry.reference.node else { continue }
      let children = change.structure.contains(id) ? node.children(scope.detail) : nil
      let text = self.text(of: node)
      var edit = StateDifference.Edit(id: id)
      if text != entry.text { edit.oldText = exchange(&entry.text, with: text) }
      if let children, let old = entry.children, !children.lazy.map(\.id).elementsEqual(old) {
        replaceChildren(of: entry, by: children, &orphans, &difference)
        edit.children = .list(old: old)
      }
      if !edit.isEmpty { difference.edits.append(edit) }
    }
    sweep(orphans)
    difference.edits.removeAll { entries[$0.id] == nil }
    difference.additions.removeAll { entries[$0] == nil }
  }

  private func replaceChildren(
    of entry: Entry, by children: [TreeNode], _ orphans: inout [NodeID], _ difference: inout StateDifference
  ) {
    let old = exchange(&entry.children, with: children.map(\.id))
    for child in children {
      add(child, &difference)
      entries[child.id]?.parents += 1
    }
    for id in old ?? [] {
      guard let child = entries[id] else { continue }
      child.parents -= 1
      if child.parents == 0 { orphans.append(id) }
    }
  }

  /// A node that was not reached before, with all that it holds.
  private func add(_ node: TreeNode, _ difference: inout StateDifference) {
    guard entries[node.id] == nil else { return }
    let children = node.children(scope.detail)
    let entry = Entry(TreeNode.Reference(node), text: text(of: node), children: children.map(\.id))
    entries[node.id] = entry
    difference.additions.append(node.id)
    for child in children {
      add(child, &difference)
      entries[child.id]?.parents += 1
    }
  }

  /// What nobody holds any more is gone, with what it alone has held.
  private func sweep(_ orphans: [NodeID]) {
    var rest = orphans
    while let id = rest.popLast() {
      guard id != root, let entry = entries[id], entry.parents == 0 else { continue }
      entries[id] = nil
      for child in entry.children ?? [] { entries[child]?.parents -= 1 }
      rest += entry.children ?? []
    }
  }

  private func text(of node: TreeNode, childCount: Int? = nil) -> NodeText {
    NodeText(node, fields: scope.fields, childCount: childCount, scratch: &scratch)
  }

  // MARK: The whole

  /// What a walk has found, in the order of a tree's text.
  private struct Walk {
    var entries: [NodeID: Entry] = [:]
    var order: [NodeID] = []
  }

  private func visit(_ node: TreeNode, depth: Int, _ walk: inout Walk) {
    guard walk.entries[node.id] == nil else { return }
    let children = node.children(scope.detail)
    let isCut = scope.depth.map { depth >= $0 } ?? false
    let entry = Entry(
      TreeNode.Reference(node), text: text(of: node, childCount: isCut ? children.count : nil),
      children: isCut ? nil : children.map(\.id))
    walk.entries[node.id] = entry
    walk.order.append(node.id)
    guard !isCut else { return }
    for child in children { visit(child, depth: depth + 1, &walk) }
  }

  private func applyWhole(_ difference: inout StateDifference) {
    guard let node = rootReference.node else { return }
    var walk = Walk()
    visit(node, depth: 0, &walk)
    for id in walk.order {
      guard let entry = walk.entries[id] else { continue }
      guard let old = entries[id] else {
        difference.additions.append(id)
        continue
      }
      var edit = StateDifference.Edit(id: id)
      if old.text != entry.text { edit.oldText = old.text }
      if old.children != entry.children { edit.children = old.children.map { .list(old: $0) } ?? .count }
      if !edit.isEmpty { difference.edits.append(edit) }
    }
    entries = walk.entries
    countParents()
  }

  private func countParents() {
    for entry in entries.values {
      for id in entry.children ?? [] { entries[id]?.parents += 1 }
    }
  }

  // MARK: Writing

  /// Writes all nodes as members of the innermost object, each before what it holds. Cost: the nodes.
  func write(to writer: inout JSONWriter) {
    var written: Set<NodeID> = []
    var rest = [root]
    while let id = rest.popLast() {
      guard let entry = entries[id], written.insert(id).inserted else { continue }
      writer.key(id.description)
      write(entry, to: &writer)
      rest += (entry.children ?? []).reversed()
    }
  }

  func write(_ entry: Entry, to writer: inout JSONWriter) {
    writer.beginObject()
    entry.text.write(to: &writer)
    if let children = entry.children {
      writer.key("children")
      writer.nodeIDs(children)
    }
    writer.endObject()
  }
}

/// Puts a new value in a place and gives the old one back.
private func exchange<Value>(_ place: inout Value, with new: Value) -> Value {
  defer { place = new }
  return place
}
