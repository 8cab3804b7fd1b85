public import JSONText

extension JSONWriter {
  /// Begins a response: the object, `jsonrpc` and `id` (null when it is absent). `result` or `error` must follow, then
  /// `endObject`, and at the top `endLine`.
  public mutating func beginResponse(id: RequestID) {
    beginObject(members: "\"jsonrpc\":\"2.0\",\"id\":")
    id.write(to: &self)
  }

  /// Writes a whole error response, without the line's end.
  public mutating func writeErrorResponse(_ error: JSONRPCError, id: RequestID) {
    beginResponse(id: id)
    key("error")
    error.write(to: &self)
    endObject()
  }

  /// Writes a whole notification on a line of its own.
  ///
  /// - Parameter params: Writes exactly one value, an object or an array.
  public mutating func writeNotification(_ method: StaticString, params: (inout JSONWriter) -> Void) {
    beginObject(members: "\"jsonrpc\":\"2.0\",\"method\":")
    string(method)
    key("params")
    let start = mark
    params(&self)
    precondition(isComplete(since: start), "the params of the notification '\(method)' are not whole")
    endObject()
    endLine()
  }

  /// Opens a place where exactly one value may be written, to be dropped with `truncate(to:)`.
  mutating func beginScratchValue() {
    beginObject()
    key("result")
  }
}
