import JSONText

/// What the daemon answered, as the bytes that were received.
enum Answer {
  /// The result's JSON.
  case result([UInt8])

  /// An error.
  case failure(Failure)

  /// An error: its sentence as text, its code and data as JSON.
  struct Failure {
    let message: [UInt8]
    let code: [UInt8]
    let data: [UInt8]?

    /// Whether the daemon has not even taken the connection.
    var isRefusedConnection: Bool { code == Array("-32000".utf8) }
  }

  /// Reads a line that the daemon sent.
  ///
  /// - Returns: The answer to the one request of the connection, or nil for anything else, a notification for instance.
  /// - Throws: `ConnectionFailure` when the line is not of this protocol.
  init?(line: [UInt8]) throws(ConnectionFailure) {
    let members = try RawJSON.members(of: line)
    guard members["method"] == nil, let identifier = members["id"] else { return nil }
    // An id of null belongs to the request, too: it was refused before its id was read.
    guard identifier == Array(Request.identifier.description.utf8) || identifier == Array("null".utf8) else {
      return nil
    }
    if let result = members["result"] {
      self = .result(result)
      return
    }
    guard let error = members["error"] else {
      throw ConnectionFailure("the daemon's answer has neither a result nor an error")
    }
    let parts = try RawJSON.members(of: error)
    guard let code = parts["code"], let message = parts["message"], message.count >= 2, message.first == 0x22 else {
      throw ConnectionFailure("the daemon's error has no code or no message: \(String(decoding: error, as: UTF8.self))")
    }
    let text = message.withUnsafeBytes { JSONScanner.decoded(UnsafeRawBufferPointer(rebasing: $0[1..<($0.count - 1)])) }
    self = .failure(Failure(message: text, code: code, data: parts["data"]))
  }
}
