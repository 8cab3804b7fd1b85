/// The figures of a run, for a person or for a program.
struct Report {
  var target: LoadTarget
  var connections: Int
  var depth: Int
  var answerBytes: Int
  var outcome: LoadGenerator.Outcome

  private var answersPerSecond: Double { Double(outcome.answers) / outcome.seconds }
  private var p50: Double { Double(outcome.latencies.quantile(0.5)) / 1000 }
  private var p99: Double { Double(outcome.latencies.quantile(0.99)) / 1000 }

  /// One line of JSON. Names and numbers only, so that nothing needs an escape.
  var json: String {
    let members: [(String, String)] = [
      ("target", "\"\(target.name)\""),
      ("connections", "\(connections)"),
      ("depth", "\(depth)"),
      ("seconds", "\(outcome.seconds)"),
      ("answers", "\(outcome.answers)"),
      ("requestBytes", "\(target.request.count)"),
      ("answerBytes", "\(answerBytes)"),
      ("receivedBytes", "\(outcome.bytes)"),
      ("answersPerSecond", "\(answersPerSecond)"),
      ("p50Microseconds", "\(p50)"),
      ("p99Microseconds", "\(p99)"),
    ]
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// One line of text.
  var text: String {
    """
    \(target.name): \(Int(answersPerSecond)) answers/s, p50 \(rounded(p50)) us, p99 \(rounded(p99)) us \
    (\(outcome.answers) answers of about \(answerBytes) bytes in \(rounded(outcome.seconds)) s, \
    \(connections) connections, depth \(depth))
    """
  }

  private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
