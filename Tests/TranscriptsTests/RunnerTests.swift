import ConformanceSupport
import Testing
import Transcripts

@Suite("Cases that are run")
struct RunnerTests {
  /// Runs the one case of a text.
  private func run(_ text: String, _ server: ScriptedServer) throws -> TranscriptOutcome {
    let runner = TranscriptRunner(transport: server, values: TranscriptFile.values)
    return runner.run(try Transcript("## a: b\n" + text).cases[0])
  }

  private func fault(_ text: String, _ script: @escaping ScriptedServer.Script) throws -> TranscriptFault? {
    guard case .failed(let fault) = try run(text, ScriptedServer(script)) else { return nil }
    return fault
  }

  /// Answers `go` with these lines.
  private func says(_ lines: String?...) -> ScriptedServer.Script {
    { line, connection in line == "go" ? lines.map { (connection, $0) } : [] }
  }

  @Test(
    "what is fulfilled",
    arguments: [
      ("<-- 1\n<-- 2\n<-- 3"), ("<~~ 3\n<~~ 1\n<~~ 2"), ("<.. 3"), ("<.. 2\n<-- 3"),
      ("<-- 9\n|-- 1\n<~~ 9\n|-- 3\n<~~ 2"),
      ("<-- \"<set:x>\"\n<-- \"<integer>\"\n<-- 3\n<-- (nothing)"),
    ])
  func fulfilled(expected: String) throws {
    #expect(try run("--> go\n" + expected, ScriptedServer(says("1", "2", "3"))) == .passed)
  }

  @Test(
    "what is not fulfilled, with its line",
    arguments: [
      ("<-- 1\n<-- 2", 4, "expected nothing, got 3"), ("<-- 1\n<-- 3\n<-- 2", 4, "expected 3, got 2"),
      ("<-- 1\n<-- (nothing)", 4, "expected nothing, got 2"), ("<~~ 1\n<~~ 2\n<~~ 4", 3, "in any order, 4"),
      ("<.. 4", 3, "got nothing at all"), ("<-- 1\n<-- 2\n<-- 3\n<-- 4", 6, "expected 4, got nothing at all"),
      ("<-- (end)", 3, "expected the end of the connection, got 1"), ("<-- 7\n|-- 8", 3, "expected 7, got 1"),
    ])
  func unfulfilled(expected: String, line: Int, words: String) throws {
    let fault = try #require(try fault("--> go\n" + expected, says("1", "2", "3")))
    #expect(fault.line == line)
    #expect(fault.message.contains(words), "\(fault.message)")
  }

  @Test("an end that is expected, one that is not, and a half line before it")
  func ends() throws {
    #expect(try run("--> go\n<-- 1\n<-- (end)", ScriptedServer(says("1", nil))) == .passed)
    #expect(try run("--> (end)\n<-- (end)", ScriptedServer { line, _ in line == "(end)" ? [(0, nil)] : [] }) == .passed)
    #expect(try fault("--> go\n<-- 1", says(nil))?.message.contains("got the end of the connection") == true)
    #expect(try fault("--> go\n<-- (end)", says())?.message.contains("got nothing at all") == true)
  }

  @Test("what is no JSON is told with what is wrong")
  func noJSON() throws {
    let fault = try #require(try fault("--> go\n<-- 1", says("{\"a\":1,\"a\":2}")))
    #expect(fault.message.contains("expected JSON, got {\"a\":1,\"a\":2}: the member name at byte 7"))
  }

  @Test("several connections, each made when it is first used; what one causes comes on another")
  func connections() throws {
    let server = ScriptedServer { line, _ in line == "go" ? [(1, "7"), (0, "8")] : [] }
    let text = "--> (connect)\nB--> (connect)\n--> go\n<-- 8\nB<-- 7\nB--> (close)\nB--> again\n"
    #expect(try run(text, server) == .passed)
    #expect(server.log == ["0 go", "1 (closed)", "2 again", "0 (closed)", "2 (closed)"])
  }

