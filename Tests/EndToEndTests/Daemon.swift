import ConformanceSupport
import Foundation
import Testing

/// A daemon that a test has started, with a socket and a folder of its own. It is ended, by its process id, with the value.
final class Daemon {
  /// Longer than a start takes on a busy machine.
  private static let patience = 30.0

  let directory: TemporaryDirectory

  /// Where it listens.
  let socket: String

  /// Whether its methods are those of `Protocol/openrpc.json`, so that its answers are as described there.
  private let isOurs: Bool
  private let logs: TemporaryDirectory
  private let process: ChildProcess

  /// Starts a daemon and waits until it takes connections.
  ///
  /// - Parameters:
  ///   - arguments: Of its command line; `--socket` is not among them unless the test is about it.
  ///   - program: The path of the daemon, nil for this package's own.
  ///   - listensOn: Where it will listen, nil for the default in a folder of its own.
  init(_ arguments: [String] = [], program: String? = nil, listensOn: String? = nil) throws {
    isOurs = program?.hasSuffix("/specificationd") != true
    directory = try TemporaryDirectory()
    logs = try TemporaryDirectory()
    socket = listensOn ?? directory.path(of: "controllerd.sock")
    process = try ChildProcess(
      [program ?? BuiltProducts.program("controllerd")] + arguments,
      environment: Tool.merged(["XDG_RUNTIME_DIR": directory.path]), directory: directory.path,
      output: logs.path(of: "output"), errors: logs.path(of: "errors"))
    try waitUntilItListens()
  }

  /// Its process id.
  var identifier: Int32 { process.identifier }

  var isRunning: Bool { process.isRunning }

  /// Whether it runs, and its socket is there. Nobody connects for that: the daemon counts its clients.
  var isThere: Bool { isRunning && FileManager.default.fileExists(atPath: socket) }

  /// What can be said of a daemon that was lost: whether it ended, and how, whether its socket is there, and what it has said.
  var state: String {
    let end = isRunning ? "it runs" : "it ended with \(waitForEnd())"
    let file = FileManager.default.fileExists(atPath: socket) ? "is there" : "is gone"
    return "\(end), its socket \(file)\n\(errors)"
  }

  /// What it has printed for people so far.
  var errors: String { (try? logs.text("errors")) ?? "" }

  /// What its controllers have printed so far.
  var output: String { (try? logs.text("output")) ?? "" }

  /// Sends SIGTERM, waits for the end, and returns the exit status.
  func terminate() -> Int32 {
    process.send(SIGTERM)
    return waitForEnd()
  }

  /// Waits for the end and returns the exit status, or minus the signal.
  func waitForEnd() -> Int32 { process.wait() }

  /// Sends lines with socat, ends the direction, and returns the lines that came back.
  func socat(_ lines: String...) throws -> [String] {
    try socat(input: lines.map { $0 + "\n" }.joined())
  }

  /// Sends bytes with socat, ends the direction, and returns the lines that came back.
  func socat(input: String) throws -> [String] {
    let outcome = try Tool.run(["socat", "-t30", "-", "UNIX-CONNECT:\(socket)"], input: input)
    guard outcome.status == 0 else { throw Failed(what: "socat", details: outcome.description + errors) }
    if isOurs {
      var traffic = TrafficCheck()
      traffic.sent(input.utf8)
      traffic.sentEnd()
      for line in outcome.lines { traffic.expectAsDescribed(line) }
    }
    return outcome.lines
  }

  private func waitUntilItListens() throws {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while !Self.canConnect(to: socket) {
      guard process.isRunning, Date() < deadline else {
        throw Failed(what: "the start of controllerd", details: errors)
      }
      usleep(1000)
    }
  }

  /// Whether somebody listens on a Unix socket.
  static func canConnect(to path: String) -> Bool {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  struct Failed: Error, CustomStringConvertible {
    var what: String
    var details: String

    var description: String { "\(what) failed\n\(details)" }
  }
}

extension TrafficCheck {
  /// Expects a line that was received to be as `rpc.discover` describes it.
  mutating func expectAsDescribed(_ line: String) {
    for fault in faults(inReceived: line) { Issue.record("not as rpc.discover says: \(fault)") }
  }
}
