import JSONRPCCore
import Testing

@testable import SceneHosting

@MainActor
@Suite("Clients of other protocols") struct StrangerTests {
  private static let call = #"{"jsonrpc":"2.0","id":1,"method":"displayView","params":[2]}"#
  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
  private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#

  private static func goodbye(_ reason: String) -> String {
    #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"\#(reason)"}}"#
  }

  private func revision(_ test: TestHost) throws -> Int? { try test.client().call("getTree").integer("revision") }

  @Test(
    "what does not begin as JSON or with a header is answered once, told goodbye, and nothing of it is carried out",
    arguments: [
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 60\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "*1\r\n$4\r\nPING\r\n", "SSH-2.0-x\r\n", "x\n",
      "  \r\n\tG\n",
      "\u{FEFF}", "\u{0}\n", "True\n", "+1\n", "}\n", "'a'\n",
    ])
  func firstByte(beginning: String) throws {
    for piece in [1, 7, 100_000] {
      let test = try TestHost()
      let before = try revision(test)
      let client = HeaderClient(test.host)
      client.receive(beginning + Self.call + "\n" + Self.call, piecesOf: piece)
      client.session.receiveEnd()
      let lines = client.takeText().split(separator: "\n").map(String.init)
      try #require(lines.count == 2)
      #expect(lines[0].contains(#""code":-32700"#))
      #expect(lines[0].contains(#""reason":"unknownProtocol""#))
      #expect(lines[1] == Self.goodbye("unknownProtocol"))
      #expect(client.session.isFinished)
      #expect(try revision(test) == before)
    }
  }

  @Test(
    "an HTTP request whose method begins like JSON or a header is not carried out, either",
    arguments: ["1", "null", "t", "-", "CONNECT", "c", "COPY"])
  func method(name: String) throws {
    let test = try TestHost()
    let before = try revision(test)
    let client = HeaderClient(test.host)
    client.receive("\(name) / HTTP/1.1\r\nHost: x:1\r\n\r\n" + Self.call + "\n")
    client.session.receiveEnd()
    #expect(client.takeText().contains(#""method":"goodbye""#))
    #expect(client.session.isFinished)
    #expect(try revision(test) == before)
  }

  @Test(
    "a first line that begins as JSON and is none is one error, and the connection goes on",
    arguments: ["{", "[1,]", #""a"#, "-", "1x", "tru", "fals", "nul", " \t {"])
  func malformed(line: String) throws {
    let client = try TestHost().client()
    let lines = client.send(line + "\n" + Self.ping)
    try #require(lines.count == 2)
    #expect(lines[0].contains(#""code":-32700"#))
    #expect(lines[1] == Self.pong)
  }

  @Test("blanks before the first byte do not decide, and a header may follow them, in upper and lower case")
  func blanks() throws {
    #expect(try TestHost().client().send(" \r\n\t\n" + Self.ping) == [Self.pong])
    for name in ["Content-Length", "content-length", "CONTENT-LENGTH"] {
      let client = HeaderClient(try TestHost().host)
      client.receive("\n \(name): \(Self.ping.utf8.count)\r\n\r\n" + Self.ping, piecesOf: 3)
      #expect(try client.takeBodies() == [Self.pong])
    }
  }

  @Test("32 malformed lines in a row end a connection; one that is JSON between them does not let it come so far")
  func malformedLines() throws {
    let client = try TestHost().client()
    let line = "{\n"
    // One by one: a turn takes 16.
    #expect((1...31).flatMap { _ in client.send(line) }.count == 31)
    #expect(client.send(Self.ping) == [Self.pong])
    #expect((1...31).flatMap { _ in client.send(line) }.count == 31)
    let last = client.send(line + Self.ping)
    try #require(last.count == 2)
    #expect(last[0].contains(#""code":-32700"#))
    #expect(last[1] == Self.goodbye("malformedLines"))
    #expect(client.session.isFinished)
  }

  @Test("lines that are too long count among them, and so do bodies of messages with headers")
  func otherMalformed() throws {
    var limits = HostLimits()
    limits.malformedLines = 2
    limits.lines.line = 1024
    let client = try TestHost(limits: limits).client()
    let long = #"""# + String(repeating: "x", count: 2000) + "\n"
    #expect(client.send(long + "[\n" + Self.ping).last == Self.goodbye("malformedLines"))
    let other = HeaderClient(try TestHost(limits: limits).host)
    other.receive(["{", "[", Self.ping].map(HeaderClient.framed).joined())
    let bodies = try other.takeBodies()
    #expect(bodies.count == 3)
    #expect(bodies.last == Self.goodbye("malformedLines"))
    #expect(other.session.isFinished)
  }
}

@MainActor
@Suite("Half-close of clients that follow") struct HalfCloseTests {
  @Test(
    "what happens after all was answered is not sent, and the session is finished when it has taken its answers"
  )
  func events() throws {
    let test = try TestHost()
    let (slow, other) = (test.client(), test.client())
    Array((#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["trace","state","scenes"]]}"# + "\n").utf8)
      .withUnsafeBytes { slow.session.receive($0) }
    slow.session.receiveEnd()
    let queued = slow.session.output.queued
    #expect(queued > 0)
    for view in [2, 3, 1] { _ = try other.call("displayView", #"{"view":\#(view)}"#) }
    #expect(slow.session.output.queued == queued)
    #expect(slow.takeLines().count == 1)
    #expect(slow.session.isFinished)
  }

  @Test("while a call of it waits it goes on to follow, and no longer")
  func waiting() throws {
    let test = try TestHost()
    let (client, other) = (test.client(), test.client())
    _ = client.send(
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["state"]]}"# + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"wait","params":{"where":{"label":"never there"},"timeout":60}}"# + "\n")
    client.session.receiveEnd()
    client.session.resume()
    _ = try other.call("displayView", #"{"view":2}"#)
    #expect(!client.session.isFinished)
  }

  @Test("at the daemon's end a client is told alone of the scenes that it follows, of its calls that wait, and goodbye")
  func shutDown() throws {
    let client = try TestHost().client()
    _ = try client.call("subscribe", #"{"kinds":["scenes"]}"#)
    client.session.shutDown()
    let lines = client.takeLines()
    #expect(lines.dropLast().allSatisfy { $0.contains(#""method":"sceneClosed""#) })
    #expect(lines.count > 1)
    #expect(lines.last?.contains(#""reason":"shutdown""#) == true)
    #expect(client.session.isFinished)
  }
}
