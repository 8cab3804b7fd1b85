import CommandLineOptions
import Glibc

/// Measures how many requests a second a server on a Unix socket answers: this daemon, or Redis.
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
