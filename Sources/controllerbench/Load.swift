import CLibUV
import Glibc

/// The load of one round: each connection sends a batch of requests in one write, waits for all of their answers, and
/// sends the next. An answer's latency is counted from the write of its batch.
///
/// Nothing here is allocated, retained or copied for an answer: what is measured is the server.
struct Load {
  /// What was seen while it was measured.
  struct Outcome {
    var seconds = 0.0
    var answers: UInt64 = 0
    var bytes: UInt64 = 0
    var latencies = LatencyHistogram()
    /// Processor seconds of the load generator.
    var generatorTime = 0.0
    /// Processor seconds of the server; nil when they cannot be seen.
    var serverTime: Double?
  }

  private enum Phase {
    /// All goes on as it will, but nothing is recorded: caches fill, the server's buffers grow.
    case warmUp
    /// What is recorded.
    case measured
    /// Each connection finishes its batch.
    case ending
  }

  /// One read takes all that a server writes at once.
  private static let chunkSize = 262_144

  private let batch: UnsafeRawBufferPointer
  private let depth: Int
  private let clocks: ProcessorClocks
  private let loop: UnsafeMutablePointer<uv_loop_t>
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkSize, alignment: 64)

  private var phase = Phase.warmUp
  private var atWork = 0
  private var outcome = Outcome()
  private var began: UInt64 = 0
  private var clocksAtBegin = ProcessorClocks.Reading()
  private var failure: BenchFailure?

  /// - Parameter batch: `depth` requests; stays valid as long as the load is used.
  init(batch: UnsafeRawBufferPointer, depth: Int, clocks: ProcessorClocks, loop: UnsafeMutablePointer<uv_loop_t>) {
    self.batch = batch
    self.depth = depth
    self.clocks = clocks
    self.loop = loop
  }

  /// To be called once, at the end.
  func deallocate() { chunk.deallocate() }

  /// What was seen.
  func result() throws(BenchFailure) -> Outcome {
    if let failure { throw failure }
    guard phase == .ending, atWork == 0 else {
      throw BenchFailure("\(atWork) connections did not get all their answers after the round's end")
    }
    guard outcome.answers > 0 else { throw BenchFailure("no request was answered") }
    return outcome
  }

  // MARK: Times

  /// The warm-up is over: from now on it counts.
  mutating func beginMeasuring() {
    phase = .measured
    outcome = Outcome()
    clocksAtBegin = clocks.read()
    began = uv_hrtime()
  }

  /// From now on it does not count any more; the connections come to rest.
  mutating func endMeasuring() {
    outcome.seconds = Double(uv_hrtime() - began) / 1e9
    let reading = clocks.read()
    outcome.generatorTime = reading.generator - clocksAtBegin.generator
    if let now = reading.server, let before = clocksAtBegin.server { outcome.serverTime = now - before }
    phase = .ending
    if atWork == 0 { uv_stop(loop) }
  }

  mutating func fail(_ message: String) {
    if failure == nil { failure = BenchFailure(message) }
    uv_stop(loop)
  }

  // MARK: Connections

  /// Sends the first batch.
  mutating func start(_ connection: inout LoadConnection) {
    atWork += 1
    sendBatch(on: &connection)
  }

  private mutating func sendBatch(on connection: inout LoadConnection) {
    connection.unsent = batch.count
    connection.missing = depth
    connection.sentAt = uv_hrtime()
    flush(&connection)
  }

  /// Writes as much of the batch as the kernel takes.
  mutating func flush(_ connection: inout LoadConnection) {
    guard connection.unsent > 0, let base = batch.baseAddress else { return }
    let count = send(connection.descriptor, base + (batch.count - connection.unsent), connection.unsent, 0)
    guard count >= 0 || errno == EAGAIN || errno == EINTR else { return fail("a send failed: \(Socket.lastError)") }
    connection.unsent -= max(0, count)
    let waits = connection.unsent > 0
    if waits != connection.watchesWritable {
      connection.watchesWritable = waits
      connection.watch()
    }
  }

  /// Reads once and counts what has come.
  mutating func read(_ connection: inout LoadConnection) {
    let count = recv(connection.descriptor, chunk.baseAddress, chunk.count, 0)
    guard count > 0 else {
      if count == 0 { fail("the server closed a connection under load") }
      if count < 0, errno != EAGAIN, errno != EINTR { fail("a receive failed: \(Socket.lastError)") }
      return
    }
    let found: Int
    do throws(AnswerCounter.Fault) {
      found = try connection.counter.count(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    } catch {
      return fail("the server answered under load with something that is no answer to the request")
    }
    if phase == .measured {
      outcome.bytes &+= UInt64(count)
      if found > 0 {
        outcome.answers &+= UInt64(found)
        outcome.latencies.record(nanoseconds: uv_hrtime() &- connection.sentAt, count: UInt64(found))
      }
    }
    connection.missing &-= found
    if connection.missing == 0, connection.counter.pending == 0 {
      proceed(&connection)
    } else if connection.missing <= 0 {
      fail("the server sent more answers than it got requests")
    }
  }

  private mutating func proceed(_ connection: inout LoadConnection) {
    guard phase == .ending else { return sendBatch(on: &connection) }
    atWork -= 1
    if atWork == 0 { uv_stop(loop) }
  }
}
