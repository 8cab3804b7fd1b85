public import JSONText

/// JSON-RPC 2.0 for one line at a time: validates it, calls the handler for each request in it, writes the answers.
///
/// A line is validated as a whole before anything in it is executed. A batch is executed in order and answered in order,
/// on one line. A processor keeps nothing between lines but its counters, so that one may serve many connections, and a
/// handler may use it.
public final class MessageProcessor {
  /// What was processed since the processor was made.
  public struct Counters: Sendable, Hashable {
    /// Calls that were handed to the handler.
    public var requests = 0
    /// Notifications that were handed to the handler.
    public var notifications = 0
    /// Notifications whose handler threw; nobody else is told.
    public var failedNotifications = 0
    /// Batches that were executed.
    public var batches = 0
    /// Error answers that were written.
    public var errors = 0
    /// Answers that were sent to us and ignored.
    public var ignoredResponses = 0
  }

  /// What peers may send.
  public let limits: Limits

  /// What was processed so far.
  ///
  /// Not checked for overlapping accesses: they are numbers, which are counted up and read as values.
  @exclusivity(unchecked) public internal(set) var counters = Counters()

  /// Whether the line that was processed last was JSON.
  public private(set) var wasJSON = true

  /// A processor.
  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Processes one line and writes what must be sent: one line, or nothing (J16).
  ///
  /// Cost: about 1 ns a byte; a single request without escapes allocates nothing.
  ///
  /// - Parameters:
  ///   - line: One line without its end. A line over `limits.line` is the framer's affair and not refused here.
  ///   - writer: Where the answer goes; nothing may be open in it.
  ///   - handler: Executes one request. It writes exactly one value, the result, or throws, or defers its answer, which it
  ///     must not do in a batch; what it has written before it threw or deferred is dropped. For a notification all of it is
  ///     dropped, and it need not write.
  public func process(
    _ line: UnsafeRawBufferPointer, into writer: inout JSONWriter,
    handler: (borrowing Request, inout JSONWriter) throws(JSONRPCError) -> Reply
  ) {
    precondition(writer.depth == 0, "an answer was begun inside another JSON text")
    var scanner = JSONScanner(line, depthLimit: limits.depth)
    let single: Envelope
    do throws(JSONSyntaxError) {
      if try scanner.peekKind() == .array {
        try processBatch(&scanner, into: &writer, handler: handler)
        wasJSON = true
        return
      }
      single = try Envelope.scan(&scanner)
      try scanner.finish()
    } catch {
      writeLine(.parseError(error), into: &writer)
      wasJSON = false
      return
    }
    if execute(single, in: line, batchIndex: nil, into: &writer, handler: handler) { writer.endLine() }
    wasJSON = true
  }

  /// Answers a line that the framer gave up.
  ///
  /// - Parameter got: The bytes that had come.
  public func processTooLong(got: Int, into writer: inout JSONWriter) {
    writeLine(.lineTooLong(limit: limits.line, got: got), into: &writer)
  }

  /// Answers a stream whose first byte is of no protocol that is spoken here.
  public func processUnknownProtocol(first: UInt8, into writer: inout JSONWriter) {
    writeLine(.unknownProtocol(first: first), into: &writer)
  }

  /// Answers a header that the framer could not read.
  public func processMalformedHeader(_ fault: HeaderFault, into writer: inout JSONWriter) {
    writeLine(.badHeader(fault), into: &writer)
  }
}

// MARK: Batches

