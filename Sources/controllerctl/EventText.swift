import JSONText

/// One notification, for people.
struct EventText {
  /// The line, without a line feed.
  let text: [UInt8]
  /// Whether the daemon is about to close the connection.
  let isGoodbye: Bool
  /// False for an answer.
  let isEvent: Bool

  /// Reads a line that the daemon sent.
  init(_ line: [UInt8]) throws(ConnectionFailure) {
    // A delta repeats the id of the request that caused it, which may be a number of any size: not all of it is read.
    let members = try RawJSON.members(of: line)
    let method = RawJSON.string(members["method"]) ?? "?"
    isEvent = members["method"] != nil
    isGoodbye = method == "goodbye"
    guard isEvent, method != "delta", method != "resync", let parameters = members["params"] else {
      text = Array(method.utf8)
      return
    }
    let params = try Reading.value(parameters)
    text = Array((method == "trace" ? Self.trace(params) : "\(method): \(params.plain)").utf8)
  }

  /// The reason that `goodbye` gives; nil for any other line.
  static func goodbye(_ line: [UInt8]) throws(ConnectionFailure) -> String? {
    let members = try RawJSON.members(of: line)
    guard RawJSON.string(members["method"]) == "goodbye" else { return nil }
    return RawJSON.string(try RawJSON.members(of: members["params"] ?? Array("{}".utf8))["reason"])
      ?? "without a reason"
  }

  /// Scene, number, controller and callback, as in `multiview 15 View01 n6 viewWillDisappear(false)`.
  private static func trace(_ params: JSONValue) -> String {
    var line = ["scene", "sequence", "class", "controller"].map { params[$0]?.plain ?? "?" }.joined(separator: " ")
    line += " \(params["event"]?.plain ?? "?")"
    if let animated = params["animated"] { line += "(\(animated.plain))" }
    if let parent = params["parent"] { line += "(toParent: \(parent.isNull ? "nil" : parent.plain))" }
    if let change = change(params) { line += "(\(change))" }
    return line
  }

  /// What a rotation callback, or one of size or traits, tells of: `landscapeLeft`, `844x390`, or the traits as words.
  private static func change(_ params: JSONValue) -> String? {
    if let orientation = params["orientation"] { return orientation.plain }
    if let size = params["size"] { return size.elements.map(\.plain).joined(separator: "x") }
    return params["traits"]?.members.map(\.value.plain).joined(separator: " ")
  }
}
