import Glibc
import SceneHosting
import SocketServer
import Testing

@MainActor
@Suite("Ending")
struct EndingTests {
  /// On a busy machine the turns of a test may take longer than the time that clients share.
  private static var endingTogether: SocketServer.Configuration {
    var configuration = SocketServer.Configuration()
    configuration.drainTime = 600
    configuration.sharedDrainTime = 600
    return configuration
  }

  @Test("What was received is answered, the service's last words are sent, and then the lines close")
  func drained() async throws {
    let fixture = try Fixture(configuration: Self.endingTogether)
    fixture.service.lastWords = ">bye\n"
    let slow = try fixture.connect()
    let idle = try fixture.connect()
    slow.send(String(repeating: "big 50000\n", count: 40))
    idle.send("half a line")
    try await fixture.turn(until: {
      fixture.service.sessions.count == 2 && fixture.service.sessions.allSatisfy { !$0.reads.isEmpty }
    })
    #expect(fixture.service.sessions[0].heldBytes > 0)
    fixture.server.stop()
    for _ in 1...5 { fixture.server.turn() }
    #expect(fixture.service.shutDowns == 0)
    // Too late to be read.
    idle.send(" and its end\n")
    #expect(Client(fixture.path) == nil)
    try await fixture.turn(until: {
      slow.read(limit: 100_000)
      idle.read()
      return slow.end != nil && idle.end != nil
    })
    let answer = ">big 50000\n".utf8.count + 50_001
    let lastWords = ">bye\n".utf8.count
    #expect(slow.received.count == 40 * answer + lastWords)
    #expect(slow.text.hasSuffix("\n>bye\n"))
    #expect(idle.text == ">bye\n")
    #expect(slow.end == 0)
    #expect(idle.end == 0)
    try await fixture.end()
  }

  @Test("What has arrived when the end begins is read and answered, all of it, and a last line without LF, too")
  func arrived() async throws {
    let fixture = try Fixture(configuration: Self.endingTogether)
    let many = try fixture.connect()
    let last = try fixture.connect()
    try await fixture.turn(until: { fixture.server.connectionCount == 2 })
    // More than one read takes.
    let line = String(repeating: "x", count: 999) + "\n"
    let requests = String(repeating: line, count: 100)
    #expect(many.send(requests) == requests.utf8.count)
    last.send("one\ntwo")
    last.endInput()
    fixture.server.stop()
    try await fixture.turn(until: {
      many.read()
      last.read()
      return many.end != nil && last.end != nil
    })
    let answer = 1 + line.utf8.count
    #expect(many.received.count == 100 * answer)
    #expect(last.text == ">one\n>two\n")
    try await fixture.end()
  }

