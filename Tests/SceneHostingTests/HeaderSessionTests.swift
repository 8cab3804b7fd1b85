import HeadlessUIKit
import JSONRPCCore
import Testing

@testable import SceneHosting

@MainActor
@Suite("Sessions with headers") struct HeaderSessionTests {
  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#
  private static let goodbye = #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"badHeader"}}"#

  @Test("an answer has a header with the bytes of its body, and no LF")
  func answer() throws {
    let client = HeaderClient(try TestHost().host)
    client.receive(HeaderClient.framed(Self.ping))
    #expect(client.takeText() == "Content-Length: 40\r\n\r\n" + Self.pong)
    client.receive(HeaderClient.framed(#"{"jsonrpc":"2.0","id":"ä","method":"ping"}"#))
    #expect(client.takeText() == "Content-Length: 43\r\n\r\n" + #"{"jsonrpc":"2.0","id":"ä","result":"pong"}"#)
  }

  @Test(
    "J6: calls, batches and notifications are answered as on lines, the answers framed", arguments: [1, 143, 100_000])
  func kinds(size: Int) throws {
    let client = HeaderClient(try TestHost().host)
    let bodies = [
      Self.ping, #"{"jsonrpc":"2.0","method":"ping"}"#,
      "[" + Self.ping + ",\n" + #"{"jsonrpc":"2.0","method":"ping"},1]"#,
      "{\r\n\t\"jsonrpc\":\"2.0\",\n\"id\":1,\n\"method\":\"ping\"\n}\n",
      "", " \r\n", "{\n", #"[{"jsonrpc":"2.0","method":"ping"}]"#, Self.ping,
    ]
    client.receive(bodies.map(HeaderClient.framed).joined(), piecesOf: size)
    let answers = try client.takeBodies()
    try #require(answers.count == 5)
    #expect(answers[0] == Self.pong)
    #expect(answers[1].hasPrefix("[" + Self.pong + #",{"jsonrpc":"2.0","id":null,"error":{"code":-32600"#))
    #expect(answers[2] == Self.pong)
    #expect(answers[3].contains(#""code":-32700"#))
    #expect(answers[4] == Self.pong)
  }

  @Test("trace events come before the answer that they belong to, each with a header")
  func events() throws {
    let client = HeaderClient(try TestHost().host)
    _ = try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["trace"]]}"#)
    let bodies = try client.send(#"{"jsonrpc":"2.0","id":2,"method":"displayView","params":[2]}"#)
    #expect(bodies.count == 12)
    #expect(
      try MemoryClient.events(bodies).prefix(3) == [
        "FormController viewWillDisappear", "FormController deinit", "TimerController loadView",
      ])
    #expect(bodies.last?.hasPrefix(#"{"jsonrpc":"2.0","id":2,"result":"#) == true)
    #expect(bodies.allSatisfy { !$0.contains("\n") })
  }

