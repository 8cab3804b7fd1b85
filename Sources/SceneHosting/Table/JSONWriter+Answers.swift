import HeadlessUIKit
import JSONText

extension JSONWriter {
  /// Begins an answer that concerns a scene: which one, which controller was used, and the revision that holds the effect.
  @MainActor
  mutating func beginSceneAnswer(_ scene: HostedScene, controller: NodeID?) {
    beginObject()
    key("scene")
    string(scene.name)
    key("controller")
    nodeID(controller)
    key("revision")
    let start = count
    integer(scene.application.revision)
    if scene.isInTransaction { scene.placeOfRevision = start..<count }
  }

  /// Ends such an answer, with what the request has broken, if anything.
  @MainActor
  mutating func endSceneAnswer(_ scene: HostedScene) {
    endSceneAnswer(scene.application.issuesOfLastRequest)
  }

  /// Ends such an answer, with the given issues, if any.
  mutating func endSceneAnswer(_ issues: [ContractIssue]) {
    if !issues.isEmpty {
      key("issues")
      beginArray()
      for issue in issues {
        beginObject()
        self.issue(issue)
        endObject()
      }
      endArray()
    }
    endObject()
  }

  /// The members of a broken contract.
  mutating func issue(_ issue: ContractIssue) {
    key("issue")
    string(issue.kind.rawValue)
    key("controller")
    nodeID(issue.controller)
    key("class")
    string(issue.className)
    key("message")
    string(issue.message)
  }

  /// An id, or null.
  mutating func nodeID(_ id: NodeID?) {
    guard let id else { return null() }
    // Two quotes, "n" and 20 digits at most; written in place, without a String.
    withUnsafeTemporaryAllocation(byteCount: 24, alignment: 1) { buffer in
      var position = buffer.count
      func put(_ byte: UInt8) {
        position -= 1
        buffer[position] = byte
      }
      put(UInt8(ascii: "\""))
      var rest = id.rawValue
      repeat {
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      put(UInt8(ascii: "n"))
      put(UInt8(ascii: "\""))
      raw(UnsafeRawBufferPointer(rebasing: buffer[position...]))
    }
  }

  /// A text, or null.
  mutating func string(orNull text: String?) {
    if let text { string(text) } else { null() }
  }

  /// A controller that is shown, with its title; null for none.
  @MainActor
  mutating func viewController(_ controller: UIViewController?) {
    guard let controller else { return null() }
    beginObject()
    key("id")
    nodeID(controller.id)
    key("class")
    string(controller.className)
    key("title")
    string(orNull: controller.navigationItemIfLoaded.map(\.title) ?? controller.title)
    endObject()
  }

  /// A list of controllers by id and class.
  mutating func controllers(_ controllers: some Sequence<(id: NodeID, className: String)>) {
    beginArray()
    for (id, className) in controllers {
      beginObject()
      key("controller")
      nodeID(id)
      key("class")
      string(className)
      endObject()
    }
    endArray()
  }
}
