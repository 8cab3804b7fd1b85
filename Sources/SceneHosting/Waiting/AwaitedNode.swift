import HeadlessUIKit
import JSONRPCCore
import JSONText

/// Waits until a node of a scene is so, or none is any more. Only nodes that were changed are looked at.
@MainActor
final class AwaitedNode: AwaitedCondition, StateObserver {
  let condition: NodeCondition
  let stream: StateStream
  private weak var scene: HostedScene?
  /// The nodes that say what is asked for.
  private(set) var matching: Set<NodeID> = []

  /// - Parameter stream: All of the scene's state.
  init(_ condition: NodeCondition, in scene: HostedScene, _ stream: StateStream) {
    self.condition = condition
    self.scene = scene
    self.stream = stream
    guard condition.concernsNodes else { return }
    for (id, entry) in stream.tree.entries where condition.matches(id, entry.text) { matching.insert(id) }
    stream.add(self)
  }

  func stateDidChange(_ difference: StateDifference, of tree: StateTree) {
    for id in difference.additions + difference.edits.map(\.id) {
      guard let entry = tree.entries[id], condition.matches(id, entry.text) else {
        matching.remove(id)
        continue
      }
      matching.insert(id)
    }
  }

  /// Whether a node that says what is asked for is there, and stands where it should.
  func isThere(_ id: NodeID) -> Bool {
    guard let entry = stream.tree.entries[id] else { return false }
    return condition.isInPlace(entry.reference.node)
  }

  func isMet(in scene: HostedScene) -> Bool {
    if let revision = condition.revision, scene.application.revision < revision { return false }
    return !condition.concernsNodes || matching.contains(where: isThere) == condition.exists
  }

  func writeResult(of scene: HostedScene, to writer: inout JSONWriter) {
    let node = condition.concernsNodes && condition.exists ? matching.filter(isThere).min() : nil
    writer.beginSceneAnswer(scene, controller: scene.application.outermostViewController?.id)
    writer.key("node")
    writer.nodeID(node)
    writer.endObject()
  }

  var failure: String { condition.exists ? "did not come to what is waited for" : "still has what should have gone" }
}
