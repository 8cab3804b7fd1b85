import ConformanceSupport
import Foundation
import Testing

/// What came back for one text.
private struct Outcome: Equatable, CustomStringConvertible {
  let lines: [String]
  /// What the good call behind the text was answered.
  let after: String

  /// The error's code, "batch" for an array of errors, "silence".
  var summary: String {
    guard let line = lines.first else { return "silence" }
    guard lines.count == 1, let answer = try? JSON(line) else { return "\(lines)" }
    if !answer.elements.isEmpty {
      let codes = Set(answer.elements.map { $0["error"]["code"].integer })
      return codes == [-32600] ? "batch of -32600" : "batch of \(codes)"
    }
    guard answer["jsonrpc"].string == "2.0", let code = answer["error"]["code"].integer else { return line }
    // One of the objects has a member `id`, which is given back.
    return answer["id"].isAbsent || code == -32600 ? String(code) : line
  }

  var description: String { "\(summary), then \(after)" }
}

@Suite("JSONTestSuite over a socket", .enabled(if: JSONTestSuite.isPresent, Comment(rawValue: JSONTestSuite.absence)))
struct JSONTestSuiteTests {
  /// Texts with line feeds inside, which cannot be sent as one line. `JSONRPCCoreTests` gives them to the processor, and
  /// here they go as messages with headers.
  private static let severalLines = [
    "n_array_newlines_unclosed.json", "n_array_unclosed_with_new_lines.json", "n_string_unescaped_newline.json",
    "y_array_with_1_and_newline.json", "y_object_with_newlines.json",
  ]

  private static func goodCall(_ name: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":"after \#(name)","method":"ping"}"#.utf8)
  }

  private static func goodAnswer(_ name: String) -> String {
    #"{"jsonrpc":"2.0","id":"after \#(name)","result":"pong"}"#
  }

  /// Takes the answers to a text, up to that of the good call behind it.
  private func outcome(of file: JSONTestSuite.File, _ next: () throws -> String?) throws -> Outcome {
    var lines: [String] = []
    while let line = try next() {
      if line.contains(#""id":"after "#) { return Outcome(lines: lines, after: line) }
      lines.append(line)
    }
    return Outcome(lines: lines, after: "the end")
  }

  /// Holds the outcomes against the rules; what differs is in the failure's text.
  private func check(_ outcomes: [(file: JSONTestSuite.File, outcome: Outcome)]) {
    var counts: [String: Int] = [:]
    for (file, outcome) in outcomes {
      counts["\(file.name.prefix(2)) \(outcome.summary)", default: 0] += 1
      #expect(outcome.after == Self.goodAnswer(file.name), "after \(file.name)")
      let allowed: Set<String> =
        if file.isBlank {
          ["silence"]
        } else if JSONTestSuite.isAccepted(file.name) {
          Self.answersToJSON(file.bytes)
        } else {
          ["-32700"]
        }
      #expect(allowed.contains(outcome.summary), "\(file.name): \(outcome)")
    }
    #expect(outcomes.count { !$0.outcome.lines.isEmpty } == outcomes.count - 2, "\(counts)")
    #expect(outcomes.count { $0.outcome.summary == "-32700" } == outcomes.count(where: Self.isRefused), "\(counts)")
  }

  private static func isRefused(_ file: JSONTestSuite.File, _ outcome: Outcome) -> Bool {
    !file.isBlank && !JSONTestSuite.isAccepted(file.name)
  }

  /// None of the texts is a request: a top-level scalar, an object and an empty array are one error, and an array that
  /// holds something is a batch of errors.
  private static func answersToJSON(_ bytes: [UInt8]) -> Set<String> {
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return text.hasPrefix("[") && text != "[]" ? ["batch of -32600"] : ["-32600"]
  }

  @Test("its files are those that we know: 95 y_, 188 n_, 35 i_, of which five are not one line")
  func files() {
    #expect(["y_", "n_", "i_"].map { JSONTestSuite.files($0).count } == [95, 188, 35])
    #expect(JSONTestSuite.files.count == 318)
    #expect(JSONTestSuite.files.filter { !$0.isLine }.map(\.name) == Self.severalLines)
    #expect(JSONTestSuite.files.filter { $0.bytes.contains(UInt8(ascii: "\r")) }.map(\.name) == [])
    #expect(JSONTestSuite.files.filter(\.isBlank).map(\.name) == ["n_single_space.json", "n_structure_no_data.json"])
  }

  @Test("the choices for the i_ files are the list in Protocol/README.md")
  func documentedChoices() throws {
    let document = try String(
      contentsOf: BuiltProducts.checkout.appending(path: "Protocol/README.md"), encoding: .utf8)
    let start = try #require(document.range(of: "of JSONTestSuite): numbers"))
    let list = try #require(document[start.upperBound...].range(of: #"\([^)]*\)"#, options: .regularExpression))
    let names = document[list].split(separator: "`").filter { $0.first?.isLetter == true }
    let accepted = names.map { $0.hasPrefix("i_") ? "\($0).json" : "i_number_\($0).json" }
    #expect(accepted.count == 10)
    #expect(Set(accepted) == JSONTestSuite.acceptedByChoice)
  }

  @Test("313 files as lines on one connection, each with a good call behind it that is answered correctly")
  func lines() throws {
    let daemon = try Daemon()
    let connection = try SocketConnection(to: daemon.socket)
    let files = JSONTestSuite.files.filter(\.isLine)
    #expect(files.count == 313)
    let lineFeed: [UInt8] = [UInt8(ascii: "\n")]
    var outcomes: [(file: JSONTestSuite.File, outcome: Outcome)] = []
    // Some begin as no JSON text does, which as the first byte of a connection is another protocol; and more than 32 are malformed.
    try connection.write(Self.goodCall("nothing") + lineFeed)
    #expect(try connection.takeLine() == Self.goodAnswer("nothing"))
    for file in files {
      let line = file.bytes.last == UInt8(ascii: "\n") ? file.bytes : file.bytes + lineFeed
      try connection.write(line + Self.goodCall(file.name) + lineFeed)
      outcomes.append((file, try outcome(of: file, connection.takeLine)))
    }
    check(outcomes)
    connection.endInput()
    #expect(try connection.takeRest() == [])
    #expect(daemon.terminate() == 0)
  }

  @Test("all 318 files as messages with headers, which can hold line feeds, each with a good call behind it")
  func headers() throws {
    let daemon = try Daemon()
    let connection = try SocketConnection(to: daemon.socket)
    func message(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
    func takeMessage() throws -> String? {
      guard let header = try connection.takeLine() else { return nil }
      let length = try #require(Int(header.dropFirst("Content-Length: ".count).dropLast()), "\(header)")
      #expect(try connection.takeLine() == "\r")
      return String(decoding: try connection.take(length), as: UTF8.self)
    }
    var outcomes: [(file: JSONTestSuite.File, outcome: Outcome)] = []
    for file in JSONTestSuite.files {
      try connection.write(message(file.bytes) + message(Self.goodCall(file.name)))
      outcomes.append((file, try outcome(of: file, takeMessage)))
    }
    check(outcomes)
    connection.endInput()
    #expect(try connection.takeRest() == [])
    #expect(daemon.terminate() == 0)
  }
}
