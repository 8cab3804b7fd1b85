import JSONText

/// Runs cases against a server.
///
/// Each case has connections of its own, which are made when they are first used. Behind what a case expects, and where it
/// expects nothing, a call of the given method is sent: what comes before its answer has come unasked.
public final class TranscriptRunner {
  /// Something that happened on a connection, for who wants to follow a case.
  public enum Event {
    case sent(connection: String, [UInt8])
    case received(connection: String, [UInt8])
  }

  /// Messages are shown up to there.
  private static let shownBytes = 400

  private let transport: any TranscriptTransport
  private let given: [String: JSONTree]
  /// Called for every message, if set.
  public var onEvent: ((Event) -> Void)?

  /// What was found out about requirements, by their text.
  private var findings: [String: Bool] = [:]
  private var lastCall = 0
  private var connections: [String: TranscriptConnection] = [:]
  private var values: [String: JSONTree] = [:]
  private var current: TranscriptCase?

  /// - Parameters:
  ///   - transport: Makes the connections.
  ///   - values: Those of `Transcript.givenValues`: a method that the server answers, the parameters that it is given, and
  ///     what its result is.
  public init(transport: any TranscriptTransport, values: [String: JSONTree]) {
    self.transport = transport
    given = values
  }

  /// Runs a case.
  public func run(_ one: TranscriptCase) -> TranscriptOutcome {
    for requirement in one.requirements {
      do throws(TranscriptFault) {
        guard try isMet(requirement, usesHeaders: one.usesHeaders) else {
          return .skipped("requires \(requirement.text)")
        }
      } catch {
        return .failed(TranscriptFault("whether there is \(requirement.text): \(error.message)", line: one.line))
      }
    }
    begin(one)
    defer { closeAll() }
    var index = 0
    do throws(TranscriptFault) {
      while index < one.steps.count {
        try perform(one.steps[index])
        index += 1
      }
      try checkSilence(line: one.steps.last?.line ?? one.line)
      return .passed
    } catch {
      cleanUp(one, from: index)
      return .failed(error)
    }
  }

  private func begin(_ one: TranscriptCase) {
    closeAll()
    current = one
    values = given
  }

  private func closeAll() {
    for (_, connection) in connections.sorted(by: { $0.key < $1.key }) { connection.close() }
    connections = [:]
  }

  /// Does what is done in any event, on connections of its own; what comes of it does not matter any more.
  private func cleanUp(_ one: TranscriptCase, from failed: Int) {
    guard let cleanup = one.cleanup, failed < cleanup else { return }
    closeAll()
    for step in one.steps[cleanup...] { try? perform(step) }
  }

  // MARK: Steps

  private func perform(_ step: TranscriptStep) throws(TranscriptFault) {
    do throws(TranscriptFault) {
      let connection = try connection(step.connection)
      connection.beginWait()
      switch step.action {
      case .send(let text): try connection.send(message: bytes(of: text, step))
      case .sendBytes(let text): try connection.send(bytes: bytes(of: text, step))
      case .endInput: connection.endInput()
      case .close: connections.removeValue(forKey: step.connection)?.close()
      case .connect: break
      case .expect(let patterns): try expect(patterns, step)
      case .expectInAnyOrder(let messages): try expectInAnyOrder(messages, step)
      case .expectLater(let patterns): try expectLater(patterns, step)
      case .expectNothing: try checkSilence(of: step.connection)
      case .expectEnd: try expectEnd(step)
      }
    } catch {
      throw TranscriptFault(error.message, line: error.line == 0 ? step.line : error.line)
    }
  }

  private func connection(_ name: String) throws(TranscriptFault) -> TranscriptConnection {
    if let connection = connections[name] { return connection }
    let connection = TranscriptConnection(try transport.connect(), usesHeaders: current?.usesHeaders ?? false)
    connections[name] = connection
    return connection
  }

  private func bytes(of text: TranscriptText, _ step: TranscriptStep) throws(TranscriptFault) -> [UInt8] {
    guard let bytes = text.bytes(values) else {
      throw TranscriptFault("a value of \(text.source) was not captured: what should set it was passed over")
    }
    onEvent?(.sent(connection: step.connection, bytes))
    return bytes
  }

  private func expect(_ patterns: [JSONPattern], _ step: TranscriptStep) throws(TranscriptFault) {
    let message = try nextMessage(step, expected: patterns)
    if let mismatch = match(message, patterns) { throw Self.fault(mismatch, message) }
  }

  private func expectLater(_ patterns: [JSONPattern], _ step: TranscriptStep) throws(TranscriptFault) {
    while match(try nextMessage(step, expected: patterns), patterns) != nil {}
  }

  private func expectInAnyOrder(_ messages: [[JSONPattern]], _ step: TranscriptStep) throws(TranscriptFault) {
    var rest = messages
    while let first = rest.first {
      let message = try nextMessage(step, expected: first)
      guard let index = rest.firstIndex(where: { match(message, $0) == nil }) else {
        throw TranscriptFault(
          "expected, in any order, \(rest.compactMap(\.first?.source).joined(separator: " and ")), got "
            + Self.shown(Array(message.text.utf8)))
      }
      rest.remove(at: index)
    }
  }

  private func expectEnd(_ step: TranscriptStep) throws(TranscriptFault) {
    switch try connection(step.connection).next() {
    case .end: return
    case .message(let message): throw TranscriptFault("expected the end of the connection, got \(Self.shown(message))")
    case .nothing(let patience):
      throw TranscriptFault("expected the end of the connection, got nothing \(patience)")
    }
  }

