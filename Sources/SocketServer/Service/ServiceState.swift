/// Something to tell the service manager (`sd_notify(3)`).
public enum ServiceState: Hashable, Sendable {
  /// The service is up: what depends on it can be started.
  case ready
  /// The service has begun to end.
  case stopping
  /// The service is alive. Has to come more often than the watchdog's interval.
  case watchdog
  /// What the service is doing, in one line, for `systemctl status`.
  case status(String)
  /// The service's main process, where the service manager cannot know it.
  case mainProcess(Int32)

  /// The variable and its value, without a line break.
  var assignment: String {
    switch self {
    case .ready: "READY=1"
    case .stopping: "STOPPING=1"
    case .watchdog: "WATCHDOG=1"
    // A line break would begin another assignment.
    case .status(let text): "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .mainProcess(let process): "MAINPID=\(process)"
    }
  }

  /// Whether this one makes an earlier one pointless.
  func replaces(_ other: ServiceState) -> Bool {
    switch (self, other) {
    case (.status, .status), (.mainProcess, .mainProcess): true
    default: self == other
    }
  }
}
