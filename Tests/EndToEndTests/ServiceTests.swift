import Foundation
import Testing

@Suite("The daemon under a service manager")
struct ServiceTests {
  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#

  @Test("It serves the sockets that it is handed over, leaves its usual one alone, and never removes theirs")
  func inheritedSockets() throws {
    let manager = try ServiceManager()
    try manager.activate(["control", "observe"])
    try manager.waitForSocket("control")
    #expect(try manager.ask("control", Self.ping) == [Self.pong])
    #expect(try manager.ask("observe", Self.ping) == [Self.pong])
    #expect(try manager.directory.names == ["control", "observe"])
    #expect(manager.terminate() == 0)
    #expect(try manager.directory.names == ["control", "observe"])
  }

  /// What the daemon says to a tap and to opening a scene, as `result` or the error's reason.
  private func verdicts(_ manager: ServiceManager, _ socket: String) throws -> [String?] {
    try manager.ask(
      socket, #"{"jsonrpc":"2.0","id":1,"method":"getTree"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"displayView","params":[2]}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"openScene","params":{"application":"multiview"}}"#
    ).map { line in
      let answer = try JSON(line)
      return answer["result"]["scene"].string == nil ? answer["error"]["data"]["reason"].string : "result"
    }
  }

  @Test("Who comes by the socket named observe may look, also the daemon's own user; by control that user may all")
  func readOnly() throws {
    let manager = try ServiceManager()
    try manager.activate(["observe", "control"])
    try manager.waitForSocket("control")
    #expect(try verdicts(manager, "observe") == ["result", "notPermitted", "notPermitted"])
    #expect(try verdicts(manager, "control") == ["result", "result", "result"])
    #expect(manager.terminate() == 0)
  }

  @Test(
    "Members of the group that an inherited socket's file belongs to may drive, and others who can connect may look",
    .enabled(if: getuid() == 0, "only root can give a file away and become somebody else"))
  func socketGroup() throws {
    let manager = try ServiceManager()
    // Two groups that nobody on this machine needs to know by name.
    let (group, other) = ("61001", "61002")
    try manager.activate(["control"]) { directory in
      chown(directory + "/control", 0, 61001)
      chmod(directory + "/control", 0o666)
      chmod(directory, 0o755)
    }
    for (groups, verdict) in [(group, "result"), (other, "notPermitted")] {
      let lines = try Tool.run(
        [
          "setpriv", "--reuid=61003", "--regid=61003", "--groups=\(groups)", "socat", "-t30", "-",
          "UNIX-CONNECT:\(manager.directory.path(of: "control"))",
        ],
        input: #"{"jsonrpc":"2.0","id":1,"method":"displayView","params":[2]}"# + "\n"
      ).lines
      let answer = try JSON(try #require(lines.first))
      #expect(
        (answer["result"]["scene"].string == nil ? answer["error"]["data"]["reason"].string : "result") == verdict)
    }
    #expect(manager.terminate() == 0)
  }

  @Test("It tells in order: ready, and what it serves; that it is alive; that it ends")
  func order() throws {
    let manager = try ServiceManager()
    try manager.activate(["control"], environment: ["WATCHDOG_USEC": "300000"])
    try manager.waitForSocket("control")
    try manager.waitUntil("it has told twice that it is alive") { $0.count { $0 == "WATCHDOG=1" } >= 2 }
    #expect(manager.terminate() == 0)
    #expect(manager.told.first == "READY=1\nSTATUS=0 clients, 3 scenes")
    #expect(manager.told.last == "STOPPING=1\nSTATUS=Ending: what was asked is answered first")
    let between = Set(manager.told.dropFirst().dropLast())
    #expect(between.isSubset(of: ["WATCHDOG=1", "STATUS=1 client, 3 scenes", "STATUS=0 clients, 3 scenes"]))
  }

  @Test("STATUS follows clients and scenes")
  func status() throws {
    let manager = try ServiceManager()
    try manager.activate(["control"])
    try manager.waitForSocket("control")
    let open = #"{"jsonrpc":"2.0","id":1,"method":"openScene","params":{"application":"multiview-contained"}}"#
    #expect(try manager.ask("control", open).count == 1)
    try manager.waitUntil("STATUS names four scenes") { $0.last == "STATUS=0 clients, 4 scenes" }
    #expect(manager.terminate() == 0)
  }

  @Test("When it tells that it is ready, it can be connected to, also without a service manager's sockets")
  func readyMeansListening() throws {
    let manager = try ServiceManager()
    try manager.launch()
    try manager.waitUntil("it is ready") { !$0.isEmpty }
    #expect(manager.told.first?.hasPrefix("READY=1\n") == true)
    #expect(try manager.ask("controllerd.sock", Self.ping) == [Self.pong])
    #expect(manager.terminate() == 0)
    #expect(try manager.directory.names.isEmpty)
  }

