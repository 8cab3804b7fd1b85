import CommandLineOptions

/// The run that the command line asks for.
struct BenchOptions {
  /// More connections than a daemon takes, few enough for this process's descriptors.
  private static let connectionRange = 1...4096

  /// A batch is written at once and should fit into a socket's buffer.
  private static let depthRange = 1...1000

  /// A run is bounded, whatever happens: a minute says what ten would.
  private static let longest = 60.0

  /// Redis's own limit is 512 MB; beyond a line's limit there is nothing to compare.
  private static let valueSizeRange = 1...1_048_576

  var target: LoadTarget
  var connections = 50
  var depth = 1
  var seconds = 3.0
  var answers: UInt64?
  var printsJSON = false

  static let table = CommandLineTable(
    program: "controllerbench", version: "0.1.0",
    usage: ["[OPTION]... --socket=PATH --method=NAME", "[OPTION]... --redis=PATH --value-size=BYTES"],
    summary: "Measures how many requests a second a server on a Unix socket answers: a controllerd, or Redis. Each "
      + "connection sends a batch of requests, waits for all their answers, and sends the next.",
    options: [
      CommandLineOption("socket", letter: "s", argument: "PATH", help: "The socket of the controllerd to measure."),
      CommandLineOption("method", letter: "m", argument: "NAME", help: "The method to call."),
      CommandLineOption("params", argument: "JSON", help: "Its parameters, an object or an array on one line."),
      CommandLineOption(
        "redis", argument: "PATH",
        help: "The socket of the Redis to measure. It is sent one SET of the key controllerbench, then GETs of it."),
      CommandLineOption("value-size", argument: "BYTES", help: "How long the value is that Redis is asked for."),
      CommandLineOption("connections", letter: "c", argument: "N", help: "Connections at once; 50 if not given."),
      CommandLineOption(
        "depth", letter: "d", argument: "N", help: "Requests in a batch; 1 if not given, which is no pipelining."),
      CommandLineOption("seconds", letter: "t", argument: "N", help: "Stop after so long; 3 if not given, at most 60."),
      CommandLineOption(
        "answers", letter: "n", argument: "N", help: "Stop after so many answers; they must come within the seconds."),
      CommandLineOption("json", letter: "j", help: "Print one line of JSON."),
    ],
    notes: ["Exit status: 0 there is a figure; 1 there is none, standard error says why; 2 the command line was wrong."]
  )

  /// Takes the run from a command line.
  init(_ line: ParsedCommandLine) throws(UsageFailure) {
    if let extra = line.rest.first { throw UsageFailure("'\(extra)' is no option, and nothing else is expected") }
    target = try Self.target(line)
    if let text = line.value(of: "connections") {
      connections = try Self.number(text, of: "connections", in: Self.connectionRange)
    }
    if let text = line.value(of: "depth") { depth = try Self.number(text, of: "depth", in: Self.depthRange) }
    if let text = line.value(of: "answers") {
      answers = UInt64(try Self.number(text, of: "answers", in: 1...Int.max))
    }
    if let text = line.value(of: "seconds") {
      guard let number = Double(text), number > 0, number <= Self.longest else {
        throw UsageFailure("--seconds takes a number above 0 and up to 60; got '\(text)'")
      }
      seconds = number
    }
    printsJSON = line.has("json")
  }

  private static func target(_ line: ParsedCommandLine) throws(UsageFailure) -> LoadTarget {
    switch (line.value(of: "socket"), line.value(of: "redis")) {
    case (let socket?, nil):
      guard let method = line.value(of: "method") else { throw UsageFailure("--socket needs --method, what to call") }
      // What the line is made of is not looked at: a wrong one is refused by the daemon, and then there is no figure.
      guard !(method + (line.value(of: "params") ?? "")).contains(where: \.isNewline) else {
        throw UsageFailure("the method and the parameters are one line; got a line feed")
      }
      return .daemon(path: socket, method: method, params: line.value(of: "params"))
    case (nil, let redis?):
      guard let size = line.value(of: "value-size") else { throw UsageFailure("--redis needs --value-size") }
      return .redis(path: redis, valueSize: try number(size, of: "value-size", in: valueSizeRange))
    default:
      throw UsageFailure("what to measure is given by either --socket or --redis")
    }
  }

  private static func number(_ text: String, of option: String, in range: ClosedRange<Int>) throws(UsageFailure) -> Int
  {
    guard let number = Int(text), range.contains(number) else {
      throw UsageFailure(
        "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound); got '\(text)'")
    }
    return number
  }
}

/// What was typed is not what this program takes.
struct UsageFailure: Error {
  /// What was wrong, for a person.
  var message: String

  init(_ message: String) { self.message = message }
}
