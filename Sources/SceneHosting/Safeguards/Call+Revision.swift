import HeadlessUIKit
import JSONRPCCore

extension Call {
  /// The scene, if it is still at the revision that the call rests upon.
  ///
  /// Timers that are due run first, and what a `Task` has changed is settled; the handler, which goes by the same instant, finds
  /// none.
  ///
  /// - Throws: `revisionDiffers`.
  func checked(_ scene: HostedScene) throws(JSONRPCError) -> HostedScene {
    guard let expected = terms?.ifRevision else { return scene }
    scene.followClock(to: now)
    // A scene that does not settle says so when the call is executed.
    if scene.application.hasUnsettledWork { try? scene.application.settle() }
    let revision = scene.application.revision
    guard revision != expected else { return scene }
    throw ApplicationErrorCode.revisionDiffers.error(
      "Scene \"\(scene.name)\" is at revision \(revision), not at \(expected). Nothing was done; look at it again.",
      [
        (name: "pointer", value: .string("/params/ifRevision")), (name: "scene", value: .string(scene.name)),
        (name: "expected", value: .integer(expected)), (name: "revision", value: .integer(revision)),
      ])
  }
}
