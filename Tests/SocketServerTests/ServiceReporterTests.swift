import Glibc
import Testing

@testable import SocketServer

@MainActor
@Suite("A server under a service manager")
struct ServiceReporterTests {
  /// A server that reports to a socket of the test.
  @MainActor
  private struct Reporting {
    let fixture: Fixture
    let managerDirectory: ScratchDirectory
    let manager: NotifySocket
    let scenes = Counter()

    init(_ variables: [String: String] = [:]) throws {
      fixture = try Fixture()
      managerDirectory = try ScratchDirectory()
      manager = try NotifySocket(managerDirectory.socket)
      let environment = try ServiceEnvironment(variables: variables, processID: 42)
      try fixture.server.report(to: ServiceNotifier(address: managerDirectory.socket), as: environment) {
        [scenes] in scenes.value
      }
    }
  }

  @MainActor
  private final class Counter {
    var value = 1
  }

  @Test("Ready is told when the loop runs, with how much is served, and only once")
  func ready() async throws {
    let reporting = try Reporting()
    #expect(reporting.manager.messages().isEmpty)
    for _ in 1...5 { reporting.fixture.server.turn() }
    #expect(reporting.manager.messages() == ["READY=1\nSTATUS=0 clients, 1 scene"])
    try await reporting.fixture.end()
  }

  @Test("The main process is told where a script is in between")
  func wrapped() async throws {
    let reporting = try Reporting(["SYSTEMD_EXEC_PID": "7"])
    reporting.fixture.server.turn()
    #expect(reporting.manager.messages() == ["MAINPID=42\nREADY=1\nSTATUS=0 clients, 1 scene"])
    try await reporting.fixture.end()
  }

  @Test("A changed load is told, a second after the last one at the earliest, and then as it is by then")
  func status() async throws {
    let reporting = try Reporting()
    let fixture = reporting.fixture
    let start = EventLoop.now
    fixture.server.turn()
    _ = reporting.manager.messages()
    let clients = [try fixture.connect(), try fixture.connect()]
    try await fixture.turn(until: { fixture.server.connectionCount == 2 })
    reporting.scenes.value = 3
    var told: [String] = []
    try await fixture.turn(until: {
      told += reporting.manager.messages()
      return told.last == "STATUS=2 clients, 3 scenes"
    })
    // On a busy machine it may have been told on the way, too.
    #expect(Double(told.count) <= EventLoop.now - start)
    clients.forEach { $0.close() }
    try await fixture.end()
  }

  @Test("A load that is back to what was told is not told again")
  func unchanged() async throws {
    var wasQuick = false
    while !wasQuick {
      let reporting = try Reporting()
      let fixture = reporting.fixture
      let start = EventLoop.now
      fixture.server.turn()
      let client = try fixture.connect()
      try await fixture.turn(until: { fixture.server.connectionCount == 1 })
      client.close()
      try await fixture.turn(until: { fixture.server.connectionCount == 0 })
      // On a busy machine a second may have gone by meanwhile, after which the client is told: then it shows nothing.
      wasQuick = EventLoop.now - start < 1
      try await fixture.turn(until: { EventLoop.now - start > 1.2 })
      let told = reporting.manager.messages()
      #expect(!wasQuick || told == ["READY=1\nSTATUS=0 clients, 1 scene"])
      try await fixture.end()
    }
  }

  @Test("Signs of life come while the loop runs, and none while something keeps it")
  func watchdog() async throws {
    let reporting = try Reporting(["WATCHDOG_USEC": "60000"])
    let fixture = reporting.fixture
    fixture.server.turn()
    var told: [String] = []
    try await fixture.turn(until: {
      told += reporting.manager.messages()
      return told.count { $0 == "WATCHDOG=1" } >= 3
    })
    // As when a controller does not return: the loop is not turned.
    usleep(200_000)
    #expect(reporting.manager.messages().isEmpty)
    try await fixture.end()
  }

  @Test("Without a watchdog there are no signs of life")
  func noWatchdog() async throws {
    let reporting = try Reporting()
    let start = EventLoop.now
    try await reporting.fixture.turn(until: { EventLoop.now - start > 0.2 })
    #expect(!reporting.manager.messages().contains("WATCHDOG=1"))
    try await reporting.fixture.end()
  }

  @Test("The end is told once, before the answers that are outstanding; signs of life go on")
  func stopping() async throws {
    let reporting = try Reporting(["WATCHDOG_USEC": "60000"])
    let fixture = reporting.fixture
    let slow = try fixture.connect()
    slow.send("big 3000000\n")
    try await fixture.turn(until: { fixture.service.sessions.first?.mostQueued ?? 0 > 3_000_000 })
    _ = reporting.manager.messages()
    fixture.server.stop()
    fixture.server.stop()
    #expect(
      reporting.manager.messages().filter { $0 != "WATCHDOG=1" } == [
        "STOPPING=1\nSTATUS=Ending: what was asked is answered first"
      ])
    var told: [String] = []
    // The answer is not taken, so that the server has ended when the drain time is over, and not before.
    try await fixture.turn(until: {
      told += reporting.manager.messages()
      return told.contains("WATCHDOG=1") || fixture.server.hasEnded
    })
    #expect(told.contains("WATCHDOG=1"))
    try await fixture.turn(until: {
      slow.read()
      return slow.end != nil
    })
    try await fixture.end()
  }

  @Test("A service manager that is not there yet is told as soon as it is")
  func late() async throws {
    let fixture = try Fixture()
    let directory = try ScratchDirectory()
    let environment = try ServiceEnvironment(variables: [:], processID: 42)
    try fixture.server.report(to: ServiceNotifier(address: directory.socket), as: environment) { 1 }
    fixture.server.turn()
    let manager = try NotifySocket(directory.socket)
    var told: [String] = []
    try await fixture.turn(until: {
      told += manager.messages()
      return !told.isEmpty
    })
    #expect(told == ["READY=1\nSTATUS=0 clients, 1 scene"])
    try await fixture.end()
  }
}
