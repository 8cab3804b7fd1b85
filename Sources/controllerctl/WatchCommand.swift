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
    let connection = try Connection(path: options.socket, patience: options.patience)
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
        // Before the subscription is answered nothing was watched: goodbye is then the reason of a failure.
        if saidGoodbye, isAnswered { break }
        throw error
      }
      if !isAnswered, let answer = try Answer(line: line) {
        switch answer {
        case .failure(let failure): return ControllerControl.complain(of: failure)
        case .result(let result): try begin(result, &state)
        }
        isAnswered = true
        connection.waitForEver()
        continue
      }
      let event = try EventText(line)
      saidGoodbye = saidGoodbye || event.isGoodbye
      if !isAnswered, event.isGoodbye, let reason = try EventText.goodbye(line) { connection.note(goodbye: reason) }
      let wasAsking = state.isAsking
      let step = try state.take(line, mayAsk: printed < count)
      if let request = step.request {
        if !wasAsking { connection.beginWait() }
        try connection.send(request)
      } else if !state.isAsking {
        connection.waitForEver()
      }
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
  /// Takes the answer to `subscribe`, and says so: who changes something now will see it here.
  private func begin(_ result: [UInt8], _ state: inout StateWatch) throws {
    if watch.kinds.contains("state") { try state.begin(result) }
    let scene = options.scene.map { "scene \($0.withoutControls)" } ?? "all scenes"
    let kinds = watch.kinds.joined(separator: ", ")
    ControllerControl.write(Array("controllerctl: watching \(scene): \(kinds)\n".utf8), to: 2)
  }
}
