/// `--timeout`: how long a server may take.
enum TimeLimit {
  /// A day: longer than anybody waits for an answer, and a number of milliseconds that poll(2) takes.
  static let longest = 86_400.0

  /// Longer than the daemon takes for anything: after 30 seconds its watchdog ends it.
  static let ofCommands = 30.0

  /// A server under test answers at once, or has failed.
  static let ofTranscripts = 5.0

  /// The argument in seconds; nil when there is none.
  static func read(_ text: String?) throws(UsageFailure) -> Double? {
    guard let text else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= longest else {
      throw UsageFailure("--timeout takes seconds, more than 0 and at most \(Int(longest)); got '\(text)'")
    }
    return seconds
  }
}