  @Test("a client with headers and one with lines get the same events of one host, each in its framing")
  func both() throws {
    let test = try TestHost()
    let (header, line) = (HeaderClient(test.host), test.client())
    let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["trace"]]}"#
    let answers = (try header.send(subscribe), line.send(subscribe + "\n"))
    #expect(answers.0.map { $0.replacing(#""client":"c1""#, with: #""client":"c2""#) } == answers.1)
    let display = #"{"jsonrpc":"2.0","id":2,"method":"displayView","params":[2]}"#
    let own = line.send(display + "\n")
    let watched = try header.takeBodies()
    #expect(own.count == 12)
    #expect(watched == Array(own.dropLast()))
    let again = try header.send(display)
    #expect(again.count == 12 || again.count == 13)
    #expect(line.takeLines() == Array(again.dropLast()))
  }

  @Test("a body over the limit is one error, and the next message is answered")
  func tooLong() throws {
    var limits = HostLimits()
    limits.lines.line = 60
    let client = HeaderClient(try TestHost(limits: limits).host)
    let bodies = try client.send(String(repeating: "\n", count: 61), Self.ping)
    #expect(bodies.count == 2)
    let data = Answer(try MemoryClient.parse(bodies[0])).data
    #expect(data["reason"] as? String == "lineTooLong")
    #expect(data["limit"] as? Int == 60)
    #expect(data["got"] as? Int == 61)
    #expect(bodies[1] == Self.pong)
  }

  @Test("a bad header is one error that says what is wrong and allowed, then goodbye, and nothing more")
  func badHeader() throws {
    let client = HeaderClient(try TestHost().host)
    _ = try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["trace"]]}"#)
    client.receive(
      HeaderClient.framed(Self.ping) + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n[1,2]"
        + HeaderClient.framed(#"{"jsonrpc":"2.0","id":2,"method":"displayView","params":[2]}"#))
    let bodies = try client.takeBodies()
    try #require(bodies.count == 3)
    #expect(bodies[0] == Self.pong)
    #expect(
      bodies[1]
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: line 2 of the header is a second "#
        + #"Content-Length. Allowed: lines of \"Name: value\", one of them Content-Length with the body's bytes in decimal, "#
        + #"then an empty line, each ended by CR LF; 4096 bytes in all. What follows cannot be read: the connection is "#
        + #"closed; connect again.","data":{"reason":"badHeader","cause":"lengthRepeated","headerLine":2}}}"#)
    #expect(bodies[2] == Self.goodbye)
    #expect(client.session.isFinished)
    #expect(!client.session.wantsTurn)
    client.receive(HeaderClient.framed(Self.ping))
    client.session.receiveEnd()
    client.session.resume()
    #expect(client.takeText() == "")
  }

  @Test("after goodbye neither events of others nor the daemon's end are told")
  func afterGoodbye() throws {
    let test = try TestHost()
    let (client, driver) = (HeaderClient(test.host), test.client())
    _ = try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["trace"]]}"#)
    client.receive("Bad\r\n")
    #expect(try client.takeBodies().last == Self.goodbye)
    #expect(driver.lines("displayView", "[2]").count == 1)
    test.host.shutDown()
    #expect(client.takeText() == "")
    client.session.disconnect()
    #expect(test.host.sessions.count == 1)
  }

  @Test("an end inside a header or a body is a bad header", arguments: ["C", "Content-Length: 9\r\n\r\n[]"])
  func cutOff(text: String) throws {
    let client = HeaderClient(try TestHost().host)
    client.receive(text)
    #expect(!client.session.isFinished)
    client.session.receiveEnd()
    let bodies = try client.takeBodies()
    #expect(bodies.count == 2)
    #expect(bodies.last == Self.goodbye)
    #expect(client.session.isFinished)
  }

  @Test("a header is told apart by its first byte: before that, and without it, lines are written")
  func undecided() throws {
    let host = try TestHost().host
    let (silent, lines) = (HeaderClient(host), HeaderClient(host))
    lines.receive("1\n")
    #expect(lines.takeText().hasSuffix("}\n"))
    #expect(!lines.session.isFinished)
    host.shutDown()
    #expect(silent.takeText() == #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"shutdown"}}"# + "\n")
  }

  @Test("at the daemon's end a client with headers is told with a header")
  func shutdown() throws {
    let host = try TestHost().host
    let client = HeaderClient(host)
    client.receive("C")
    host.shutDown()
    #expect(try client.takeBodies() == [#"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"shutdown"}}"#])
  }

  @Test("a client that does not take its answers is not read from; what it sent is answered when it does")
  func unreadAnswers() throws {
    var limits = HostLimits()
    limits.unreadAnswers = 500
    let client = HeaderClient(try TestHost(limits: limits).host)
    client.receive(String(repeating: HeaderClient.framed(Self.ping), count: 50) + "Content-Length: 1\n")
    #expect(!client.session.wantsInput)
    #expect(client.session.output.queued < 600)
    var bodies: [String] = []
    while !client.session.isFinished {
      bodies += try client.takeBodies()
      client.session.resume()
    }
    bodies += try client.takeBodies()
    #expect(bodies.count == 52)
    #expect(bodies.last == Self.goodbye)
  }

  @Test("an event fits in the output queue with its header, or is lost; the first one that waits always fits")
  func queueLimit() throws {
    /// What is queued of the events of one call with a queue of that many bytes.
    func queued(_ limit: Int) throws -> [String] {
      var limits = HostLimits()
      limits.outputQueue = limit
      let test = try TestHost(limits: limits)
      let (driver, client) = (test.client(), HeaderClient(test.host))
      _ = try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["trace"]]}"#)
      _ = driver.lines("displayView", "[1]")
      return try client.takeBodies()
    }
    let events = try queued(10_000).map { HeaderClient.framed($0).utf8.count }
    #expect(try queued(events[0] + events[1]).count == 2)
    #expect(try queued(events[0] + events[1] - 1).count == 1)
    #expect(try queued(events[0] - 1).count == 1)
  }

  @Test("a client that does not read loses events beyond the queue's limit, headers counted, and is told how many")
  func slowReader() throws {
    var limits = HostLimits()
    limits.outputQueue = 4096
    let test = try TestHost(limits: limits)
    let (driver, slow) = (test.client(), HeaderClient(test.host))
    _ = try slow.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["trace"]]}"#)
    for _ in 0..<20 { _ = driver.lines("displayView", "[1]") }
    #expect(slow.session.output.queued <= 4096)
    let taken = try slow.takeBodies()
    slow.session.resume()
    let told = try MemoryClient.parse(try #require(try slow.takeBodies().first))
    #expect(told["method"] as? String == "lost")
    #expect(taken.count + ((told["params"] as? [String: Any])?["events"] as? Int ?? 0) == 220)
  }
}
