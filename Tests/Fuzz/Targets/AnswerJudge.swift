import ConformanceSupport
import JSONText

/// Judges what a daemon sends for what it was sent: JSON for us and for Jansson, JSON-RPC, and ids that were sent.
enum AnswerJudge {
  /// Events that a client can be sent.
  static let events: Set<String> = [
    "trace", "message", "issue", "advice", "delta", "resync", "sceneOpened", "sceneClosed", "notFollowed", "lost",
    "goodbye",
  ]
  /// Ids and texts that come back have the levels that they were sent with, and stand a few deeper.
  private static let depthLimit = 128
  /// Jansson takes long for large texts; its verdict is about small things.
  private static let longestForJansson = 4096

  static func judge(_ lines: [[UInt8]], to input: [UInt8]) throws(Find) {
    var answers = 0
    for line in lines {
      if let fault = line.withUnsafeBytes({ judge($0, input, answers: &answers) }) {
        throw Find("\(fault): \(String(decoding: line, as: UTF8.self))")
      }
    }
    let most = input.split(separator: 0x0A).count
    guard answers <= most else { throw Find("\(answers) answers to \(most) lines") }
  }

  /// - Returns: What is wrong with a line.
  private static func judge(_ line: UnsafeRawBufferPointer, _ input: [UInt8], answers: inout Int) -> String? {
    do throws(JSONSyntaxError) {
      try JSONScanner.validate(line, depthLimit: depthLimit)
      if line.count <= longestForJansson, case .refused(let code) = JanssonVerdict(line) {
        return "what comes back is not JSON for Jansson, code \(code)"
      }
      return try fault(line, input, answers: &answers)
    } catch {
      return "what comes back is not JSON, \(error.kind) at \(error.offset)"
    }
  }

  /// - Parameter answers: Counted up for what is no event.
  private static func fault(
    _ line: UnsafeRawBufferPointer, _ input: [UInt8], answers: inout Int
  ) throws(JSONSyntaxError) -> String? {
    var scanner = JSONScanner(line, depthLimit: depthLimit)
    switch try scanner.peekKind() {
    case .array:
      answers += 1
      var cursor = try scanner.beginArray()
      while try scanner.nextElement(&cursor) {
        guard try scanner.peekKind() == .object else { return "a batch of answers holds what is none" }
        let message = try Message(&scanner)
        if let fault = message.isEvent ? "an event in a batch" : message.fault(input) { return fault }
      }
      return cursor.count > 0 ? nil : "an empty batch of answers"
    case .object:
      let message = try Message(&scanner)
      if message.isEvent { return events.contains(message.method ?? "") ? nil : "an unknown event" }
      answers += 1
      return message.fault(input)
    default: return "a line that is no message"
    }
  }

  /// The members of what comes back.
  private struct Message {
    private var version: String?
    private var id: [UInt8]?
    private(set) var method: String?
    private var results = 0
    private var errors = 0
    private var isErrorWhole = false
    private var others = 0

    var isEvent: Bool { method != nil }

    init(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
      var cursor = try scanner.beginObject()
      while let name = try scanner.nextMember(&cursor) {
        let start = scanner
        let token = try scanner.scanValue()
        switch String(decoding: UnsafeRawBufferPointer(rebasing: scanner.bytes[name.contents]), as: UTF8.self) {
        case "jsonrpc": version = Self.string(token, scanner)
        case "method": method = Self.string(token, scanner)
        case "params": break
        case "id": id = Array(scanner.bytes[token.range])
        case "result": results += 1
        case "error":
          errors += 1
          var inside = start
          if token.kind == .object { isErrorWhole = try Self.isError(&inside) }
        default: others += 1
        }
      }
    }

    private static func string(_ token: JSONToken, _ scanner: JSONScanner) -> String? {
      guard token.kind == .string else { return nil }
      return String(decoding: UnsafeRawBufferPointer(rebasing: scanner.bytes[token.contents]), as: UTF8.self)
    }

    private static func isError(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> Bool {
      var cursor = try scanner.beginObject()
      var kinds: [String: JSONKind] = [:]
      while let name = try scanner.nextMember(&cursor) {
        let text = String(decoding: UnsafeRawBufferPointer(rebasing: scanner.bytes[name.contents]), as: UTF8.self)
        kinds[text] = try scanner.scanValue().kind
      }
      return kinds == ["code": .integer, "message": .string, "data": .object]
    }

    /// What is wrong with an answer.
    func fault(_ input: [UInt8]) -> String? {
      if version != "2.0" { return "the version is not 2.0" }
      if results + errors != 1 || others > 0 { return "an answer has one of result and error, and nothing else" }
      if errors == 1, !isErrorWhole { return "an error has code, message and data" }
      guard let id else { return "an answer without an id" }
      return id == Array("null".utf8) || Self.holds(input, id) ? nil : "the id was not sent"
    }

    /// The library's own search takes longer than all the rest of a check.
    private static func holds(_ input: [UInt8], _ id: [UInt8]) -> Bool {
      guard let first = id.first, input.count >= id.count else { return false }
      return (0...input.count - id.count).contains { start in
        input[start] == first && input[start..<start + id.count].elementsEqual(id)
      }
    }
  }
}
