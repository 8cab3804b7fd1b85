import JSONText

/// The line that asks the daemon to call a method.
enum Request {
  /// Every connection carries one request, so that any id will do.
  static let identifier = 1

  /// Makes the line, its line feed included.
  ///
  /// - Parameters:
  ///   - parameters: The text that was given for them, nil for none.
  ///   - scene: Added to parameters by name.
  /// - Throws: `UsageFailure` when the text is no JSON object or array, or has no place for the scene.
  static func line(method: String, parameters: [UInt8]?, scene: String?) throws(UsageFailure) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    writer.key("id")
    writer.integer(identifier)
    writer.key("method")
    writer.string(method)
    if let parameters {
      writer.key("params")
      try write(parameters, scene: scene, to: &writer)
    } else if let scene {
      writer.key("params")
      writer.beginObject()
      writer.key("scene")
      writer.string(scene)
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ text: [UInt8], scene: String?, to writer: inout JSONWriter) throws(UsageFailure) {
    let kind: JSONKind
    do {
      kind = try text.withUnsafeBytes { bytes in try JSONScanner.validate(bytes).kind }
    } catch {
      throw UsageFailure("the parameters are not one JSON text: \(error)")
    }
    // One request is one line. In valid JSON, as this is, a line feed is white space.
    let text = text.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
    switch (kind, scene) {
    case (.object, let scene?):
      try writeMembers(text, adding: scene, to: &writer)
    case (.array, .some):
      throw UsageFailure(
        "--scene cannot be combined with parameters by position; give them by name, or give the scene in its position")
    case (.object, nil), (.array, nil):
      text.withUnsafeBytes { writer.raw($0) }
    default:
      throw UsageFailure(
        "the parameters are a JSON \(kind.word); an object (by name) or an array (by position) is wanted")
    }
  }

  private static func writeMembers(
    _ text: [UInt8], adding scene: String, to writer: inout JSONWriter
  ) throws(UsageFailure) {
    writer.beginObject()
    let hasScene: Bool
    do {
      hasScene = try text.withUnsafeBytes { bytes in
        var scanner = JSONScanner(bytes)
        var object = try scanner.beginObject()
        while let name = try scanner.nextMember(&object) {
          let decoded = JSONScanner.decoded(UnsafeRawBufferPointer(rebasing: bytes[name.contents]))
          let value = try scanner.scanValue()
          if decoded == Array("scene".utf8) { return true }
          writer.key(String(decoding: decoded, as: UTF8.self))
          writer.raw(UnsafeRawBufferPointer(rebasing: bytes[value.range]))
        }
        return false
      }
    } catch {
      preconditionFailure("validated parameters did not scan again: \(error)")
    }
    guard !hasScene else {
      throw UsageFailure("the scene is given twice, with --scene and as the parameter \"scene\"; give it once")
    }
    writer.key("scene")
    writer.string(scene)
    writer.endObject()
  }
}

/// What was typed is not what this program takes.
struct UsageFailure: Error {
  /// What was wrong, for a person.
  var message: String

  init(_ message: String) { self.message = message }
}
