import CommandLineOptions

/// The run that the command line asks for.
struct BenchOptions {
  /// More connections than a daemon takes, few enough for this process's descriptors.
  private static let connectionRange = 1...4096

  /// A batch is written at once and should fit into a socket's buffer.
  private static let depthRange = 1...1000

  /// More rounds say nothing more.
  private static let roundRange = 1...100

  /// A round is bounded, whatever happens: a minute says what ten would.
  private static let longest = 60.0

  var socket: String
  var method: String
  var params: String?
  var redis: String?
  var floor: String?
  var connections = 50
  var depths = [1, 16]
  var rounds = 5
  var seconds = 3.0
  var printsJSON = false

  static let table = CommandLineTable(
    program: "controllerbench", version: "0.1.0", usage: ["[OPTION]... --socket=PATH"],
    summary:
      "Measures how many requests a second a controllerd answers, and, in turns with it, Redis and controllerfloor. "
      + "Each connection sends a batch of requests, waits for all their answers, and sends the next.",
    options: [
      CommandLineOption("socket", letter: "s", argument: "PATH", help: "The socket of the controllerd to measure."),
      CommandLineOption(
        "method", letter: "m", argument: "NAME", help: "The method to call; getNavigationItem if not given."),
      CommandLineOption("params", argument: "JSON", help: "Its parameters, an object or an array on one line."),
      CommandLineOption(
        "redis", argument: "PATH",
        help:
          "The socket of a Redis to compare with. It is sent one SET of the key controllerbench, then GETs of a value "
          + "that is as long as the daemon's answer."),
      CommandLineOption(
        "floor", argument: "PATH",
        help: "The socket of a controllerfloor to compare with, whose answers have to be as long as the daemon's."),
      CommandLineOption("connections", letter: "c", argument: "N", help: "Connections at once; 50 if not given."),
      CommandLineOption(
        "depth", letter: "d", argument: "N", isRepeatable: true,
        help: "Requests in a batch; 1 is no pipelining. 1 and 16, one after the other, if not given."),
      CommandLineOption("rounds", letter: "r", argument: "N", help: "Rounds of each server, in turns; 5 if not given."),
      CommandLineOption(
        "seconds", letter: "t", argument: "N",
        help: "What a round lasts, beside half a second of warming up; 3 if not given, at most 60."),
      CommandLineOption("json", letter: "j", help: "Print one line of JSON."),
    ],
    notes: [
      "Figures are medians of the rounds. A ratio is the median of the ratios of each round.",
      "Exit status: 0 there are figures; 1 there are none, standard error says why; 2 the command line was wrong.",
    ]
  )

  /// Takes the run from a command line.
  init(_ line: ParsedCommandLine) throws(UsageFailure) {
    if let extra = line.rest.first { throw UsageFailure("'\(extra)' is no option, and nothing else is expected") }
    guard let path = line.value(of: "socket") else {
      throw UsageFailure("--socket is missing, which daemon to measure")
    }
    socket = path
    method = line.value(of: "method") ?? "getNavigationItem"
    params = line.value(of: "params")
    redis = line.value(of: "redis")
    floor = line.value(of: "floor")
    // What the line is made of is not looked at: a wrong one is refused by the daemon, and then there is no figure.
    guard !(method + (params ?? "")).contains(where: \.isNewline) else {
      throw UsageFailure("the method and the parameters are one line; got a line feed")
    }
    if let text = line.value(of: "connections") {
      connections = try Self.number(text, of: "connections", in: Self.connectionRange)
    }
    if line.has("depth") {
      depths = []
      for text in line.values(of: "depth") { depths.append(try Self.number(text, of: "depth", in: Self.depthRange)) }
    }
    if let text = line.value(of: "rounds") { rounds = try Self.number(text, of: "rounds", in: Self.roundRange) }
    if let text = line.value(of: "seconds") {
      guard let number = Double(text), number > 0, number <= Self.longest else {
        throw UsageFailure("--seconds takes a number above 0 and up to 60; got '\(text)'")
      }
      seconds = number
    }
    printsJSON = line.has("json")
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
