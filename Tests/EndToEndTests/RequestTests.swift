import Testing

@Suite("Requests that wait or can be repeated, over a socket")
struct RequestTests {
  @Test(
    "after half-close a call that waits is still answered, behind what was asked later, and then the line is closed")
  func halfClose() throws {
    let daemon = try Daemon(["--scene", "segments"])
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":1,"method":"selectSegment","params":{"index":1}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"settle"}"#, #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)
    try #require(lines.count == 3)
    #expect(lines[1] == #"{"jsonrpc":"2.0","id":3,"result":"pong"}"#)
    let answer = try JSON(lines[2])
    #expect(answer["id"].integer == 2)
    #expect(answer["result"]["settled"].bool == true)
    #expect(daemon.terminate() == 0)
  }

  @Test("a client that does not read is sent away all the same, and sees the end behind what it was sent")
  func disconnect() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let (stuck, owner) = (try SocketConnection(to: daemon.socket), try SocketConnection(to: daemon.socket))
    // Answers of some 4 MB: far more than the kernel and the daemon take without a reader.
    let request = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    try stuck.write(Array(String(repeating: request, count: 100).utf8))
    var (queued, name) = (0, "")
    while queued < 500_000 {
      try owner.write(Array((#"{"jsonrpc":"2.0","id":2,"method":"listClients"}"# + "\n").utf8))
      let clients = try JSON(owner.takeLine() ?? "")["result"]["clients"].elements
      let other = try #require(clients.first { $0["isYou"].bool == false })
      queued = other["queuedBytes"].integer ?? 0
      name = other["client"].string ?? ""
    }
    try owner.write(
      Array(
        (#"{"jsonrpc":"2.0","id":3,"method":"disconnectClient","params":["\#(name)"]}"# + "\n"
          + #"{"jsonrpc":"2.0","id":4,"method":"listClients"}"# + "\n").utf8))
    #expect(try owner.takeLine() == #"{"jsonrpc":"2.0","id":3,"result":{"client":"\#(name)"}}"#)
    #expect(try JSON(owner.takeLine() ?? "")["result"]["clients"].elements.map { $0["isYou"].bool } == [true])
    let rest = try stuck.takeRest()
    #expect(rest.count < 2_000_000)
    #expect(stuck.hasEnded)
    #expect(daemon.terminate() == 0)
  }

  @Test("the end of the daemon answers what waits, although its client has half-closed")
  func termination() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let connection = try SocketConnection(to: daemon.socket)
    let requests = [
      #"{"jsonrpc":"2.0","id":1,"method":"openScene","params":{"application":"segments","clock":"virtual"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"selectSegment","params":{"index":1}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"settle","params":{"scene":"segments"}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"ping"}"#,
    ]
    try connection.write(Array(requests.map { $0 + "\n" }.joined().utf8))
    connection.endInput()
    for id in [1, 2, 4] { #expect(try JSON(connection.takeLine() ?? "")["id"].integer == id) }
    #expect(daemon.terminate() == 0)
    let answer = try JSON(connection.takeLine() ?? "")
    #expect(answer["id"].integer == 3)
    #expect(answer["error"]["data"]["cause"].string == "closed")
    #expect(try connection.takeRest() == [])
  }
}
