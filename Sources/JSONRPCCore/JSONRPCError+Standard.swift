public import JSONText

extension JSONRPCError {
  /// -32700 for a line that is not JSON; `data` has the byte's offset and, for nesting, the limit.
  public static func parseError(_ error: JSONSyntaxError) -> JSONRPCError {
    var details: [(name: String, value: ErrorDetail)] = [(name: "offset", value: .integer(error.offset))]
    if let limit = error.depthLimit { details += limitDetails("depth", limit) }
    return JSONRPCError(
      .parseError, reason: error.kind.rawValue, message: "Parse error: \(error.message).", details: details)
  }

  /// The members of `data` that tell of a limit which is exceeded: its name and its value, as `getServerInfo` gives them,
  /// and what there was instead.
  public static func limitDetails(
    _ name: String, _ limit: Int, got: Int? = nil
  ) -> [(name: String, value: ErrorDetail)] {
    var details: [(name: String, value: ErrorDetail)] = [
      (name: "limitName", value: .string(name)), (name: "limit", value: .integer(limit)),
    ]
    if let got { details.append((name: "got", value: .integer(got))) }
    return details
  }

  /// -32700 for a line, or the body of a message with a header, over the limit; it was thrown away up to its end.
  ///
  /// - Parameter got: The bytes that had come when it was given up, or that its header announced.
  public static func lineTooLong(limit: Int, got: Int) -> JSONRPCError {
    JSONRPCError(
      .parseError, reason: "lineTooLong",
      message: "Parse error: the message is longer than the \(limit) bytes that are allowed; it is skipped up to its "
        + "end.",
      details: limitDetails("line", limit, got: got))
  }

  /// -32700 for a message whose header cannot be read, after which the connection has to be closed; `data` has the cause.
  public static func badHeader(_ fault: HeaderFault) -> JSONRPCError {
    JSONRPCError(
      .parseError, reason: "badHeader",
      message: "Parse error: \(fault). Allowed: lines of \"Name: value\", one of them Content-Length with the body's "
        + "bytes in decimal, then an empty line, each ended by CR LF; \(HeaderFramer.headerLimit) bytes in all. What follows "
        + "cannot be read: the connection is closed; connect again.",
      details: [(name: "cause", value: .string(fault.cause))] + fault.details)
  }

  /// -32700 for a stream that begins neither as JSON nor with a header, after which the connection has to be closed.
  ///
  /// - Parameter first: The first byte that was no blank.
  public static func unknownProtocol(first: UInt8) -> JSONRPCError {
    JSONRPCError(
      .parseError, reason: "unknownProtocol",
      message: "Parse error: the connection begins with the byte \(first), with which neither a JSON text nor "
        + "Content-Length begins. JSON-RPC 2.0 is spoken here, one JSON text a line, and no HTTP. Nothing was executed; the "
        + "connection is closed.",
      details: [(name: "byte", value: .integer(Int(first)))])
  }

  /// -32600 for a batch over the limit, of which nothing was executed.
  static func batchTooLarge(limit: Int, got: Int) -> JSONRPCError {
    invalidRequest(
      reason: "batchTooLarge",
      message: "Invalid request: the batch holds \(got) requests; \(limit) are allowed. Nothing was executed.",
      details: limitDetails("batch", limit, got: got))
  }

  /// -32600.
  public static func invalidRequest(
    reason: String, message: String, details: [(name: String, value: ErrorDetail)] = []
  ) -> JSONRPCError {
    JSONRPCError(.invalidRequest, reason: reason, message: message, details: details)
  }

  /// -32601 with the name that was asked for and, when there is one, the nearest that exists. A name of more than 128
  /// bytes is shown by its beginning.
  public static func methodNotFound(_ method: String, nearest: String? = nil) -> JSONRPCError {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? "."
    let shown = shortened(method)
    let error = JSONRPCError(
      .methodNotFound, reason: "methodNotFound", message: "There is no method '\(shown)'\(hint)",
      details: [(name: "method", value: .string(shown))])
    return nearest.map { error.adding("nearest", .string($0)) } ?? error
  }

  /// -32602.
  ///
  /// - Parameter pointer: JSON Pointer into the request, such as "/params/view".
  public static func invalidParams(
    reason: String, message: String, pointer: String, details: [(name: String, value: ErrorDetail)] = []
  ) -> JSONRPCError {
    JSONRPCError(
      .invalidParams, reason: reason, message: message, details: [(name: "pointer", value: .string(pointer))] + details)
  }

  /// -32602 for parameters that the reader cannot hold. The error's pointer begins with "/params".
  public static func invalidParams(_ error: JSONValueError) -> JSONRPCError {
    invalidParams(
      reason: error.reason, message: "Invalid params: \(error.message).", pointer: error.pointer)
  }

  /// -32603.
  public static func internalError(
    reason: String = "internalError", message: String, details: [(name: String, value: ErrorDetail)] = []
  ) -> JSONRPCError {
    JSONRPCError(.internalError, reason: reason, message: message, details: details)
  }

  /// 128 bytes: what a peer sent is not sent back twice at its full length.
  private static let shownBytes = 128

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > shownBytes else { return text }
    return String(decoding: text.utf8.prefix(shownBytes), as: UTF8.self) + "…"
  }
}
