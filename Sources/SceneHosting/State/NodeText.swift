import HeadlessUIKit
import JSONText

/// What a node says beside its children: one JSON object, and the way to its members.
struct NodeText: Equatable {
  /// Where a member stands in the text.
  struct Member {
    /// The name with its quotes.
    let name: Range<Int>
    /// The name, the colon and the value.
    let whole: Range<Int>
  }

  /// The object, compact.
  let bytes: [UInt8]

  /// What a node says now.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - fields: Which members beside `kind`; nil: all.
  ///   - childCount: How many children the node has, when it does not list them.
  ///   - scratch: A writer to work in, with nothing open.
  @MainActor
  init(_ node: TreeNode, fields: [String]?, childCount: Int?, scratch: inout JSONWriter) {
    scratch.removeAll(keepingCapacity: true)
    scratch.beginObject()
    NodeWriter.write(node, to: &scratch)
    if let childCount {
      scratch.key("childCount")
      scratch.integer(childCount)
    }
    scratch.endObject()
    guard let fields else {
      bytes = scratch.bytes
      return
    }
    let all = scratch.bytes
    scratch.removeAll(keepingCapacity: true)
    scratch.beginObject()
    for member in Self.members(of: all) where Self.isKept(all[member.name], fields) {
      all[member.whole].withUnsafeBytes { scratch.members($0) }
    }
    scratch.endObject()
    bytes = scratch.bytes
  }

  private static func isKept(_ name: ArraySlice<UInt8>, _ fields: [String]) -> Bool {
    let name = name.dropFirst().dropLast()
    return alwaysKept.contains { name.elementsEqual($0.utf8) } || fields.contains { name.elementsEqual($0.utf8) }
  }

  /// Without the kind nobody knows what a node is, and without the count not that it has children.
  private static let alwaysKept = ["kind", "childCount"]

  /// The members, in order. Cost: the text's length.
  var members: [Member] { Self.members(of: bytes) }

  /// A member's value; nil when the node does not say it. Cost: the text's length.
  ///
  /// - Parameter name: With its quotes.
  func value(of name: [UInt8]) -> ArraySlice<UInt8>? {
    guard let member = members.first(where: { bytes[$0.name].elementsEqual(name) }) else { return nil }
    return bytes[(member.name.upperBound + 1)..<member.whole.upperBound]
  }

  private static func members(of bytes: [UInt8]) -> [Member] {
    bytes.withUnsafeBytes { text in
      var members: [Member] = []
      var scanner = JSONScanner(text, depthLimit: JSONWriter.depthLimit)
      do throws(JSONSyntaxError) {
        var cursor = try scanner.beginObject()
        while let name = try scanner.nextMember(&cursor) {
          let value = try scanner.scanValue()
          members.append(Member(name: name.range, whole: name.range.lowerBound..<value.range.upperBound))
        }
      } catch {
        preconditionFailure("a node's own text is no JSON: \(error)")
      }
      return members
    }
  }

  /// Writes the members into the innermost object.
  func write(to writer: inout JSONWriter) {
    bytes.withUnsafeBytes { writer.members(UnsafeRawBufferPointer(rebasing: $0[1..<($0.count - 1)])) }
  }
}
