import CLibUV

/// One connection's place in its batch. Lies in memory of its own, where libuv's callback finds it.
struct LoadConnection {
  let descriptor: Int32
  let handle: UnsafeMutablePointer<uv_poll_t>
  /// The load that it is a part of.
  let load: UnsafeMutablePointer<Load>

  /// Bytes of the batch that the kernel has not taken yet.
  var unsent = 0
  /// Answers of the batch that have not come yet; 0: the connection rests.
  var missing = 0
  /// When the batch was written, in nanoseconds.
  var sentAt: UInt64 = 0
  var counter: AnswerCounter
  var watchesWritable = false

  init(_ socket: Socket, format: AnswerFormat, load: UnsafeMutablePointer<Load>) {
    descriptor = socket.descriptor
    handle = .allocate(capacity: 1)
    self.load = load
    counter = AnswerCounter(format)
  }

  /// Watches for bytes, and, while a batch is not written, for room.
  func watch() {
    let events = UV_READABLE.rawValue | (watchesWritable ? UV_WRITABLE.rawValue : 0)
    uv_poll_start(handle, Int32(events)) { handle, status, events in
      guard let connection = handle?.pointee.data?.assumingMemoryBound(to: LoadConnection.self) else { return }
      let load = connection.pointee.load
      guard status == 0 else {
        return load.pointee.fail("a socket failed under load: \(String(cString: uv_strerror(status)))")
      }
      if events & Int32(UV_WRITABLE.rawValue) != 0 { load.pointee.flush(&connection.pointee) }
      if events & Int32(UV_READABLE.rawValue) != 0 { load.pointee.read(&connection.pointee) }
    }
  }
}
