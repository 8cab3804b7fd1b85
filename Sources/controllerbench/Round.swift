import CLibUV

/// One round of one server: connect, check, load, check, close.
struct Round {
  /// Half a second, in which the server's and the processor's caches fill.
  private static let warmUp = 0.5

  /// The answers that are on their way at a round's end must come within so long.
  private static let patience = 5.0

  let target: LoadTarget
  let connections: Int
  let depth: Int
  let seconds: Double

  /// Takes the seconds, the warm-up, and at most a few seconds more when the server does not answer.
  ///
  /// The batch before the load and the batch after it are checked on every connection, each answer to the byte or by its
  /// id: a server that answers with errors, or an answer that was counted and was none, is seen.
  func run() throws(BenchFailure) -> Load.Outcome {
    var sockets: [Socket] = []
    defer { for socket in sockets { socket.close() } }
    for _ in 0..<connections { sockets.append(try Socket(path: target.path)) }
    let batch = target.batch(of: depth)
    try check(sockets, batch, when: "before")
    let outcome = try load(sockets, batch)
    try check(sockets, batch, when: "after")
    return outcome
  }

  private func check(_ sockets: [Socket], _ batch: [UInt8], when: String) throws(BenchFailure) {
    for socket in sockets {
      let answers = try socket.exchange(batch, answers: depth, format: target.format)
      for (place, answer) in answers.enumerated() where !target.isRight(answer, place) {
        throw BenchFailure(
          "\(target.name) answered request \(place + 1) of \(depth) \(when) the load with: \(Self.excerpt(answer))")
      }
    }
  }

  /// An answer for a message: its beginning, on one line.
  static func excerpt(_ answer: [UInt8]) -> String {
    String(decoding: answer.prefix(300).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private func load(_ sockets: [Socket], _ batch: [UInt8]) throws(BenchFailure) -> Load.Outcome {
    let clocks = ProcessorClocks(server: sockets.first?.peerProcess ?? 0)
    let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    defer { loop.deallocate() }
    guard uv_loop_init(loop) == 0 else { throw BenchFailure("an event loop could not be made") }
    let load = UnsafeMutablePointer<Load>.allocate(capacity: 1)
    let line = UnsafeMutablePointer<LoadConnection>.allocate(capacity: sockets.count)
    // The batch is pointed to from C's side of the loop: it is kept where it is until the loop has ended.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: batch.count, alignment: 64)
    bytes.copyBytes(from: batch)
    load.initialize(
      to: Load(batch: UnsafeRawBufferPointer(bytes), depth: depth, clocks: clocks, loop: loop))
    defer {
      load.pointee.deallocate()
      load.deinitialize(count: 1)
      load.deallocate()
      line.deallocate()
      bytes.deallocate()
    }
    for (index, socket) in sockets.enumerated() {
      let connection = line + index
      connection.initialize(to: LoadConnection(socket, format: target.format, load: load))
      uv_poll_init(loop, connection.pointee.handle, socket.descriptor)
      connection.pointee.handle.pointee.data = UnsafeMutableRawPointer(connection)
    }
    let timers = addTimers(to: loop, of: load)
    for index in sockets.indices {
      line[index].watch()
      load.pointee.start(&line[index])
    }
    uv_run(loop, UV_RUN_DEFAULT)

    Self.close(loop, UnsafeMutableBufferPointer(start: line, count: sockets.count), timers)
    do throws(BenchFailure) {
      let outcome = try load.pointee.result()
      for index in sockets.indices where line[index].counter.shortened > 0 {
        throw BenchFailure("\(line[index].counter.shortened) answers under load were shorter than the one before")
      }
      for socket in sockets { try socket.makeBlocking() }
      return outcome
    } catch {
      throw BenchFailure("\(target.name): \(error.message)")
    }
  }

  /// The three moments of a round: it begins to count, it ends, it is given up.
  private func addTimers(
    to loop: UnsafeMutablePointer<uv_loop_t>, of load: UnsafeMutablePointer<Load>
  ) -> [UnsafeMutablePointer<uv_timer_t>] {
    let moments: [(after: Double, callback: uv_timer_cb)] = [
      (Self.warmUp, { Round.load(of: $0)?.pointee.beginMeasuring() }),
      (Self.warmUp + seconds, { Round.load(of: $0)?.pointee.endMeasuring() }),
      (Self.warmUp + seconds + Self.patience, { if let handle = $0 { uv_stop(handle.pointee.loop) } }),
    ]
    return moments.map { moment in
      let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
      uv_timer_init(loop, timer)
      timer.pointee.data = UnsafeMutableRawPointer(load)
      uv_timer_start(timer, moment.callback, UInt64(moment.after * 1000), 0)
      return timer
    }
  }

  private static func close(
    _ loop: UnsafeMutablePointer<uv_loop_t>, _ connections: UnsafeMutableBufferPointer<LoadConnection>,
    _ timers: [UnsafeMutablePointer<uv_timer_t>]
  ) {
    for connection in connections { uv_close(handle(connection.handle), nil) }
    for timer in timers { uv_close(handle(timer), nil) }
    uv_run(loop, UV_RUN_DEFAULT)
    uv_loop_close(loop)
    for connection in connections { connection.handle.deallocate() }
    for timer in timers { timer.deallocate() }
  }

  private static func load(of timer: UnsafeMutablePointer<uv_timer_t>?) -> UnsafeMutablePointer<Load>? {
    timer?.pointee.data?.assumingMemoryBound(to: Load.self)
  }

  private static func handle<Handle>(_ handle: UnsafeMutablePointer<Handle>) -> UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
  }
}
