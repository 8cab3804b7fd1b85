import Glibc

/// What a service manager says to a process that it starts, in environment variables (`sd_listen_fds(3)`, `sd_notify(3)`,
/// `sd_watchdog_enabled(3)`, `systemd.exec(5)`). All empty when nobody did.
public struct ServiceEnvironment: Hashable, Sendable {
  /// Sockets to listen on.
  public let descriptors: ListenDescriptors
  /// Where to tell how the service is: a path, or `@` and an abstract name.
  public let notifySocket: String?
  /// Seconds within which the service manager wants a sign of life; nil: it does not watch.
  public let watchdogInterval: Double?
  /// This process, where it is not the one that the service manager started: a script is in between, and the service
  /// manager has to be told which process the service is.
  public let unknownMainProcess: Int32?
  /// What was not understood and is ignored, in sentences.
  public let warnings: [String]

  private enum Variable: String, CaseIterable {
    case listenProcess = "LISTEN_PID"
    case listenCount = "LISTEN_FDS"
    case listenNames = "LISTEN_FDNAMES"
    case notifySocket = "NOTIFY_SOCKET"
    case watchdogInterval = "WATCHDOG_USEC"
    case watchdogProcess = "WATCHDOG_PID"
    case startedProcess = "SYSTEMD_EXEC_PID"
  }

  /// Reads the process's variables and removes them, so that programs which it starts do not take them for theirs. The
  /// descriptors become closed on exec.
  ///
  /// - Throws: `SocketServerError` when sockets were handed over that cannot be used.
  @MainActor
  public static func take() throws(SocketServerError) -> ServiceEnvironment {
    var variables: [String: String] = [:]
    for variable in Variable.allCases {
      guard let value = getenv(variable.rawValue) else { continue }
      variables[variable.rawValue] = String(cString: value)
      unsetenv(variable.rawValue)
    }
    let environment = try ServiceEnvironment(variables: variables, processID: getpid())
    try environment.descriptors.closeOnExec()
    return environment
  }

  /// Reads variables.
  ///
  /// - Throws: `SocketServerError` when those about sockets make no sense: to go on without the sockets would leave the
  ///   service running where nobody can reach it. The others are reported in `warnings` when they do not.
  init(variables: [String: String], processID: Int32) throws(SocketServerError) {
    func value(_ variable: Variable) -> String? { variables[variable.rawValue] }
    var warnings: [String] = []
    descriptors = try ListenDescriptors(
      process: value(.listenProcess), count: value(.listenCount), names: value(.listenNames), processID: processID)
    if let warning = descriptors.warning { warnings.append(warning) }
    notifySocket = value(.notifySocket).flatMap { $0.isEmpty ? nil : $0 }
    watchdogInterval = Self.watchdogInterval(
      value(.watchdogInterval), process: value(.watchdogProcess), processID: processID, &warnings)
    let started = value(.startedProcess).flatMap { Int32($0) }
    unknownMainProcess = started == nil || started == processID ? nil : processID
    self.warnings = warnings
  }

  private static func watchdogInterval(
    _ text: String?, process: String?, processID: Int32, _ warnings: inout [String]
  ) -> Double? {
    guard let text else { return nil }
    if let process {
      guard let watched = Int32(process), watched > 0 else {
        warnings.append("WATCHDOG_PID is '\(process)', which is no process id; there will be no signs of life.")
        return nil
      }
      guard watched == processID else {
        warnings.append(
          "WATCHDOG_PID is \(watched), and this process is \(processID); there will be no signs of life.")
        return nil
      }
    }
    guard let microseconds = UInt64(text), microseconds > 0, microseconds < .max else {
      warnings.append(
        "WATCHDOG_USEC is '\(text)', which is no number of microseconds above 0; there will be no signs of life.")
      return nil
    }
    return Double(microseconds) / 1_000_000
  }
}
