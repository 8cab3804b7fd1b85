public import JSONText

extension MessageProcessor {
  /// Writes the answer of a call whose handler has deferred it, on a line of its own.
  ///
  /// - Parameters:
  ///   - id: The call's id; for a notification nothing is written.
  ///   - writer: Where the answer goes; nothing may be open in it.
  ///   - result: Writes exactly one value, the result, or throws; what it has written before it threw is dropped.
  public func answer(
    _ id: OwnedRequestID, into writer: inout JSONWriter, result: (inout JSONWriter) throws(JSONRPCError) -> Void
  ) {
    precondition(writer.depth == 0, "an answer was begun inside another JSON text")
    guard !id.isAbsent else { return }
    let start = writer.mark
    id.withID { writer.beginResponse(id: $0) }
    do throws(JSONRPCError) {
      writer.key("result")
      let begin = writer.mark
      try result(&writer)
      precondition(writer.isComplete(since: begin), "a late answer is no whole result")
      writer.endObject()
    } catch {
      counters.errors += 1
      writer.truncate(to: start)
      id.withID { writer.writeErrorResponse(error, id: $0) }
    }
    writer.endLine()
  }
}
