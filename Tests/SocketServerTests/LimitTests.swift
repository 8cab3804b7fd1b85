import Glibc
import SceneHosting
import SocketServer
import Testing

@MainActor
@Suite("Limits and time")
struct LimitTests {
  @Test("A client over the connection limit gets one error line that names the limit, then an end")
  func connectionLimit() async throws {
    var configuration = SocketServer.Configuration()
    configuration.maximumConnections = 2
    let fixture = try Fixture(configuration: configuration)
    var reports: [String] = []
    fixture.server.onDiagnostic = { reports.append($0) }
    let first = try fixture.connect()
    let second = try fixture.connect()
    try await fixture.turn(until: { fixture.server.connectionCount == 2 })
    let refused = try (1...3).map { _ in try fixture.connect() }
    // What it has sent already must not turn the end into a reset.
    refused.forEach { $0.send("hello\n") }
    try await fixture.turn(until: {
      refused.forEach { $0.read() }
      return refused.allSatisfy { $0.end != nil } || fixture.server.connectionCount > 2
    })
    try #require(fixture.server.connectionCount == 2)
    for client in refused {
      #expect(
        client.text == #"{"jsonrpc":"2.0","error":{"code":-32000,"#
          + #""message":"The server has 2 connections already, which is its limit; close one, or try again later.","#
          + #""data":{"reason":"tooManyConnections","limitName":"connections","limit":2}},"id":null}"# + "\n"
          + #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"tooManyConnections"}}"# + "\n")
      #expect(client.end == 0)
    }
    #expect(
      reports == [
        "refused a client of user \(getuid()), process \(getpid()). "
          + "The server has 2 connections already, which is its limit; close one, or try again later."
      ])

    first.close()
    try await fixture.turn(until: { fixture.server.connectionCount == 1 })
    let third = try fixture.connect()
    [second, third].forEach { $0.send("x\n") }
    try await fixture.turn(until: {
      [second, third].forEach { $0.read() }
      return second.text == ">x\n" && third.text == ">x\n"
    })
    try await fixture.end()
  }

  @Test("One client is read from once a pass of the loop, however much it has sent")
  func oneReadAPass() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    try await fixture.turn(until: { fixture.server.connectionCount == 1 })
    let session = fixture.service.sessions[0]
    let sent = client.send([UInt8](repeating: UInt8(ascii: "x"), count: 150_000)[...])
    #expect(sent > 131_072)
    fixture.server.turn()
    #expect(session.reads == [32_768])
    fixture.server.turn()
    #expect(session.reads == [32_768, 32_768])
    try await fixture.turn(until: { session.reads.reduce(0, +) == sent })
    client.close()
    try await fixture.end()
  }

  @Test("A session that wants its next turn gets it without new input, also after the end of the input")
  func nextTurn() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("one\nyield\ntwo\nyield\nthree")
    client.endInput()
    try await fixture.turn(until: {
      client.read()
      return client.end != nil
    })
    #expect(client.text == ">one\n>yield\n>two\n>yield\n>three\n")
    #expect(client.end == 0)
    try await fixture.end()
  }

  @Test("A user has a limit of its own")
  func limitPerUser() async throws {
    var configuration = SocketServer.Configuration()
    configuration.maximumConnectionsPerUser = 1
    let fixture = try Fixture(configuration: configuration)
    let first = try fixture.connect()
    let second = try fixture.connect()
    try await fixture.turn(until: {
      second.read()
      return second.end != nil || fixture.server.connectionCount > 1
    })
    try #require(fixture.server.connectionCount == 1)
    let data = #""data":{"reason":"tooManyConnectionsOfUser","limitName":"connectionsPerUser","limit":1}"#
    #expect(second.text.contains(data))
    first.close()
    try await fixture.turn(until: { fixture.server.connectionCount == 0 })
    let third = try fixture.connect()
    try await fixture.turn(until: {
      third.read()
      return fixture.server.connectionCount == 1 || third.end != nil
    })
    #expect(third.end == nil)
    third.close()
    try await fixture.end()
  }

  @Test("The limits are 4096 connections, 1024 of one user, and 2 seconds to end")
  func defaults() {
    let configuration = SocketServer.Configuration()
    #expect(configuration.maximumConnections == 4096)
    #expect(configuration.maximumConnectionsPerUser == 1024)
    #expect(configuration.drainTime == 2)
    #expect(configuration.answerTime == 5)
  }

  @Test("The service is ticked when its deadline has come, never before, and not without one")
  func deadline() async throws {
    let fixture = try Fixture()
    for _ in 1...3 { fixture.server.turn() }
    #expect(fixture.service.ticks == [])
    let deadline = EventLoop.now + 0.02
    fixture.service.nextDeadline = deadline
    try await fixture.turn(until: { fixture.service.nextDeadline == nil })
    #expect(fixture.service.ticks.last.map { $0 >= deadline } == true)
    let count = fixture.service.ticks.count
    #expect(count <= 2)

    // Moved nearer, moved away, without end, in the past.
    fixture.service.nextDeadline = EventLoop.now + 1000
    fixture.server.turn()
    fixture.service.nextDeadline = .infinity
    fixture.server.turn()
    fixture.service.nextDeadline = .nan
    fixture.server.turn()
    #expect(fixture.service.ticks.count == count)
    fixture.service.nextDeadline = EventLoop.now - 5
    try await fixture.turn(until: { fixture.service.nextDeadline == nil })
    #expect(fixture.service.ticks.count == count + 1)
    try await fixture.end()
  }

  @Test("Timers of the loop fire once or again, and not after they were stopped")
  func timers() async throws {
    let loop = try EventLoop()
    var fired: [String] = []
    let once = try loop.addTimer { fired.append("once") }
    let again = try loop.addTimer { fired.append("again") }
    let stopped = try loop.addTimer { fired.append("stopped") }
    once.start(after: 0)
    again.start(after: 0.001, repeatingEvery: 0.001)
    stopped.start(after: 0.001)
    stopped.stop()
    while fired.count(where: { $0 == "again" }) < 3 { loop.turn() }
    again.close()
    again.start(after: 0)
    for _ in 1...3 { loop.turn() }
    #expect(fired == ["once", "again", "again", "again"])
    loop.close()
  }

  @Test("Memory is released some time after connections have ended, not for each of them, and after large answers")
  func memoryIsReleased() async throws {
    let fixture = try Fixture()
    for _ in 1...20 { try fixture.connect().close() }
    try await fixture.turn(until: { fixture.service.sessions.count == 20 && fixture.server.connectionCount == 0 })
    try await fixture.turn(until: { fixture.service.releases > 0 })
    #expect(fixture.service.releases < 20)
    let releases = fixture.service.releases
    let client = try fixture.connect()
    client.send("small\nbig 300000\n")
    try await fixture.turn(until: {
      client.read()
      return client.received.count > 300_000
    })
    #expect(fixture.server.connectionCount == 1)
    try await fixture.turn(until: { fixture.service.releases > releases })
    try await fixture.end()
  }
}