  /// Compares with each pattern in turn.
  ///
  /// - Returns: The difference from the first one, when none matches.
  private func match(_ message: JSONTree, _ patterns: [JSONPattern]) -> JSONMismatch? {
    var first: JSONMismatch?
    for pattern in patterns {
      do throws(JSONMismatch) {
        try pattern.match(message, values: &values)
        return nil
      } catch {
        first = first ?? error
      }
    }
    return first
  }

  // MARK: Messages

  private func nextMessage(
    _ step: TranscriptStep, expected patterns: [JSONPattern]
  ) throws(TranscriptFault) -> JSONTree {
    let wanted = patterns.map(\.source).joined(separator: " or ")
    switch try next(on: step.connection) {
    case .tree(let tree): return tree
    case .end: throw TranscriptFault("expected \(Self.shown(Array(wanted.utf8))), got the end of the connection")
    case .nothing(let patience):
      throw TranscriptFault("expected \(Self.shown(Array(wanted.utf8))), got nothing \(patience)")
    }
  }

  private enum Next {
    case tree(JSONTree)
    case end
    case nothing(String)
  }

  /// The next message that is not passed over.
  private func next(on name: String) throws(TranscriptFault) -> Next {
    let connection = try connection(name)
    while true {
      switch try connection.next() {
      case .end: return .end
      case .nothing(let patience): return .nothing(patience)
      case .message(let bytes):
        onEvent?(.received(connection: name, bytes))
        let tree = try Self.parse(bytes)
        if current?.ignoresNotifications == true, tree["method"]?.string != nil { continue }
        return .tree(tree)
      }
    }
  }

  private static func parse(_ bytes: [UInt8]) throws(TranscriptFault) -> JSONTree {
    do throws(JSONSyntaxError) {
      return try JSONTree(parsing: bytes)
    } catch {
      throw TranscriptFault("expected JSON, got \(shown(bytes)): \(error.message)")
    }
  }

  // MARK: Silence

  /// Proves that nothing is left on any connection on which something can still be asked.
  private func checkSilence(line: Int) throws(TranscriptFault) {
    for (name, connection) in connections.sorted(by: { $0.key < $1.key })
    where !connection.hasEndedInput && !connection.hasEnded {
      do throws(TranscriptFault) {
        try checkSilence(of: name)
      } catch {
        throw TranscriptFault("at the end of the case: \(error.message)", line: line)
      }
    }
  }

  private func checkSilence(of name: String) throws(TranscriptFault) {
    guard let answer = try call(given["method"] ?? .null, on: name, first: true) else { return }
    throw TranscriptFault("expected nothing, got \(Self.shown(Array(answer.text.utf8)))")
  }

  /// Sends a call and waits for its answer.
  ///
  /// - Parameter first: Whether what comes before the answer is of interest.
  /// - Returns: What came before the answer, else the answer; nil when what came first is the answer, and of no interest.
  private func call(_ method: JSONTree, on name: String, first: Bool) throws(TranscriptFault) -> JSONTree? {
    lastCall += 1
    let id = "conform.\(lastCall)"
    let call = JSONTree.object([
      JSONTree.Member("jsonrpc", .string("2.0")), JSONTree.Member("id", .string(id)), JSONTree.Member("method", method),
    ])
    let bytes = Array(call.text.utf8)
    onEvent?(.sent(connection: name, bytes))
    let connection = try connection(name)
    try connection.send(message: bytes)
    connection.beginWait()
    while true {
      switch try next(on: name) {
      case .tree(let answer) where answer["id"]?.string == id: return first ? nil : answer
      case .tree(let other):
        if first { return other }
      case .end: throw TranscriptFault("expected the answer to \(call.text), got the end of the connection")
      case .nothing(let patience): throw TranscriptFault("expected the answer to \(call.text), got nothing \(patience)")
      }
    }
  }

  // MARK: Requirements

  private func isMet(
    _ requirement: TranscriptRequirement, usesHeaders: Bool
  ) throws(TranscriptFault) -> Bool {
    if let finding = findings[requirement.text] { return finding }
    begin(
      TranscriptCase(
        rules: [], title: "", line: 0, requirements: [], usesHeaders: usesHeaders, ignoresNotifications: true))
    defer { closeAll() }
    let finding = try find(requirement.probe)
    findings[requirement.text] = finding
    return finding
  }

  private func find(_ probe: TranscriptRequirement.Probe) throws(TranscriptFault) -> Bool {
    switch probe {
    case .noParameters:
      let params = given["params"]?.text
      return params == nil || params == "[]" || params == "{}"
    case .method(let name):
      let answer = try call(.string(name), on: "A", first: false)
      return answer?["error"]?["code"]?.text != "-32601"
    case .exchange(let text, let pattern):
      let connection = try connection("A")
      connection.beginWait()
      // Who closes the connection, or answers with what is no message, has not what is required either.
      guard (try? connection.send(message: text.bytes(values) ?? [])) != nil,
        case .tree(let answer)? = try? next(on: "A")
      else { return false }
      return match(answer, [pattern]) == nil
    }
  }

  // MARK: Texts

  private static func fault(_ mismatch: JSONMismatch, _ message: JSONTree) -> TranscriptFault {
    let place = mismatch.pointer.isEmpty ? "" : "at \(mismatch.pointer): "
    let whole = mismatch.pointer.isEmpty ? "" : "; in \(shown(Array(message.text.utf8)))"
    return TranscriptFault(
      place + "expected \(shown(Array(mismatch.expected.utf8))), got \(shown(Array(mismatch.got.utf8)))" + whole)
  }

  /// A message for people: its beginning, if it is long.
  static func shown(_ bytes: [UInt8]) -> String {
    guard bytes.count > shownBytes else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.prefix(shownBytes), as: UTF8.self) + "… (\(bytes.count) bytes)"
  }
}
