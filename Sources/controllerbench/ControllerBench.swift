import CommandLineOptions
import Glibc

/// Measures how many requests a second a server on a Unix socket answers: this daemon, and others beside it.
@main
struct ControllerBench {
  private enum Status {
    static let noFigure: Int32 = 1
    static let usage: Int32 = 2
  }

  @MainActor
  static func main() {
    signal(SIGPIPE, SIG_IGN)  // a server that goes away is an error of a send
    exit(run(CommandLine.arguments.dropFirst()))
  }

  @MainActor
  private static func run(_ arguments: some Sequence<String>) -> Int32 {
    let table = BenchOptions.table
    do {
      let line = try table.parse(arguments)
      switch line.request {
      case .help: print(table.helpText, terminator: "")
      case .version: print(table.versionText, terminator: "")
      case .run:
        let options = try BenchOptions(line)
        let report = try measure(options)
        print(options.printsJSON ? report.json : report.text)
      }
      return 0
    } catch let error as CommandLineError {
      return complain(error.message, status: Status.usage)
    } catch let failure as UsageFailure {
      return complain(table.errorText(failure.message), status: Status.usage)
    } catch let failure as BenchFailure {
      return complain("\(table.program): \(failure.message)", status: Status.noFigure)
    } catch {
      preconditionFailure("an error of an unknown kind: \(error)")
    }
  }

  private static func complain(_ text: String, status: Int32) -> Int32 {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    return status
  }

  private static func measure(_ options: BenchOptions) throws(BenchFailure) -> Report {
    let daemon = LoadTarget.daemon(path: options.socket, method: options.method, params: options.params)
    let answerBytes = try answerSize(of: daemon)
    var targets = [daemon]
    if let path = options.redis { targets.append(.redis(path: path, valueSize: answerBytes)) }
    if let path = options.floor { targets.append(.floor(path: path, like: daemon, answerSize: answerBytes)) }
    for target in targets { try prepare(target) }
    var averages = [loadAverage()]
    var comparisons: [Comparison] = []
    for depth in options.depths { comparisons.append(try compare(targets, depth: depth, options)) }
    averages.append(loadAverage())
    return Report(
      method: options.method, connections: options.connections, rounds: options.rounds, seconds: options.seconds,
      answerBytes: answerBytes, loadAverages: averages.compactMap(\.self), comparisons: comparisons)
  }

  private static func compare(
    _ targets: [LoadTarget], depth: Int, _ options: BenchOptions
  ) throws(BenchFailure) -> Comparison {
    var comparison = Comparison(depth: depth, names: targets.map(\.name))
    for turn in 0..<options.rounds {
      // Each server is the first as often as the others, so that none gains by its place.
      for place in targets.indices {
        let index = (turn + place) % targets.count
        let round = Round(
          target: targets[index], connections: options.connections, depth: depth, seconds: options.seconds)
        comparison.add(Comparison.Sample(try round.run()), server: index)
      }
    }
    return comparison
  }

  private static func answerSize(of target: LoadTarget) throws(BenchFailure) -> Int {
    let socket = try Socket(path: target.path)
    defer { socket.close() }
    let answer = try socket.exchange(target.batch(of: 1), answers: 1, format: target.format).joined()
    guard target.isRight(Array(answer), 0) else {
      throw BenchFailure("the first request was answered with: \(Round.excerpt(Array(answer)))")
    }
    return answer.count
  }

  private static func prepare(_ target: LoadTarget) throws(BenchFailure) {
    guard !target.preparation.isEmpty else { return }
    let socket = try Socket(path: target.path)
    defer { socket.close() }
    let answer = Array(try socket.exchange(target.preparation, answers: 1, format: target.format).joined())
    guard answer == target.preparationAnswer else {
      throw BenchFailure("\(target.name) answered the preparation with: \(Round.excerpt(answer))")
    }
  }

  private static func loadAverage() -> Double? {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? (average * 100).rounded() / 100 : nil
  }
}