  @Test("a captured value is sent, and expected again")
  func captured() throws {
    let server = ScriptedServer { line, _ in [(0, line == "go" ? #"{"n":"a\"b","m":[1]}"# : #"{"l":\#(line)}"#)] }
    let text = """
      --> go
      <-- {"n":"<set:n:string>","m":"<set:m>"}
      --> ["<get:n>","x<get:n>","<get:m>"]
      <-- {"l":["<get:n>","x<get:n>","<get:m>"]}
      """
    #expect(try run(text, server) == .passed)
    #expect(server.log[1] == #"0 ["a\"b","xa\"b",[1]]"#)
  }

  @Test("what is done in any event is done on a connection of its own after a failure, and once without one")
  func cleanup() throws {
    let text = "--> go\n<-- 1\nfinally:\n--> tidy\n<-- 2"
    let script: ScriptedServer.Script = { line, connection in [(connection, line == "tidy" ? "2" : "9")] }
    let server = ScriptedServer(script)
    guard case .failed = try run(text, server) else { return _ = Issue.record("it has not failed") }
    #expect(server.log == ["0 go", "0 (closed)", "1 tidy", "1 (closed)"])
    let good = ScriptedServer { line, connection in [(connection, line == "tidy" ? "2" : "1")] }
    #expect(try run(text, good) == .passed)
    #expect(good.log == ["0 go", "0 tidy", "0 (closed)"])
    // What fails in it is not done again.
    let bad = ScriptedServer { _, connection in [(connection, "1")] }
    guard case .failed(let fault) = try run(text, bad) else { return _ = Issue.record("it has not failed") }
    #expect(fault.line == 6)
    #expect(bad.log == ["0 go", "0 tidy", "0 (closed)"])
  }

  @Test("notifications of the server are passed over where a case says so")
  func notifications() throws {
    let script = says(#"{"jsonrpc":"2.0","method":"log"}"#, "1")
    #expect(try run("notifications: ignored\n--> go\n<-- 1", ScriptedServer(script)) == .passed)
    #expect(try fault("--> go\n<-- 1", script)?.message.contains("expected 1, got {") == true)
  }

  @Test("what is required is asked once; a case without it is skipped, and says why")
  func requirements() throws {
    let server = ScriptedServer { line, connection in
      switch line {
      case "who": [(connection, #"{"name":"x"}"#)]
      case _ where line.contains("\"sum\""):
        [(connection, #"{"jsonrpc":"2.0","id":"conform.1","error":{"code":-32601,"message":"x"}}"#)]
      default: [(connection, "1")]
      }
    }
    let runner = TranscriptRunner(transport: server, values: TranscriptFile.values)
    let text = """
      ## a: needs a method
      requires: method sum
      --> go
      ## b: needs what is there
      requires: x
      ?-> who
      ?<- {"name":"x"}
      --> go
      <-- 1
      ## c: needs what is not there
      requires: y
      ?-> who
      ?<- {"name":"y"}
      --> go
      ## d: needs what is not there, too
      requires: y
      ?-> who
      ?<- {"name":"y"}
      --> go
      """
    let outcomes = try Transcript(text).cases.map { runner.run($0) }
    #expect(
      outcomes == [.skipped("requires method sum"), .passed, .skipped("requires y"), .skipped("requires y")])
    #expect(server.log.count { $0.hasSuffix("who") } == 2)
    let other = TranscriptRunner(transport: server, values: ["method": .string("ping"), "params": .array([.null])])
    let one = try Transcript("## a: b\nrequires: no parameters\n--> go\n<-- 1").cases[0]
    #expect(other.run(one) == .skipped("requires no parameters"))
    #expect(runner.run(one) == .passed)
  }

  @Test("who follows a case is told what is sent and what comes, the call at the end included")
  func observers() throws {
    let server = ScriptedServer(says("1"))
    let runner = TranscriptRunner(transport: server, values: TranscriptFile.values)
    var events: [String] = []
    runner.onEvent = { event in
      switch event {
      case .sent(let connection, let bytes): events.append("\(connection)> \(String(decoding: bytes, as: UTF8.self))")
      case .received(let connection, let bytes):
        events.append("\(connection)< \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect(runner.run(try Transcript("## a: b\nB--> go\nB<-- 1").cases[0]) == .passed)
    #expect(events.prefix(2) == ["B> go", "B< 1"])
    #expect(events.count == 4)
  }
}
