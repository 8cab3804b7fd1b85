import Glibc
import SceneHosting
import Testing

@testable import SocketServer

@MainActor
@Suite("Connections")
struct ConnectionTests {
  @Test("A request that arrives byte by byte is answered like one that arrives at once")
  func splitWrites() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    for byte in "hello\n".utf8 {
      let before = fixture.service.sessions.first?.reads.count ?? 0
      client.send([byte])
      try await fixture.turn(until: { (fixture.service.sessions.first?.reads.count ?? 0) > before })
    }
    try await fixture.turn(until: {
      client.read()
      return client.text == ">hello\n"
    })
    #expect(fixture.service.sessions[0].reads == [1, 1, 1, 1, 1, 1])
    try await fixture.end()
  }

  @Test("Many requests in one write are answered in order, and leave in one write")
  func manyInOneWrite() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    let lines = (1...500).map { "line \($0)\n" }
    client.send(lines.joined())
    try await fixture.turn(until: {
      client.read()
      return client.text.utf8.count >= lines.joined().utf8.count + 500
    })
    #expect(client.text == lines.map { ">" + $0 }.joined())
    #expect(fixture.service.sessions[0].reads.count == 1)
    #expect(fixture.service.sessions[0].mostQueued == client.received.count)
    try await fixture.end()
  }

  @Test("After half-close the last line without LF is answered, then the line closes")
  func lastLineWithoutLF() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("one\ntwo")
    client.endInput()
    try await fixture.turn(until: {
      client.read()
      return client.end != nil
    })
    #expect(client.text == ">one\n>two\n")
    #expect(client.end == 0)
    #expect(fixture.service.sessions[0].ends == 1)
    #expect(fixture.service.sessions[0].disconnects == 1)
    try await fixture.end()
  }

  @Test("Half-close waits for answers that are still outstanding")
  func halfCloseWithOutstandingAnswers() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("hold\nother\n")
    client.endInput()
    try await fixture.turn(until: { fixture.service.sessions.first?.ends == 1 })
    for _ in 1...5 { fixture.server.turn() }
    client.read()
    #expect(client.text == ">other\n")
    #expect(client.end == nil)
    fixture.service.sessions[0].release()
    try await fixture.turn(until: {
      client.read()
      return client.end != nil
    })
    #expect(client.text == ">other\n>hold\n")
    #expect(client.end == 0)
    try await fixture.end()
  }

  @Test("A client that has closed is gone at once, although an answer is outstanding; one that has half-closed is not")
  func closedWithOutstandingAnswers() async throws {
    let fixture = try Fixture()
    let (gone, shut, half) = (try fixture.connect(), try fixture.connect(), try fixture.connect())
    for client in [gone, shut, half] { client.send("hold\n") }
    try await fixture.turn(until: { fixture.service.sessions.count(where: { $0.reads == [5] }) == 3 })
    gone.close()
    shutdown(shut.descriptor, Int32(SHUT_RDWR))
    half.endInput()
    try await fixture.turn(until: { fixture.server.connectionCount == 1 })
    // Once more from half-closed to closed.
    for _ in 1...5 { fixture.server.turn() }
    #expect(fixture.server.connectionCount == 1)
    half.close()
    try await fixture.turn(until: { fixture.server.connectionCount == 0 })
    #expect(fixture.service.sessions.allSatisfy { $0.disconnects == 1 })
    try await fixture.end()
  }

  @Test("A client that connects and goes away at once costs nothing")
  func emptyConnection() async throws {
    let fixture = try Fixture()
    for _ in 1...50 { try fixture.connect().close() }
    try await fixture.turn(until: {
      fixture.service.sessions.count == 50 && fixture.service.sessions.allSatisfy { $0.disconnects == 1 }
    })
    #expect(fixture.server.connectionCount == 0)
    try await fixture.end()
  }

  @Test("A slow reader is not read from, its queue stays bounded, others are served, and it gets every answer")
  func slowReader() async throws {
    let fixture = try Fixture()
    let slow = try fixture.connect()
    let quick = try fixture.connect()
    // 600 answers of 20 kB: far more than the kernel and the session's queue take together.
    let requests = Array(String(repeating: "big 20000\n", count: 600).utf8)
    #expect(slow.send(requests[...]) == requests.count)
    slow.endInput()
    try await fixture.turn(until: { fixture.service.sessions.count == 2 && fixture.service.sessions[0].heldBytes > 0 })
    for _ in 1...20 { fixture.server.turn() }
    let session = fixture.service.sessions[0]
    #expect(session.heldBytes > 0)
    #expect(session.output.queued > 0)
    #expect(session.ends == 0)
    #expect(session.mostQueued < LineSession.highWater + 20_100)

    quick.send("me\n")
    try await fixture.turn(until: {
      quick.read()
      return quick.text == ">me\n"
    })

    try await fixture.turn(until: {
      slow.read(limit: 200_000)
      return slow.end != nil
    })
    let answer = ">big 20000\n".utf8.count + 20_001
    #expect(slow.received.count == 600 * answer)
    #expect(slow.end == 0)
    #expect(session.mostQueued < LineSession.highWater + 20_100)
    try await fixture.end()
  }

  @Test("Input beyond the read buffer stays with the kernel while the session does not want it")
  func readingStops() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("big 2000000\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.mostQueued ?? 0 > 2_000_000 })
    for _ in 1...5 { fixture.server.turn() }
    let reads = fixture.service.sessions[0].reads.count
    client.send("after\n")
    for _ in 1...20 { fixture.server.turn() }
    #expect(fixture.service.sessions[0].reads.count == reads)
    try await fixture.turn(until: {
      client.read()
      return client.text.hasSuffix("\n>after\n")
    })
    try await fixture.end()
  }

  @Test("What is appended while the client is behind stays in the session's buffer, and is sent in its turn")
  func appendedMeanwhile() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("big 2000000\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.output.inFlight ?? 0 > 0 })
    let session = fixture.service.sessions[0]
    #expect(session.output.inFlight <= 4096)
    for note in 1...3 {
      session.send("note \(note)\n")
      for _ in 1...3 { fixture.server.turn() }
    }
    #expect(session.output.pending.suffix(3 * 7 + 1) == Array("\nnote 1\nnote 2\nnote 3\n".utf8)[...])
    try await fixture.turn(until: {
      client.read()
      return client.text.hasSuffix("x\nnote 1\nnote 2\nnote 3\n")
    })
    #expect(session.output.queued == 0)
    try await fixture.end()
  }

  @Test("A client that vanishes in the middle of an answer is forgotten, and the others are served")
  func vanishingClient() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("big 5000000\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.mostQueued ?? 0 > 5_000_000 })
    for _ in 1...5 { fixture.server.turn() }
    client.read(limit: 1000)
    client.close()
    let session = fixture.service.sessions[0]
    try await fixture.turn(until: { session.disconnects == 1 })
    try await fixture.turn(until: { session.output.queued == 0 })
    // Late answers reach nobody and break nothing.
    session.send("late\n")
    let other = try fixture.connect()
    other.send("still there?\n")
    try await fixture.turn(until: {
      other.read()
      return other.text == ">still there?\n"
    })
    #expect(fixture.server.connectionCount == 1)
    try await fixture.end()
  }

  @Test("A client that leaves its answers unread is forgotten quietly")
  func unreadAnswers() async throws {
    let fixture = try Fixture()
    var reports: [String] = []
    fixture.server.onDiagnostic = { reports.append($0) }
    let client = try fixture.connect()
    client.send("one\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.mostQueued ?? 0 > 0 })
    for _ in 1...3 { fixture.server.turn() }
    client.close()
    try await fixture.turn(until: { fixture.service.sessions[0].disconnects == 1 })
    #expect(reports == [])
    try await fixture.end()
  }

  @Test("A session may end its connection: its last answer arrives, then an end and no reset")
  func sessionEnds() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("quit\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.isFinished == true })
    client.send("never read\n")
    try await fixture.turn(until: {
      client.read()
      return client.end != nil
    })
    #expect(client.text == ">quit\n")
    #expect(client.end == 0)
    #expect(client.send("gone\n") == 0)
    try await fixture.end()
  }

  @Test("A session may want the end at once: who reads gets its last word, who does not is cut off")
  func dropped() async throws {
    let fixture = try Fixture()
    let (reader, stuck) = (try fixture.connect(), try fixture.connect())
    reader.send("one\n")
    stuck.send("big 3000000\n")
    try await fixture.turn(until: { fixture.service.sessions.contains { $0.mostQueued > 3_000_000 } })
    for _ in 1...3 { fixture.server.turn() }
    #expect(fixture.server.connectionCount == 2)
    for session in fixture.service.sessions { session.drop() }
    try await fixture.turn(until: { fixture.server.connectionCount == 0 })
    #expect(fixture.service.sessions.allSatisfy { $0.disconnects == 1 })
    reader.read()
    stuck.read()
    #expect(reader.text == ">one\n>dropped\n")
    #expect(reader.end == 0)
    #expect(stuck.received.count < 3_000_000)
    #expect(stuck.end == 0)
    try await fixture.end()
  }

  @Test("The session learns who its client is")
  func credentials() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    try await fixture.turn(until: { fixture.service.peers.count == 1 })
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    #expect(getgroups(Int32(groups.count), &groups) == groups.count)
    #expect(
      fixture.service.peers[0]
        == PeerCredentials(
          processID: getpid(), userID: getuid(), groupID: getgid(), supplementaryGroupIDs: groups))
    client.close()
    try await fixture.end()
  }

  @Test("A client of whom the kernel says nothing is nobody, and not root")
  func unknownPeer() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    #expect(SocketServer.peer(of: ends[0]) == PeerCredentials(processID: 0, userID: .max, groupID: .max))
  }

  @Test("A large answer leaves 16 KiB a pass of the loop, so that it does not keep others waiting")
  func partOfAnAnswer() async throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("big 90000\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.mostQueued ?? 0 > 90_000 })
    for passes in 1...2 {
      fixture.server.turn()
      client.read()
      #expect(client.received.count == passes * 16_384)
    }
    try await fixture.turn(until: {
      client.read()
      return client.received.count == ">big 90000\n".utf8.count + 90_001
    })
    try await fixture.end()
  }

  @Test("All answers of an iteration leave before a client goes on that has sent more than one turn takes")
  func turnsAfterAnswers() async throws {
    let fixture = try Fixture()
    let flooder = try fixture.connect()
    let other = try fixture.connect()
    flooder.send("first\n")
    other.send("first\n")
    try await fixture.turn(until: { fixture.service.sessions.count == 2 && fixture.service.sessions[1].mostQueued > 0 })
    fixture.server.turn()
    other.read()
    // Looked at whenever the flooder is served: had the other one its answer by then?
    var seen: [String] = []
    fixture.service.onLine = { line in
      guard line != "me" else { return }
      other.read()
      seen.append(other.text)
    }
    flooder.send("yield\nmore\n")
    other.send("me\n")
    try await fixture.turn(until: { seen.count == 2 })
    #expect(seen.last == ">first\n>me\n")
    try await fixture.end()
  }
}
