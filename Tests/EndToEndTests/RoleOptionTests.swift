import Foundation
import Testing

@Suite("Roles and limits by the command line")
struct RoleOptionTests {
  /// Users and groups that nobody on this machine needs to know by name.
  private static let user = "61003"

  /// The role that a stranger has at a socket, or nil when the socket does not let them in.
  private func role(at socket: String, groups: String, primary: String = user) throws -> String? {
    let outcome = try Tool.run(
      [
        "setpriv", "--reuid=\(Self.user)", "--regid=\(primary)", "--groups=\(groups)", "socat", "-t30", "-",
        "UNIX-CONNECT:\(socket)",
      ],
      input: #"{"jsonrpc":"2.0","id":1,"method":"getServerInfo"}"# + "\n")
    return try outcome.lines.first.flatMap { try JSON($0)["result"]["role"].string }
  }

  /// The owner's role at a socket.
  private func ownRole(at socket: String) throws -> String? {
    let outcome = try Tool.run(
      ["socat", "-t30", "-", "UNIX-CONNECT:\(socket)"],
      input: #"{"jsonrpc":"2.0","id":1,"method":"getServerInfo"}"# + "\n")
    return try outcome.lines.first.flatMap { try JSON($0)["result"]["role"].string }
  }

  @Test("--read-only-socket: whoever comes by it may only observe, the daemon's own user too; --read-only-socket-mode")
  func readOnlySocket() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "observe.sock")
    let daemon = try Daemon(["--scene", "multiview", "--read-only-socket", path, "--read-only-socket-mode", "0640"])
    #expect(try ownRole(at: daemon.socket) == "administer")
    #expect(try ownRole(at: path) == "observe")
    let refused = try Tool.run(
      ["socat", "-t30", "-", "UNIX-CONNECT:\(path)"],
      input: #"{"jsonrpc":"2.0","id":1,"method":"displayView","params":[2]}"# + "\n")
    #expect(try JSON(try #require(refused.lines.first))["error"]["code"].integer == 1014)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(daemon.terminate() == 0)
    #expect(try directory.names.isEmpty)
  }

  @Test("a start that fails at the second socket leaves nothing of the first")
  func secondSocketFails() throws {
    let directory = try TemporaryDirectory()
    let first = directory.path(of: "first.sock")
    let outcome = try Tool.run([
      BuiltProducts.program("controllerd"), "--socket", first, "--read-only-socket", "/nonexistent/second.sock",
    ])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/nonexistent/second.sock"), "\(outcome)")
    #expect(try directory.names.isEmpty)
  }

  @Test("without --read-only-socket-mode everybody may look")
  func readOnlyForAll() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "observe.sock")
    let daemon = try Daemon(["--read-only-socket", path])
    // It is made after the other one, and has its mode when it can be connected to.
    while !Daemon.canConnect(to: path), daemon.isRunning { usleep(1000) }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o666)
    #expect(daemon.terminate() == 0)
  }

  @Test(
    "--socket-group and --admin-group: its members drive, theirs administer, by primary or supplementary group; others look",
    .enabled(if: getuid() == 0, "only root can give a file away and become somebody else"))
  func groups() throws {
    let directory = try TemporaryDirectory()
    chmod(directory.path, 0o755)
    let path = directory.path(of: "controllerd.sock")
    let daemon = try Daemon(
      [
        "--socket", path, "--socket-group", "61001", "--socket-mode", "0666", "--admin-group", "61002", "--admin-group",
        "61004",
      ], listensOn: path)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.groupOwnerAccountID] as? Int == 61001)
    #expect(try role(at: path, groups: "61001") == "drive")
    #expect(try role(at: path, groups: "61009", primary: "61001") == "drive")
    #expect(try role(at: path, groups: "61002") == "administer")
    #expect(try role(at: path, groups: "61009,61004") == "administer")
    #expect(try role(at: path, groups: "61009") == "observe")
    #expect(daemon.terminate() == 0)
  }

  @Test(
    "a group's socket with mode 0660 lets in its members only",
    .enabled(if: getuid() == 0, "only root can give a file away and become somebody else"))
  func groupOnly() throws {
    let directory = try TemporaryDirectory()
    chmod(directory.path, 0o755)
    let path = directory.path(of: "controllerd.sock")
    let daemon = try Daemon(
      ["--socket", path, "--socket-group", "61001", "--socket-mode", "0660"], listensOn: path)
    #expect(try role(at: path, groups: "61001") == "drive")
    #expect(try role(at: path, groups: "61009") == nil)
    #expect(daemon.terminate() == 0)
  }

  @Test(
    "wrong groups, modes and limits end the start with 2 and say what is allowed",
    arguments: [
      ["--socket-group", "nobody-has-this-group"], ["--admin-group", "nobody-has-this-group"],
      ["--read-only-socket-mode", "9"], ["--limit", "line"], ["--limit", "line=1"], ["--limit", "lines=4096"],
      ["--limit", "depth=1025"],
    ])
  func wrong(arguments: [String]) throws {
    let outcome = try Tool.run([BuiltProducts.program("controllerd"), "--socket", "/nonexistent/socket"] + arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.hasPrefix("controllerd: "))
  }

  @Test("--limit: each limit that a line can meet is the one that was set, and named with its value")
  func limits() throws {
    let limits = ["depth=5", "batch=2", "idNumber=16", "idString=17", "line=1024"]
    let daemon = try Daemon(["--scene", "multiview"] + limits.flatMap { ["--limit", $0] })
    let long = String(repeating: "9", count: 17)
    let text = String(repeating: "s", count: 18)
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[[[[]]]]}"#,
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},1,2]"#, #"{"jsonrpc":"2.0","id":\#(long),"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":"\#(text)","method":"ping"}"#, String(repeating: " ", count: 1024) + "1"
    ).map { try JSON($0)["error"]["data"] }
    #expect(
      lines.map { $0["reason"].string } == [
        "tooManyParameters", "batchTooLarge", "idTooLong", "idTooLong", "lineTooLong",
      ])
    #expect(lines.dropFirst().map { $0["limit"].integer } == [2, 16, 17, 1024])
    #expect(lines.dropFirst().map { $0["limitName"].string } == ["batch", "idNumber", "idString", "line"])
    let deep = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[[[[[]]]]]}"#)
    #expect(try JSON(deep[0])["error"]["data"]["reason"].string == "tooDeep")
    #expect(try JSON(deep[0])["error"]["data"]["limit"].integer == 5)
    #expect(try JSON(deep[0])["error"]["data"]["limitName"].string == "depth")
  }

  @Test("--limit connections: who comes too late is refused, told why, and gets a goodbye")
  func connections() throws {
    let daemon = try Daemon(["--limit", "connections=1"])
    // Answered, it is taken, and not only accepted by the kernel. The probe of the start may still have been counted, so
    // that the first try is refused itself.
    let deadline = Date(timeIntervalSinceNow: 30)
    var first = try SocketConnection(to: daemon.socket)
    while try !isAnswered(first), Date() < deadline { first = try SocketConnection(to: daemon.socket) }
    let lines = try Tool.run(["socat", "-u", "UNIX-CONNECT:\(daemon.socket)", "-"]).lines
    try #require(lines.count == 2)
    #expect(try JSON(lines[0])["error"]["data"]["reason"].string == "tooManyConnections")
    #expect(try JSON(lines[1])["method"].string == "goodbye")
    // Closed only now: before that it is the one connection that is allowed.
    withExtendedLifetime(first) {}
  }

  private func isAnswered(_ connection: SocketConnection) throws -> Bool {
    // A refused one cannot be written to.
    try? connection.write(Array((#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n").utf8))
    return try connection.takeLine()?.contains("pong") ?? false
  }
}
