/// `controllerctl watch`: prints events as they happen, until the daemon closes the connection or enough have come.
struct WatchCommand {
  /// What is watched, and how.
  struct Options {
    /// Which events; in the daemon's order.
    var kinds: [String]
    /// Whether the state is held against the daemon's own.
    var isVerifying: Bool
    /// After how many events to end; nil: when the daemon does.
    var count: Int?
  }

  let options: ControlOptions
  let watch: Options

  func run() throws -> Int32 {
    let connection = try Connection(path: options.socket)
    let kinds = watch.kinds.map { "\"\($0)\"" }.joined(separator: ",")
    try connection.send(
      Request.line(method: "subscribe", parameters: Array("{\"kinds\":[\(kinds)]}".utf8), scene: options.scene))
    do {
      return try follow(connection)
    } catch let fault as StateFault {
      return ControllerControl.complain("controllerctl: \(fault.message)", status: ControllerControl.Status.differs)
    }
  }

  private func follow(_ connection: Connection) throws -> Int32 {
    var state = StateWatch(isVerifying: watch.isVerifying)
    var printed = 0
    var saidGoodbye = false
    var isAnswered = false
    let count = watch.count ?? .max
    while printed < count || state.isAsking {
      let line: [UInt8]
      do throws(ConnectionFailure) {
        line = try connection.readLine()
      } catch {
        if saidGoodbye { break }
        throw error
      }
      if !isAnswered, let answer = try Answer(line: line) {
        guard case .result(let result) = answer else { return ControllerControl.complain(of: answer) }
        isAnswered = true
        if watch.kinds.contains("state") { try state.begin(result) }
        continue
      }
      let event = try EventText(line)
      saidGoodbye = saidGoodbye || event.isGoodbye
      let step = try state.take(line, mayAsk: printed < count)
      if let request = step.request { try connection.send(request) }
      // Answers to questions of our own are no events.
      guard event.isEvent, printed < count else { continue }
      printed += 1
      let text = options.printsJSON ? line : step.text.map { Array($0.utf8) } ?? event.text
      let status = ControllerControl.write(text + [UInt8(ascii: "\n")], to: 1)
      guard status == 0 else { return status }
    }
    guard watch.isVerifying else { return 0 }
    if state.hasProvedNothing {
      throw StateFault("none of \(state.deltas) deltas could be compared with the whole tree")
    }
    return ControllerControl.write(Array("\(state.summary)\n".utf8), to: 2)
  }
}
