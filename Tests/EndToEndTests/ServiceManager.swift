import Foundation

/// A service manager for one daemon: sockets that are opened before it, and a socket that it tells how it is.
final class ServiceManager {
  let directory: TemporaryDirectory
  /// What the daemon has told, one element a datagram.
  private(set) var told: [String] = []

  private let logs: TemporaryDirectory
  private let notifyAddress: String
  private let notifySocket: Int32
  private var process: ChildProcess?

  /// - Parameter isAbstract: The daemon is to tell it over an abstract socket, one that lies in no directory.
  init(isAbstract: Bool = false) throws {
    directory = try TemporaryDirectory()
    logs = try TemporaryDirectory()
    notifyAddress = (isAbstract ? "@" : "") + logs.path(of: "notify")
    notifySocket = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: notifyAddress.utf8) }
    if isAbstract { address.sun_path.0 = 0 }
    // The family, then the name: an abstract one is exactly as long as said here.
    let size = socklen_t(MemoryLayout<sa_family_t>.size + notifyAddress.utf8.count)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(notifySocket, $0, size) }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(notifySocket) }

  /// What the daemon has printed for people so far.
  var errors: String { (try? logs.text("errors")) ?? "" }
  var identifier: Int32 { process?.identifier ?? 0 }

  /// Starts the daemon as systemd would, with `systemd-socket-activate`, which waits for a connection and then becomes the
  /// daemon.
  ///
  /// - Parameters:
  ///   - sockets: The sockets' names, which are their files' names too.
  ///   - arguments: Of the daemon's command line.
  ///   - environment: More variables for the daemon.
  ///   - prepare: Changes the sockets' files before anybody connects, given their folder.
  func activate(
    _ sockets: [String], arguments: [String] = [], environment: [String: String] = [:],
    prepare: ((String) -> Void)? = nil
  ) throws {
    var command = ["systemd-socket-activate", "--fdname=\(sockets.joined(separator: ":"))"]
    for name in sockets { command.append("--listen=\(directory.path(of: name))") }
    for (name, value) in variables(environment) { command.append("--setenv=\(name)=\(value)") }
    try start(command + [BuiltProducts.program("controllerd")] + arguments)
    guard let prepare else { return }
    try waitUntil("the sockets are there") { _ in
      sockets.allSatisfy { FileManager.default.fileExists(atPath: directory.path(of: $0)) }
    }
    prepare(directory.path)
  }

  /// Starts the daemon without sockets.
  func launch(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    let settings = variables(environment).map { "\($0)=\($1)" }
    try start(["env"] + settings + [BuiltProducts.program("controllerd")] + arguments)
  }

  private func variables(_ more: [String: String]) -> [String: String] {
    let own = ["NOTIFY_SOCKET": notifyAddress, "XDG_RUNTIME_DIR": directory.path]
    return own.merging(more) { _, new in new }
  }

  private func start(_ command: [String]) throws {
    process = try ChildProcess(
      command, environment: Tool.merged([:]), directory: directory.path, output: logs.path(of: "output"),
      errors: logs.path(of: "errors"))
  }

  /// Waits until the daemon has told something.
  func waitUntil(_ what: String, _ condition: ([String]) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    receive()
    while !condition(told) {
      guard process?.isRunning == true, Date() < deadline else {
        throw Daemon.Failed(what: "waiting until \(what)", details: "told: \(told)\n\(errors)")
      }
      usleep(1000)
      receive()
    }
  }

  /// Waits until somebody listens on a socket.
  func waitForSocket(_ name: String) throws {
    try waitUntil("it listens on \(name)") { _ in Daemon.canConnect(to: directory.path(of: name)) }
  }

  /// Sends lines over a socket with socat, and returns the lines that came back.
  func ask(_ name: String, _ lines: String...) throws -> [String] {
    let outcome = try Tool.run(
      ["socat", "-t30", "-", "UNIX-CONNECT:\(directory.path(of: name))"],
      input: lines.map { $0 + "\n" }.joined())
    guard outcome.status == 0 else {
      throw Daemon.Failed(what: "socat", details: outcome.description + errors)
    }
    return outcome.lines
  }

  /// Sends SIGTERM, waits for the end, and returns the exit status.
  func terminate() -> Int32? {
    process?.send(SIGTERM)
    return waitForEnd()
  }

  /// Waits for the end, and returns the exit status.
  func waitForEnd() -> Int32? {
    let status = process?.wait()
    receive()
    return status
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(notifySocket, &buffer, buffer.count, 0), count >= 0 {
      told.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}
