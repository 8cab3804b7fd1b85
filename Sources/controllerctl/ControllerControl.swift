import CommandLineOptions
import Glibc
import JSONText

/// `controllerctl`: asks a daemon, from a shell.
@main
struct ControllerControl {
  /// What the exit status says. They are part of the program's interface.
  enum Status {
    static let answeredWithError: Int32 = 1
    static let usage: Int32 = 2
    static let noConnection: Int32 = 3
    static let notPrinted: Int32 = 4
    static let differs: Int32 = 5
    static let timeOver: Int32 = 6
  }

  @MainActor
  static func main() {
    signal(SIGPIPE, SIG_IGN)  // a daemon that goes away is an error of the call that notices
    exit(run(CommandLine.arguments.dropFirst()))
  }

  @MainActor
  private static func run(_ arguments: some Sequence<String>) -> Int32 {
    let table = ControlOptions.table
    do {
      let line = try table.parse(arguments)
      switch line.request {
      case .help: return write(Array(table.helpText.utf8), to: STDOUT_FILENO)
      case .version: return write(Array(table.versionText.utf8), to: STDOUT_FILENO)
      case .run: return try perform(ControlOptions(line))
      }
    } catch let error as CommandLineError {
      return complain(error.message, status: Status.usage)
    } catch let failure as UsageFailure {
      return complain(table.errorText(failure.message), status: Status.usage)
    } catch let failure as ConnectionFailure {
      return complain(
        "\(table.program): \(failure.message.withoutControls)",
        status: failure.isTimeout ? Status.timeOver : Status.noConnection)
    } catch {
      preconditionFailure("an error of an unknown kind: \(error)")
    }
  }

  private static func perform(_ options: ControlOptions) throws -> Int32 {
    switch options.command {
    case .call(let method, let parameters):
      let text = try parameters.map { (text) throws(UsageFailure) in try read(text) }
      return try ask(options, method, text) { $0 }
    case .tree(let controller):
      var parameters: [UInt8]?
      if let controller {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("controller")
        writer.string(controller)
        writer.endObject()
        parameters = writer.bytes
      }
      return try ask(options, "getTree", parameters) { options.printsJSON ? $0 : try TreeText.make($0) }
    case .info:
      return try ask(options, "getServerInfo", nil) { options.printsJSON ? $0 : try InfoText.make($0) }
    case .help(let method):
      return try ask(options, "rpc.discover", nil) { options.printsJSON ? $0 : try HelpText.make($0, method) }
    case .watch(let watch):
      return try WatchCommand(options: options, watch: watch).run()
    case .conform(let conform):
      return ConformCommand(socket: options.socket, options: conform).run()
    }
  }

  /// Sends a request, waits for its answer, prints it, and returns the exit status.
  private static func ask(
    _ options: ControlOptions, _ method: String, _ parameters: [UInt8]?, _ text: ([UInt8]) throws -> [UInt8]
  ) throws -> Int32 {
    let request = try Request.line(method: method, parameters: parameters, scene: options.scene)
    let connection = try Connection(
      path: options.socket, patience: options.patience + CallTimeout.seconds(of: method, parameters))
    try connection.send(request)
    while true {
      let line = try connection.readLine()
      switch try Answer(line: line) {
      case .result(let result)?: return write(try text(result) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
      case .failure(let failure)?: return complain(of: failure)
      case nil: if let reason = try EventText.goodbye(line) { connection.note(goodbye: reason) }
      }
    }
  }

  static func complain(of failure: Answer.Failure) -> Int32 {
    // The sentence may repeat a name that somebody else has chosen.
    let plain = Array(String(decoding: failure.message, as: UTF8.self).withoutControls.utf8)
    let sentence = Array("controllerctl: ".utf8) + plain + Array(" (".utf8) + failure.code + Array(")\n".utf8)
    write(sentence + (failure.data.map { $0 + [UInt8(ascii: "\n")] } ?? []), to: STDERR_FILENO)
    return failure.isRefusedConnection ? Status.noConnection : Status.answeredWithError
  }

  /// The parameters as they were given, or what standard input holds where `-` was given.
  private static func read(_ argument: String) throws(UsageFailure) -> [UInt8] {
    guard argument == "-" else { return Array(argument.utf8) }
    var input: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
      if count > 0 {
        input.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        return input
      } else if errno != EINTR {
        throw UsageFailure("standard input could not be read: \(String(cString: strerror(errno)))")
      }
    }
  }

  static func complain(_ text: String, status: Int32) -> Int32 {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    return status
  }

  /// Writes all of it.
  ///
  /// - Returns: The exit status when nothing else goes wrong: what was asked for and could not be printed is an error.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno != EINTR { return Status.notPrinted }
      written += max(0, count)
    }
    return 0
  }
}
