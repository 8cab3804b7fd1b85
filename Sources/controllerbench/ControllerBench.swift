import Glibc

/// Measures how many requests a second a server on a Unix socket answers: this daemon, or Redis.
@main
struct ControllerBench {
  /// Where there is no figure: the server could not be reached, went away, or answered wrongly.
  private static let failureStatus: Int32 = 1

  static func main() {
    signal(SIGPIPE, SIG_IGN)  // a server that goes away is an error of a send
    let options = BenchOptions.fromCommandLine()
    do {
      let report = try measure(options)
      print(options.printsJSON ? report.json : report.text)
    } catch {
      fputs("controllerbench: \(error.message)\n", BenchOptions.standardError)
      exit(failureStatus)
    }
  }

  private static func measure(_ options: BenchOptions) throws(BenchFailure) -> Report {
    let target = options.target
    let answer = try prepare(target)
    var sockets: [Socket] = []
    for _ in 0..<options.connections { sockets.append(try Socket(path: target.path)) }
    let generator = try LoadGenerator(
      target: target, sockets: sockets, depth: options.depth,
      bounds: LoadGenerator.Bounds(seconds: options.seconds, answers: options.answers ?? .max))
    let outcome = try generator.run()
    guard outcome.answers > 0 else { throw BenchFailure("no request was answered in \(options.seconds) s") }
    if let wanted = options.answers, outcome.answers < wanted {
      throw BenchFailure("only \(outcome.answers) of \(wanted) requests were answered in \(options.seconds) s")
    }
    return Report(
      target: target, connections: options.connections, depth: options.depth, answerBytes: answer.count,
      outcome: outcome)
  }

  /// Asks once, and looks whether the answer is the one that is going to be counted.
  private static func prepare(_ target: LoadTarget) throws(BenchFailure) -> [UInt8] {
    let socket = try Socket(path: target.path)
    defer { close(socket.descriptor) }
    if !target.preparation.isEmpty {
      let answer = try socket.exchange(target.preparation, lineFeeds: 1)
      guard answer == target.preparationAnswer else {
        throw BenchFailure("the preparation was answered with: \(String(decoding: answer, as: UTF8.self))")
      }
    }
    let answer = try socket.exchange(target.request, lineFeeds: target.lineFeedsPerAnswer)
    guard answer.contains(target.expected) else {
      throw BenchFailure("the first request was answered with: \(String(decoding: answer, as: UTF8.self))")
    }
    return answer
  }
}
