import CLibUV
import Glibc

/// Drives a number of connections from one thread: each sends a batch of requests in one write, waits for all of their
/// answers, and sends the next. An answer's latency is counted from the write of its batch.
final class LoadGenerator {
  /// When to stop, whichever comes first.
  struct Bounds {
    var seconds: Double
    var answers: UInt64
  }

  /// What was seen.
  struct Outcome {
    var seconds: Double
    var answers: UInt64
    var bytes: UInt64
    var latencies: LatencyHistogram
  }

  private let target: LoadTarget
  private let bounds: Bounds
  private let batch: [UInt8]
  private let lineFeedsPerBatch: Int
  private let loop: UnsafeMutablePointer<uv_loop_t>
  private let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
  private var connections: [LoadConnection] = []

  private var started: UInt64 = 0
  private var latencies = LatencyHistogram()
  private var lineFeeds = 0
  private var bytes: UInt64 = 0
  private var failure: BenchFailure?

  /// - Parameters:
  ///   - sockets: Connected; this takes them over and closes them.
  ///   - depth: Requests that a connection has on their way at once.
  init(target: LoadTarget, sockets: [Socket], depth: Int, bounds: Bounds) throws(BenchFailure) {
    self.target = target
    self.bounds = bounds
    batch = Array(repeatElement(target.request, count: depth).joined())
    lineFeedsPerBatch = depth * target.lineFeedsPerAnswer
    loop = uv_default_loop()
    uv_timer_init(loop, timer)
    for socket in sockets {
      try socket.makeNonBlocking()
      connections.append(LoadConnection(socket: socket, loop: loop, owner: self))
    }
  }

  deinit {
    for connection in connections { close(connection.socket.descriptor) }
    chunk.deallocate()
  }

  /// Runs the load. Takes at most `bounds.seconds`.
  func run() throws(BenchFailure) -> Outcome {
    timer.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    uv_timer_start(
      timer,
      { handle in
        if let handle { uv_stop(handle.pointee.loop) }
      }, UInt64(bounds.seconds * 1000), 0)
    started = Self.now()
    for connection in connections {
      uv_poll_start(connection.handle, Int32(UV_READABLE.rawValue), LoadConnection.onEvent)
      sendBatch(on: connection)
    }
    uv_run(loop, UV_RUN_DEFAULT)
    let ended = Self.now()
    if let failure { throw failure }
    return Outcome(
      seconds: Double(ended - started) / 1e9, answers: latencies.total, bytes: bytes, latencies: latencies)
  }

  fileprivate func handle(_ connection: LoadConnection, events: Int32) {
    if events & Int32(UV_WRITABLE.rawValue) != 0 { flush(connection) }
    if events & Int32(UV_READABLE.rawValue) != 0 { read(connection) }
  }

  fileprivate func fail(_ message: String) {
    if failure == nil { failure = BenchFailure(message) }
    uv_stop(loop)
  }

  private func sendBatch(on connection: LoadConnection) {
    connection.unsent = batch.count
    connection.lineFeedsMissing = lineFeedsPerBatch
    connection.sentAt = Self.now()
    flush(connection)
  }

  private func flush(_ connection: LoadConnection) {
    guard connection.unsent > 0 else { return }
    let count = batch.withUnsafeBytes { buffer in
      send(
        connection.socket.descriptor, buffer.baseAddress.map { $0 + (buffer.count - connection.unsent) },
        connection.unsent, 0)
    }
    guard count >= 0 || errno == EAGAIN || errno == EINTR else { return fail("a send failed: \(Socket.lastError)") }
    connection.unsent -= max(0, count)
    let waits = connection.unsent > 0
    if waits != connection.watchesWritable {
      connection.watchesWritable = waits
      let events = UV_READABLE.rawValue | (waits ? UV_WRITABLE.rawValue : 0)
      uv_poll_start(connection.handle, Int32(events), LoadConnection.onEvent)
    }
  }

  private func read(_ connection: LoadConnection) {
    let count = recv(connection.socket.descriptor, chunk.baseAddress, chunk.count, 0)
    guard count > 0 else {
      if count == 0 { fail("the server closed a connection under load") }
      if count < 0, errno != EAGAIN, errno != EINTR { fail("a receive failed: \(Socket.lastError)") }
      return
    }
    bytes += UInt64(count)
    let found = countLineFeeds(count)
    let per = target.lineFeedsPerAnswer
    let before = (lineFeedsPerBatch - connection.lineFeedsMissing) / per
    connection.lineFeedsMissing -= found
    guard connection.lineFeedsMissing >= 0 else { return fail("the server sent more answers than it got requests") }
    let complete = (lineFeedsPerBatch - connection.lineFeedsMissing) / per - before
    if complete > 0 {
      latencies.record(nanoseconds: Self.now() - connection.sentAt, count: UInt64(complete))
      if latencies.total >= bounds.answers { return uv_stop(loop) }
    }
    if connection.lineFeedsMissing == 0 { sendBatch(on: connection) }
  }

  private func countLineFeeds(_ count: Int) -> Int {
    guard var position = UnsafeRawPointer(chunk.baseAddress) else { return 0 }
    let end = position + count
    var found = 0
    while position < end, let next = memchr(position, 0x0A, end - position) {
      found += 1
      position = UnsafeRawPointer(next) + 1
    }
    return found
  }

  private static func now() -> UInt64 { uv_hrtime() }
}

/// One connection's place in its batch.
private final class LoadConnection {
  let socket: Socket
  let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
  unowned let owner: LoadGenerator
  var unsent = 0
  var lineFeedsMissing = 0
  var sentAt: UInt64 = 0
  var watchesWritable = false

  init(socket: Socket, loop: UnsafeMutablePointer<uv_loop_t>, owner: LoadGenerator) {
    self.socket = socket
    self.owner = owner
    uv_poll_init(loop, handle, socket.descriptor)
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  static let onEvent: uv_poll_cb = { handle, status, events in
    guard let data = handle?.pointee.data else { return }
    let connection = Unmanaged<LoadConnection>.fromOpaque(data).takeUnretainedValue()
    guard status == 0 else {
      return connection.owner.fail("a socket failed under load: \(String(cString: uv_strerror(status)))")
    }
    connection.owner.handle(connection, events: events)
  }
}