  @Test("An abstract notify socket is told as well")
  func abstractNotifySocket() throws {
    let manager = try ServiceManager(isAbstract: true)
    try manager.launch()
    try manager.waitUntil("it is ready") { !$0.isEmpty }
    #expect(manager.terminate() == 0)
    #expect(
      manager.told == [
        "READY=1\nSTATUS=0 clients, 3 scenes", "STOPPING=1\nSTATUS=Ending: what was asked is answered first",
      ])
  }

  @Test("A notify socket that is gone, or none, is no reason not to serve", arguments: ["/nowhere/notify", "nonsense"])
  func noNotifySocket(address: String) throws {
    let manager = try ServiceManager()
    try manager.launch(environment: ["NOTIFY_SOCKET": address])
    try manager.waitForSocket("controllerd.sock")
    #expect(try manager.ask("controllerd.sock", Self.ping) == [Self.pong])
    #expect(manager.terminate() == 0)
    #expect(manager.errors.contains("NOTIFY_SOCKET is 'nonsense'") == (address == "nonsense"))
  }

  @Test("Sockets and a watchdog for another process are not its own")
  func otherProcess() throws {
    let manager = try ServiceManager()
    try manager.launch(environment: [
      "LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "control", "WATCHDOG_PID": "1", "WATCHDOG_USEC": "1000",
    ])
    try manager.waitUntil("it is ready") { !$0.isEmpty }
    #expect(try manager.ask("controllerd.sock", Self.ping) == [Self.pong])
    #expect(manager.terminate() == 0)
    #expect(!manager.told.contains("WATCHDOG=1"))
    #expect(manager.errors.contains("LISTEN_PID is 1, and this process is "))
    #expect(manager.errors.contains("WATCHDOG_PID is 1, and this process is "))
    let socket = manager.directory.path(of: "controllerd.sock")
    #expect(manager.errors.hasSuffix("controllerd: version 0.1.0 listens on \(socket)\n"))
  }

  @Test("--socket is used beside the inherited sockets when it is given, and removed at the end as ever")
  func ownSocketToo() throws {
    let manager = try ServiceManager()
    try manager.activate(["control"], arguments: ["--socket", manager.directory.path(of: "own")])
    try manager.waitForSocket("control")
    try manager.waitForSocket("own")
    #expect(try manager.ask("own", Self.ping) == [Self.pong])
    #expect(try manager.ask("control", Self.ping) == [Self.pong])
    #expect(manager.terminate() == 0)
    #expect(try manager.directory.names == ["control"])
  }

  @Test("The default names of the units are understood")
  func unitNames() throws {
    let manager = try ServiceManager()
    try manager.activate(["controllerd.socket", "controllerd-observe.socket"])
    try manager.waitForSocket("controllerd.socket")
    #expect(try manager.ask("controllerd-observe.socket", Self.ping) == [Self.pong])
    #expect(manager.terminate() == 0)
  }

  @Test("A name that says nothing is refused, with the names that do")
  func unknownName() throws {
    let manager = try ServiceManager()
    try manager.activate(["control", "metrics"])
    try manager.waitForSocket("control")
    #expect(manager.waitForEnd() == 1)
    #expect(
      manager.errors.contains(
        "controllerd: descriptor 4 was handed over under the name 'metrics'; allowed: control, observe; set "
          + "FileDescriptorName= in its socket unit"))
    #expect(manager.told.isEmpty)
  }

  @Test("What is no listening socket is refused, and named")
  func noSocket() throws {
    let directory = try TemporaryDirectory()
    let outcome = try Tool.run(
      [
        "bash", "-c", "LISTEN_PID=$BASHPID LISTEN_FDS=1 LISTEN_FDNAMES=control exec \"$0\" 3</dev/null",
        BuiltProducts.program("controllerd"),
      ], environment: ["XDG_RUNTIME_DIR": directory.path])
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("controllerd: descriptor 3 (control) is not a listening Unix stream socket;"))
  }

  @Test("Inherited sockets are closed on exec")
  func closedOnExec() throws {
    let manager = try ServiceManager()
    try manager.activate(["control", "observe"])
    try manager.waitForSocket("control")
    try manager.waitUntil("it is ready") { !$0.isEmpty }
    for descriptor in [3, 4] {
      let information = try String(contentsOfFile: "/proc/\(manager.identifier)/fdinfo/\(descriptor)", encoding: .utf8)
      let flags = try #require(information.split(separator: "\n").first { $0.hasPrefix("flags:") })
      let bits = try #require(Int(flags.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8))
      #expect(bits & 0o2000000 != 0, "\(flags)")
    }
    #expect(manager.terminate() == 0)
  }

  @Test("In the journal a line has its priority and no name; elsewhere a name and no priority")
  func journal() throws {
    let program = try BuiltProducts.program("controllerd")
    let start = "exec \"$0\" --scene multivue"
    let plain = try Tool.run(["bash", "-c", start, program])
    #expect(plain.status == 1)
    #expect(plain.errors.hasPrefix("controllerd: "))
    let asJournal = "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); \(start)"
    let journal = try Tool.run(["bash", "-c", asJournal, program])
    #expect(journal.status == 1)
    #expect(journal.errors == "<3>" + plain.errors.dropFirst("controllerd: ".count))
  }
}
