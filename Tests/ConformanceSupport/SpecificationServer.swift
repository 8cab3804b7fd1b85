package import JSONRPCCore
package import JSONText

/// A processor with the methods of the specification's examples, and a few for our own rules.
package final class SpecificationServer {
  package let processor: MessageProcessor
  /// The methods that ran, in order, with their parameters as sent.
  package private(set) var log: [String] = []
  private let keepsLog: Bool

  /// - Parameter keepsLog: False for a server that runs long.
  package init(limits: Limits = Limits(), keepsLog: Bool = true) {
    self.keepsLog = keepsLog
    processor = MessageProcessor(limits: limits)
  }

  /// Sends one line and gives what comes back, without the line's end; nil for silence.
  package func send(_ line: String) -> String? { send(Array(line.utf8)) }

  package func send(_ line: [UInt8]) -> String? {
    var writer = JSONWriter()
    line.withUnsafeBytes { answer($0, into: &writer) }
    guard !writer.isEmpty else { return nil }
    let text = writer.text
    precondition(text.hasSuffix("\n"), "an answer without a line's end")
    return String(text.dropLast())
  }

  /// Answers one line; what comes back is written with the line's end.
  package func answer(_ line: UnsafeRawBufferPointer, into writer: inout JSONWriter) {
    processor.process(line, into: &writer) { (request, writer) throws(JSONRPCError) in
      try self.handle(request, &writer)
      return .written
    }
  }

  private func handle(_ request: borrowing Request, _ writer: inout JSONWriter) throws(JSONRPCError) {
    let parameters = String(decoding: request.parameterBytes, as: UTF8.self)
    if keepsLog { log.append(request.methodName + parameters) }
    let values = try request.parseParameters()?.root
    switch request.methodName {
    case "subtract":
      let minuend = values?["minuend"] ?? values?[0]
      let subtrahend = values?["subtrahend"] ?? values?[1]
      guard let minuend = minuend?.int64, let subtrahend = subtrahend?.int64 else {
        throw JSONRPCError.invalidParams(
          reason: "integerExpected", message: "subtract takes two integers.", pointer: "/params")
      }
      // What is sent must not end the server, whatever it adds up to.
      writer.integer(minuend &- subtrahend)
    case "sum":
      writer.integer(values?.elements.reduce(0) { $0 &+ ($1.int64 ?? 0) } ?? 0)
    case "get_data":
      writer.beginArray()
      writer.string("hello")
      writer.integer(5)
      writer.endArray()
    case "ping":
      writer.string("pong")
    case "update", "notify_hello", "notify_sum":
      writer.null()
    case "echo":
      if let values { writer.value(values) } else { writer.null() }
    case "echoBytes":
      guard request.parameterKind != .absent else {
        writer.null()
        break
      }
      // Line feeds can stand between tokens where messages have headers; answers are lines.
      let line = request.parameterBytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      line.withUnsafeBytes { writer.raw($0) }
    case "halfway":
      writer.beginObject()
      writer.key("half")
      writer.beginArray()
      writer.integer(1)
      throw JSONRPCError(ErrorCode(rawValue: 1000), reason: "stopped", message: "It stopped halfway.")
    case "isInBatch":
      writer.bool(request.isInBatch)
    default:
      throw JSONRPCError.methodNotFound(request.methodName)
    }
  }
}
