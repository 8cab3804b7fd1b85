import HeadlessUIKit
import JSONText

/// What is different between two revisions of a state.
struct StateDifference {
  /// A node that was there before and is there still.
  struct Edit {
    let id: NodeID
    /// What it has said before; nil: it says the same.
    var oldText: NodeText?
    /// What it has held before; nil: it holds the same.
    var children: OldChildren?

    var isEmpty: Bool { oldText == nil && children == nil }
  }

  /// What a node has held before it held other things.
  enum OldChildren {
    case list(old: [NodeID])
    /// Their number was told.
    case count
  }

  /// Nodes that were not there.
  var additions: [NodeID] = []
  var edits: [Edit] = []
  /// Somebody else gets key input.
  var hasOtherFocus = false
  /// The controller that was the root has gone, and so has everything.
  var isRootGone = false

  /// Whether nothing is different.
  var isEmpty: Bool { additions.isEmpty && edits.isEmpty && !hasOtherFocus && !isRootGone }
}

extension StateDifference {
  /// Writes the nodes as members of the innermost object: new ones whole, the others by what was changed.
  @MainActor
  func write(of tree: StateTree, to writer: inout JSONWriter) {
    for id in additions {
      guard let entry = tree.entries[id] else { continue }
      writer.key(id.description)
      writer.beginObject()
      writer.key("new")
      tree.write(entry, to: &writer)
      writer.endObject()
    }
    for edit in edits {
      guard let entry = tree.entries[edit.id] else { continue }
      writer.key(edit.id.description)
      writer.beginObject()
      let losesChildren = edit.children != nil && entry.children == nil
      Self.write(from: edit.oldText, to: entry.text, losesChildren: losesChildren, &writer)
      if let old = edit.children, let children = entry.children { Self.write(from: old, to: children, &writer) }
      writer.endObject()
    }
  }

  /// What is said anew or otherwise is set, what is not said any more is unset.
  ///
  /// - Parameter losesChildren: The node stands at the end of the depth now, and lists its children no more.
  private static func write(
    from old: NodeText?, to new: NodeText, losesChildren: Bool, _ writer: inout JSONWriter
  ) {
    let old = old ?? new
    let oldMembers = old.members
    let newMembers = new.members
    func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool { old.bytes[left] == new.bytes[right] }
    let changed = newMembers.filter { member in !oldMembers.contains { isSame($0.whole, member.whole) } }
    let gone = oldMembers.filter { member in !newMembers.contains { isSame(member.name, $0.name) } }
    if !changed.isEmpty {
      writer.key("set")
      writer.beginObject()
      for member in changed { new.bytes[member.whole].withUnsafeBytes { writer.members($0) } }
      writer.endObject()
    }
    guard !gone.isEmpty || losesChildren else { return }
    writer.key("unset")
    writer.beginArray()
    for member in gone { old.bytes[member.name].withUnsafeBytes { writer.raw($0) } }
    if losesChildren { writer.string("children") }
    writer.endArray()
  }

  private static func write(from old: OldChildren, to new: [NodeID], _ writer: inout JSONWriter) {
    writer.key("children")
    guard case .list(let old) = old, let edit = ChildrenEdit(from: old, to: new) else { return writer.nodeIDs(new) }
    writer.beginObject()
    if !edit.removals.isEmpty {
      writer.key("remove")
      writer.nodeIDs(edit.removals)
    }
    if !edit.insertions.isEmpty {
      writer.key("insert")
      writer.beginArray()
      for insertion in edit.insertions {
        writer.beginArray()
        writer.nodeID(insertion.id)
        writer.nodeID(insertion.after)
        writer.endArray()
      }
      writer.endArray()
    }
    writer.endObject()
  }
}
