import ConformanceSupport
import Foundation
import Testing
import Transcripts

@Suite("controllerctl conform")
struct ConformTests {
  private static let kit = "Protocol/transcripts"

  /// Runs the program in the checkout.
  private func conform(_ words: [String], at socket: String) throws -> Tool.Outcome {
    try Tool.run(
      [BuiltProducts.program("controllerctl"), "--socket", socket, "conform"] + words, in: BuiltProducts.checkout)
  }

  /// The cases of the kit as lines name them, in their order.
  private func names(_ files: [String]? = nil) throws -> [String] {
    try (files ?? TranscriptFile.names).flatMap { try TranscriptFile.named($0).cases }.map {
      "\($0.rules.joined(separator: " ")): \($0.title)"
    }
  }

  /// The names of the lines that begin with a word.
  private func lines(_ word: String, _ outcome: Tool.Outcome) -> [String] {
    outcome.lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
  }

  // MARK: Servers that keep the rules

  @Test("the whole kit against controllerd: a line a case in their order, a summary, status 0")
  func controllerd() throws {
    let daemon = try Daemon(TranscriptTests.controllerd)
    let outcome = try conform([Self.kit, "--result", #""pong""#], at: daemon.socket)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.isEmpty)
    let all = try names()
    let passed = lines("ok", outcome)
    let skipped = lines("skipped", outcome)
    #expect(passed.count + skipped.count == all.count)
    #expect(outcome.lines.last == "\(passed.count) passed, 0 failed, \(skipped.count) skipped")
    #expect(passed == all.filter(Set(passed).contains))
    // The examples' methods, the two roles that this client has not, and what only specificationd has.
    let specification = try names(["specification.jsonl"]).count
    #expect(skipped.count { $0.hasSuffix(": requires method subtract") } == specification)
    #expect(skipped.count == specification + 5)
  }

  @Test("the kit against a daemon with the methods of the specification's examples")
  func specificationDaemon() throws {
    let specification = try SpecificationDaemon()
    let outcome = try conform([Self.kit, "--result", #""pong""#], at: specification.daemon.socket)
    #expect(outcome.status == 0, "\(outcome)")
    let general: Set<String> = ["edge-cases.jsonl", "headers.jsonl", "json-rpc.jsonl", "specification.jsonl"]
    let own = try names(TranscriptFile.names.filter { !general.contains($0) }).count
    #expect(outcome.lines.last == "\(try names().count - own - 1) passed, 0 failed, \(own + 1) skipped")
  }

  @Test("any server: another method, with parameters and without a result that is known")
  func otherMethod() throws {
    let specification = try SpecificationDaemon()
    let words = ["--method", "subtract", "--params", "[42,23]", "--result", "19"]
    let outcome = try conform([Self.kit + "/json-rpc.jsonl"] + words, at: specification.daemon.socket)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(lines("skipped", outcome).allSatisfy { $0.hasPrefix("J3: ") || $0.hasPrefix("J7: ") })
    let unknown = try conform(
      [Self.kit + "/json-rpc.jsonl"] + words.prefix(4), at: specification.daemon.socket)
    #expect(unknown.status == 0, "\(unknown)")
    let wrong = try conform(
      [Self.kit + "/json-rpc.jsonl", "--filter", "J1"] + words.dropLast() + ["20"], at: specification.daemon.socket)
    #expect(wrong.status == 1)
    #expect(lines("not ok", wrong)[0].contains("at /result: expected 20, got 19"))
  }

  @Test("the roles, each by the socket or the user that has it")
  func roles() throws {
    let directory = try TemporaryDirectory()
    let daemon = try Daemon(["--read-only-socket", directory.path(of: "o")])
    let outcome = try conform([Self.kit + "/roles.jsonl"], at: directory.path(of: "o"))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(lines("ok", outcome).map { $0.prefix(12) } == ["role-observe"])
    #expect(
      lines("ok", try conform([Self.kit + "/roles.jsonl"], at: daemon.socket)).map { $0.prefix(15) } == [
        "role-administer"
      ])
  }

  // MARK: Servers that do not

  @Test("a daemon that breaks a rule fails at a case that names the rule", arguments: Mutation.all.map(\.name))
  func mutation(name: String) throws {
    let rule = try #require(Mutation.named(name)).rule
    let specification = try SpecificationDaemon(mutation: name)
    let outcome = try conform([Self.kit, "--result", #""pong""#], at: specification.daemon.socket)
    #expect(outcome.status == 1, "\(outcome)")
    let failed = lines("not ok", outcome)
    #expect(failed.contains { $0.prefix { $0 != ":" }.split(separator: " ").contains(Substring(rule)) }, "\(outcome)")
    #expect(outcome.lines.last?.contains(" \(failed.count) failed,") == true)
  }

  @Test("there is a mutation of each rule, and each has a name of its own")
  func mutations() {
    #expect(Set(Mutation.all.map(\.rule)).isSuperset(of: (1...20).map { "J\($0)" }))
    #expect(Set(Mutation.all.map(\.name)).count == Mutation.all.count)
  }

  @Test("a failure says where in the file it is, where in the message, what was expected and what came")
  func failure() throws {
    let specification = try SpecificationDaemon(mutation: "wrong-code-for-unknown-method")
    let outcome = try conform([Self.kit + "/specification.jsonl", "--filter", "J12"], at: specification.daemon.socket)
    #expect(outcome.status == 1)
    let line = try #require(lines("not ok", outcome).first)
    #expect(line.hasPrefix("J12: 7. a call of a method that does not exist: Protocol/transcripts/specification.jsonl:"))
    #expect(line.contains(#": at /error/code: expected -32601, got -32000; in {"jsonrpc":"2.0","id":"1","error":"#))
  }

  @Test(
    "no wait is endless: for a server that is silent, one that never stops, and one that closes",
    arguments: [
      ("cat >/dev/null", "got nothing for 0.2 s"),
      (#"yes '{"jsonrpc":"2.0","method":"log"}'"#, "got nothing for 0.2 s"),
      ("yes x | tr -d '\\n'", ""), ("true", ""),
    ])
  func badServers(commands: String, message: String) throws {
    let directory = try TemporaryDirectory()
    let socket = directory.path(of: "s")
    // The shell's words are in a file, as socat has its own marks.
    try directory.write(commands, to: "server")
    let server = try ChildProcess(
      ["socat", "UNIX-LISTEN:\(socket),fork", "SYSTEM:sh \(directory.path(of: "server")) 2>/dev/null"],
      environment: Tool.merged([:]), directory: directory.path, output: directory.path(of: "output"),
      errors: directory.path(of: "errors"))
    while !Daemon.canConnect(to: socket), server.isRunning { usleep(1000) }
    let outcome = try conform([Self.kit + "/json-rpc.jsonl", "--filter", "J8", "--timeout", "0.2"], at: socket)
    server.send(SIGTERM)
    _ = server.wait()
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.lines.first?.hasPrefix("not ok J8: ") == true)
    #expect(outcome.lines.first?.hasSuffix(message) == true, "\(outcome)")
  }

  @Test("what a case does in any event is done when it has failed")
  func cleanup() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let directory = try TemporaryDirectory()
    try directory.write(
      """
      ## x: a scene that is not closed by the steps
      --> {"jsonrpc":"2.0","id":1,"method":"openScene","params":{"application":"multiview","name":"left"}}
      <-- {"jsonrpc":"2.0","id":1,"result":"wrong"}
      finally:
      --> {"jsonrpc":"2.0","id":2,"method":"closeScene","params":["left"]}
      <-- {"jsonrpc":"2.0","id":2,"result":"<object>"}
      """, to: "x.jsonl")
    #expect(try conform([directory.path], at: daemon.socket).status == 1)
    let scenes = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"listScenes"}"#)
    #expect(try JSON(scenes.last ?? "")["result"]["scenes"].elements.count == 1)
  }

  // MARK: The command line

  @Test(
    "what cannot be run says why, and ends with 2",
    arguments: [
      ([], "conform needs transcripts"), (["/nonexistent"], "/nonexistent: No such file"),
      (["Sources"], "Sources: there is no file *.jsonl"), (["README.md"], "README.md:3: "),
      ([kit, "--timeout", "0"], "--timeout takes seconds"),
      ([kit, "--params", "1"], "--params takes a JSON array or object"),
      ([kit, "--result", "{"], "--result takes JSON"), ([kit, "--filter", "J21"], "--filter J21: no case"),
      ([kit], "/nonexistent/socket: No such file"),
    ])
  func notRun(words: [String], message: String) throws {
    let outcome = try conform(words, at: "/nonexistent/socket")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("controllerctl: "))
    #expect(outcome.errors.contains(message), "\(outcome)")
  }

  @Test("--list names the cases with their places, and needs no server; --verbose prints what goes to and fro")
  func listing() throws {
    let list = try conform([Self.kit, "--list"], at: "/nonexistent/socket")
    #expect(list.status == 0)
    let places = /\ \(Protocol\/transcripts\/[a-z-]+\.jsonl:[0-9]+\)$/
    #expect(try list.lines.map { $0.replacing(places, with: "") } == names())
    let daemon = try Daemon(["--scene", "multiview"])
    let verbose = try conform([Self.kit, "--filter", "ping", "--verbose"], at: daemon.socket)
    #expect(verbose.status == 0)
    #expect(verbose.lines.contains(#"  A--> {"jsonrpc":"2.0","id":1,"method":"ping"}"#))
    #expect(verbose.lines.contains(#"  A<-- {"jsonrpc":"2.0","id":1,"result":"pong"}"#))
  }

  // MARK: What is in the kit

  @Test("there is a case for each rule J1 to J20, and one for each name of the README's table and no other")
  func complete() throws {
    let rules = try TranscriptFile.named("json-rpc.jsonl").cases.flatMap(\.rules)
    #expect(Set(rules) == Set((1...20).map { "J\($0)" }))
    let document = try String(
      contentsOf: BuiltProducts.checkout.appending(path: Self.kit + "/README.md"), encoding: .utf8)
    let promised = document.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.1) }
    }
    func shown(_ files: [String]) throws -> Set<String> {
      Set(try files.flatMap { try TranscriptFile.named($0).cases }.flatMap(\.rules).filter { !$0.hasPrefix("J") })
    }
    let open = try shown(["edge-cases.jsonl", "headers.jsonl"])
    #expect(open.subtracting(promised) == [])
    #expect(Set(promised).subtracting(open).subtracting(try shown(["state.jsonl"])) == [])
    #expect(Set(promised).count == promised.count)
  }

  /// The rule book's doubtful cases, in its order, with what the kit calls them.
  private static let ruleBook = [
    "id-null", "id-fraction", "id-large", "id-long", "id-other-kind", "duplicate-member", "version-missing",
    "method-not-string", "params-null", "extra-members", "response-to-server", "rpc-unknown", "id-twice",
    "batch-nested", "batch-of-notifications", "batch-empty", "batch-huge", "batch-order", "batch-at-the-end",
    "parse-error", "trailing-text", "empty-line", "byte-order-mark", "invalid-unicode", "nul", "nesting", "numbers",
    "partial-effect", "failed-notification",
  ]

  @Test("4.2: there is a case for each row of the rule book's table")
  func ruleBookRows() throws {
    let shown = try TranscriptFile.named("edge-cases.jsonl").cases.flatMap(\.rules)
    #expect(Set(Self.ruleBook).subtracting(shown) == [])
  }
}
