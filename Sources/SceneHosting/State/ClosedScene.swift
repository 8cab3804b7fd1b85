import JSONText

/// The end of a scene, as clients are told of it.
struct ClosedScene {
  let name: String
  let revision: Int

  /// Writes the parameters of `sceneClosed` into the innermost object.
  func write(to writer: inout JSONWriter) {
    writer.key("scene")
    writer.string(name)
    writer.key("revision")
    writer.integer(revision)
  }
}