extension MessageProcessor {
  private func processBatch(
    _ scanner: inout JSONScanner, into writer: inout JSONWriter,
    handler: (borrowing Request, inout JSONWriter) throws(JSONRPCError) -> Reply
  ) throws(JSONSyntaxError) {
    var cursor = try scanner.beginArray()
    var envelopes: [Envelope] = []
    while try scanner.nextElement(&cursor) {
      // A batch over the limit is still validated, but not stored.
      if cursor.count > limits.batch {
        _ = try scanner.scanValue()
      } else {
        envelopes.append(try Envelope.scan(&scanner))
      }
    }
    try scanner.finish()
    guard cursor.count > 0 else {
      writeLine(
        .invalidRequest(
          reason: "emptyBatch", message: "Invalid request: the batch is empty; it must hold at least one request."),
        into: &writer)
      return
    }
    guard cursor.count <= limits.batch else {
      writeLine(.batchTooLarge(limit: limits.batch, got: cursor.count), into: &writer)
      return
    }
    counters.batches += 1
    let start = writer.mark
    writer.beginArray()
    var isAnswered = false
    for (index, envelope) in envelopes.enumerated()
    where execute(envelope, in: scanner.bytes, batchIndex: index, into: &writer, handler: handler) {
      isAnswered = true
    }
    guard isAnswered else {
      writer.truncate(to: start)
      return
    }
    writer.endArray()
    writer.endLine()
  }
}

// MARK: One request

extension MessageProcessor {
  /// - Returns: Whether an answer was written.
  private func execute(
    _ envelope: Envelope, in line: UnsafeRawBufferPointer, batchIndex: Int?, into writer: inout JSONWriter,
    handler: (borrowing Request, inout JSONWriter) throws(JSONRPCError) -> Reply
  ) -> Bool {
    if envelope.isResponse {
      counters.ignoredResponses += 1
      return false
    }
    if let fault = envelope.fault(in: line, limits: limits) {
      let error = batchIndex.map { fault.adding("index", .integer($0)) } ?? fault
      counters.errors += 1
      writer.writeErrorResponse(error, id: envelope.readableID(in: line, limits: limits))
      return true
    }
    guard let method = envelope.method else { preconditionFailure("a request without a method passed the checks") }
    let raw = UnsafeRawBufferPointer(rebasing: line[method.contents])
    guard method.hasEscapes else {
      return call(envelope, method: raw, in: line, isInBatch: batchIndex != nil, into: &writer, handler: handler)
    }
    return JSONScanner.decoded(raw).withUnsafeBytes { name in
      call(envelope, method: name, in: line, isInBatch: batchIndex != nil, into: &writer, handler: handler)
    }
  }

  private func call(
    _ envelope: Envelope, method: UnsafeRawBufferPointer, in line: UnsafeRawBufferPointer, isInBatch: Bool,
    into writer: inout JSONWriter, handler: (borrowing Request, inout JSONWriter) throws(JSONRPCError) -> Reply
  ) -> Bool {
    let request = Request(
      method: method, id: envelope.id(in: line), params: envelope.params, in: line, isInBatch: isInBatch)
    let start = writer.mark
    if request.isNotification {
      counters.notifications += 1
      // Its result goes where a result would go, so that the handler need not know.
      writer.beginScratchValue()
      do throws(JSONRPCError) {
        _ = try handler(request, &writer)
      } catch {
        counters.failedNotifications += 1
      }
      writer.truncate(to: start)
      return false
    }
    counters.requests += 1
    writer.beginResponse(id: request.id)
    let beforeResult = writer.mark
    do throws(JSONRPCError) {
      writer.key("result")
      let result = writer.mark
      guard try handler(request, &writer) == .written else {
        precondition(!isInBatch, "the handler of '\(request.methodName)' has deferred an answer of a batch")
        writer.truncate(to: start)
        return false
      }
      precondition(writer.isComplete(since: result), "the handler of '\(request.methodName)' wrote no whole result")
    } catch {
      counters.errors += 1
      writer.truncate(to: beforeResult)
      writer.key("error")
      error.write(to: &writer)
    }
    writer.endObject()
    return true
  }

  private func writeLine(_ error: JSONRPCError, into writer: inout JSONWriter) {
    counters.errors += 1
    writer.writeErrorResponse(error, id: .absent)
    writer.endLine()
  }
}