  @Test("A client that does not take its answers holds the end up for the drain time only")
  func stuckReader() async throws {
    var configuration = SocketServer.Configuration()
    configuration.drainTime = 0.05
    let fixture = try Fixture(configuration: configuration)
    let stuck = try fixture.connect()
    stuck.send("big 3000000\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.mostQueued ?? 0 > 3_000_000 })
    try await fixture.end()
    stuck.read()
    #expect(stuck.received.count < 3_000_000)
    #expect(stuck.end == 0)
  }

  /// More than one read takes, each longer than the drain time, of a client that takes its answers.
  private func slowAnswers(answerTime: Double) async throws -> (received: Int, sent: Int, told: [String]) {
    var configuration = Self.endingTogether
    configuration.drainTime = 0.001
    configuration.answerTime = answerTime
    let fixture = try Fixture(configuration: configuration)
    let client = try fixture.connect()
    try await fixture.turn(until: { fixture.server.connectionCount == 1 })
    fixture.service.onLine = { _ in usleep(200) }
    var told: [String] = []
    fixture.server.onDiagnostic = { told.append($0) }
    let requests = String(repeating: String(repeating: "x", count: 999) + "\n", count: 100)
    #expect(client.send(requests) == requests.utf8.count)
    fixture.server.stop()
    try await fixture.turn(until: {
      client.read()
      return client.end != nil
    })
    try await fixture.end()
    return (client.received.count - 100, requests.utf8.count, told)
  }

  @Test("The drain time is the clients': what had arrived is answered by a server that takes longer, within limits")
  func slowServer() async throws {
    let whole = try await slowAnswers(answerTime: 600)
    #expect(whole.received == whole.sent)
    #expect(whole.told == [])
    let cut = try await slowAnswers(answerTime: 0)
    #expect(cut.received < cut.sent)
    #expect(cut.told.first?.hasPrefix("ends although 1 client(s) had sent what is not answered yet") == true)
  }

  @Test("Who has taken all answers is told goodbye and let go, while one that does not read waits for its own time")
  func oneStuckReader() async throws {
    var configuration = SocketServer.Configuration()
    // Only the one that is stuck waits so long; the test ends it.
    configuration.drainTime = 600
    configuration.sharedDrainTime = 0.01
    let fixture = try Fixture(configuration: configuration)
    let (stuck, idle) = (try fixture.connect(), try fixture.connect())
    stuck.send("big 3000000\n")
    idle.send("one\n")
    try await fixture.turn(until: {
      fixture.service.sessions.count == 2 && fixture.service.sessions.allSatisfy { $0.mostQueued > 0 }
    })
    fixture.server.stop()
    try await fixture.turn(until: {
      idle.read()
      return idle.end != nil
    })
    #expect(idle.text == ">one\n>left\n")
    #expect(idle.end == 0)
    #expect(fixture.server.connectionCount == 1)
    #expect(fixture.service.shutDowns == 0)
    try await fixture.turn(until: {
      stuck.read(limit: 500_000)
      return stuck.end != nil
    })
    #expect(stuck.received.count > 3_000_000)
    try await fixture.end()
  }

  @Test("SIGTERM and SIGINT end the process with status 0, after the answers", arguments: [SIGTERM, SIGINT])
  func signals(number: Int32) async throws {
    await #expect(processExitsWith: .exitCode(0)) { [number = number as Int32] in
      try await MainActor.run {
        let directory = try ScratchDirectory()
        let service = LineService()
        // On a line, so that the server is known to run, and to have received what came before.
        service.onLine = { if $0 == "signal" { kill(getpid(), number) } }
        service.lastWords = ">bye\n"
        let server = try SocketServer(service: service)
        try server.listen(at: directory.socket)
        let client = try #require(Client(directory.socket))
        client.send("one\nsignal\ntwo\n")
        #expect(try server.run() == 0)
        client.read()
        #expect(client.text == ">one\n>signal\n>two\n>bye\n")
        #expect(client.end == 0)
        #expect(service.shutDowns == 1)
        #expect(!exists(directory.socket))
      }
    }
  }

  @Test("A signal that comes before the server runs ends it as soon as it does, and the socket's file goes")
  func earlySignal() async throws {
    let directory = try ScratchDirectory()
    await #expect(processExitsWith: .exitCode(0)) { [path = directory.socket as String] in
      try await MainActor.run {
        let service = LineService()
        let server = try SocketServer(service: service)
        try server.takeSignals()
        try server.listen(at: path)
        kill(getpid(), SIGTERM)
        #expect(try server.run() == 0)
        #expect(service.shutDowns == 1)
      }
    }
    #expect(!exists(directory.socket))
  }

  @Test("Signals that the process was started with blocked end it all the same", arguments: [SIGTERM, SIGINT])
  func blockedSignal(number: Int32) async throws {
    await #expect(processExitsWith: .success) { [number = number as Int32] in
      try await MainActor.run {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let server = try SocketServer(service: LineService())
        try server.takeSignals()
        pthread_sigmask(SIG_BLOCK, nil, &signals)
        #expect(sigismember(&signals, number) == 0)
        server.stop()
        while server.turn() {}
      }
    }
  }

  @Test("A second signal ends the process at once, and the socket's file is gone by then")
  func secondSignal() async throws {
    let directory = try ScratchDirectory()
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = directory.socket as String] in
      try await MainActor.run {
        let service = LineService()
        service.onLine = { if $0 == "signal" { kill(getpid(), SIGTERM) } }
        let server = try SocketServer(service: service)
        try server.listen(at: path)
        let client = try #require(Client(path))
        // The answer that is never taken holds the end up; the timer sends the second signal meanwhile.
        client.send("signal\nbig 3000000\n")
        var isSent = false
        let timer = try server.loop.addTimer {
          guard !isSent, !exists(path) else { return }
          isSent = true
          kill(getpid(), SIGTERM)
        }
        timer.start(after: 0, repeatingEvery: 0.001)
        _ = try server.run()
      }
    }
    #expect(!exists(directory.socket))
  }
}
