import CLibUV
import CLinux
import Glibc
import SceneHosting

/// One client: its pipe on the loop and its session.
@MainActor
final class Connection: LoopHandle, TurnTaking {
  let session: any ByteStreamSession
  let peer: PeerCredentials

  /// Where the server keeps this connection.
  var index = 0
  /// On the server's list of connections to be flushed.
  var isReady = false
  var waitsForTurn = false
  var paidAt = 0.0

  /// Not counted, with every read: the server holds its connections until each has ended, and one that has ended does not
  /// ask it any more.
  private unowned(unsafe) let server: SocketServer
  /// Lent to whoever is read; its bytes are only valid in the read callback.
  private nonisolated(unsafe) let readBuffer: UnsafeMutableRawBufferPointer
  private var isReading = false
  /// The buffer was read full: what follows waits until the other clients were looked after.
  private var hasHadTurn = false
  private var inputHasEnded = false
  /// The peer reads no more, either.
  private var hasGone = false
  /// The watch for that knows of this connection.
  private var isWatched = false
  /// Bytes that libuv holds until the peer takes them. At most one write is with libuv, and a small one: the rest, and what
  /// is appended meanwhile, stays in the session's buffer, where it need not be copied and can still be dropped.
  private var writing = 0

  init(
    server: SocketServer, session: any ByteStreamSession, peer: PeerCredentials,
    readBuffer: UnsafeMutableRawBufferPointer
  ) {
    self.server = server
    self.session = session
    self.peer = peer
    self.readBuffer = readBuffer
    super.init(UV_NAMED_PIPE)
  }

  /// Takes an accepted descriptor over and begins to read; when it throws, the descriptor is still the caller's.
  func open(_ descriptor: Int32, on loop: EventLoop) throws(SocketServerError) {
    try attach(uv_pipe_init(loop.raw, handle(), 0), "cannot make a connection")
    let result = uv_pipe_open(handle(), descriptor)
    guard result == 0 else {
      throw .system("cannot take a connection over", -result, advice: "the client may try again")
    }
    // Not counted either: `end` takes it away, and without `end` no connection goes.
    session.output.onReady = { [unowned(unsafe) self] in server.enqueue(self) }
    updateReading()
  }

  /// True when all that had arrived when the server began to end is answered, and the peer was sent all of it.
  var isDrained: Bool { !hasLastInput && session.output.queued == 0 && session.wantsInput }

  /// The server, not the peer, is what all of that waits for.
  var isOwedWork: Bool {
    guard !isClosing, !session.isFinished || session.output.queued > 0 else { return false }
    return session.wantsTurn || (hasLastInput && session.wantsInput) || (writing == 0 && session.output.queued > 0)
  }

  /// Bytes that had arrived, and were not read, when the server began to end.
  private var lastBytes = 0
  /// The peer had ended its direction by then: that has to be read, too, since a last line without LF counts.
  private var lastEnd = false

  private var hasLastInput: Bool { !inputHasEnded && (lastBytes > 0 || lastEnd) }

  /// The server begins to end: what has arrived already is still read and answered, what comes later is not.
  func takeLastInput() {
    if !isClosing, let descriptor {
      lastBytes = Int(max(0, linux_unread_bytes(descriptor)))
      lastEnd = linux_peer_has_ended(descriptor) != 0
    }
    updateReading()
  }

  /// Writes what the session has, as much as the kernel takes, and lets the session go on, unless it has to wait for a turn.
  func flush() {
    guard !isClosing else { return }
    if session.mustEnd { return endAfterOneWrite() }
    if writing == 0 {
      guard writePending() else { return end() }
      guard !isClosing else { return }
    }
    hasHadTurn = false
    // Always, and not only while `wantsInput` is false: it also tells of lost events. While a write is with libuv, too: a
    // client that has sent much at once may read only after it has sent all.
    if !session.wantsTurn { session.resume() }
    settle()
  }

  /// Lets the session go on with requests that it holds back.
  func takeTurn(isShared: Bool) {
    guard !isClosing else { return }
    if isShared { session.resumeBriefly() } else { session.resume() }
    settle()
  }

  /// - Returns: False when the peer has gone.
  private func writePending() -> Bool {
    let output = session.output
    if output.queued > Self.largeOutput { server.releaseMemorySoon() }
    var failure: Int32 = 0
    var isFull = false
    output.flush { bytes in
      let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.writtenAtOnce))
      var buffer = Self.buffer(UnsafeMutableRawBufferPointer(mutating: part))
      let result = uv_try_write(handle(), &buffer, 1)
      isFull = result < part.count
      if result >= 0 { return Int(result) }
      if result != UV_EAGAIN.rawValue { failure = result }
      return 0
    }
    guard failure == 0 else { return false }
    guard output.hasPending else { return true }
    if isFull { write(output.take(atMost: Self.waitingBytes)) } else { server.enqueue(self) }
    return true
  }

  /// The session wants the end at once. What the kernel does not take now is lost; while a write is with libuv it takes nothing.
  private func endAfterOneWrite() {
    if writing == 0 {
      session.output.flush { bytes in
        var buffer = Self.buffer(UnsafeMutableRawBufferPointer(mutating: bytes))
        return max(0, Int(uv_try_write(handle(), &buffer, 1)))
      }
    }
    end(readingOn: true)
  }

  /// 16 KiB in an iteration: above any usual batch of answers. A large answer must not keep others waiting for the time
  /// that the kernel takes to copy it.
  private static let writtenAtOnce = 16_384

  /// 4 KiB: what libuv gets to write when the peer has made room; only so does it tell when that is. The rest is written
  /// from where it lies, as it may be much.
  private static let waitingBytes = 4096

  /// 256 KiB: above any usual batch of answers.
  private static let largeOutput = 262_144

  /// Stops or starts reading, as the session and the server want it.
  func updateReading() {
    let wanted =
      (server.takesInput || hasLastInput) && !inputHasEnded && !hasHadTurn && session.wantsInput && !session.isFinished
    guard wanted != isReading, !isClosing else { return }
    isReading = wanted
    if wanted {
      uv_read_start(handle(), Self.lend, Self.read)
    } else {
      uv_read_stop(handle())
    }
  }

  /// Closes the line and tells the session. Calling it again does nothing.
  ///
  /// - Parameter readingOn: The peer may still be sending: let it see an end, not a reset.
  func end(readingOn: Bool = false) {
    guard !isClosing else { return }
    if readingOn, !inputHasEnded, let descriptor { hangUp(descriptor) }
    if isWatched, let descriptor { server.hangUps.remove(descriptor) }
    closeHandle()
    session.output.onReady = nil
    session.output.discard()
    server.forget(self)
    session.disconnect()
  }

  private var descriptor: Int32? {
    var descriptor: uv_os_fd_t = -1
    return uv_fileno(handle(), &descriptor) == 0 ? descriptor : nil
  }

  // MARK: Events

  private func settle() {
    guard !isClosing else { return }
    // What the peer has sent before it went is still executed; what waits, waits for nobody.
    if hasGone, !session.wantsTurn { return end() }
    updateReading()
    if hasHadTurn { server.enqueue(self) }
    if session.wantsTurn { server.enqueueTurn(self) }
    if session.isFinished, session.output.queued == 0 { end(readingOn: true) }
  }

  private func didRead(_ count: Int) {
    guard !isClosing else { return }
    if count > 0 {
      server.willServe()
      lastBytes -= count
      // libuv would read on 32 times before it looks at anybody else.
      hasHadTurn = count == readBuffer.count
      session.receive(UnsafeRawBufferPointer(rebasing: readBuffer[..<count]))
      settle()
    } else if count == Int(UV_EOF.rawValue) {
      // libuv has stopped reading by itself.
      isReading = false
      inputHasEnded = true
      session.receiveEnd()
      settle()
      watchForHangUp()
    } else if count < 0 {
      // Mostly ECONNRESET: the peer went away with answers unread. Nobody is left to be told.
      end()
    }
  }

  /// Something is still to be answered: it is learned here when the peer does not wait for it any more.
  private func watchForHangUp() {
    guard !isClosing, let descriptor else { return }
    isWatched = true
    server.hangUps.add(self, descriptor)
  }

  /// Both directions have ended: the peer has closed the connection, or its process has ended.
  func hasHungUp() {
    hasGone = true
    settle()
  }

  private func write(_ bytes: [UInt8]) {
    writing = bytes.count
    // libuv wants the bytes where they are until it calls back; an array gives no such promise.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    request.initialize(to: uv_write_t())
    request.pointee.data = copy.baseAddress
    var buffer = Self.buffer(copy)
    let result = uv_write(request, handle(), &buffer, 1) { request, status in
      guard let request else { return }
      let data = request.pointee.handle.pointee.data
      request.pointee.data.deallocate()
      request.deallocate()
      enterIsolation(data, Int(status)) { data, status in
        Unmanaged<Connection>.fromOpaque(data).takeUnretainedValue().didWrite(Int32(truncatingIfNeeded: status))
      }
    }
    guard result == 0 else {
      copy.deallocate()
      request.deallocate()
      didWrite(result)
      return
    }
  }

  private func didWrite(_ status: Int32) {
    session.output.didWrite(writing)
    writing = 0
    guard !isClosing else { return }
    if status < 0 {
      end()
    } else {
      server.enqueue(self)
    }
  }

  // MARK: C

  private static let lend: uv_alloc_cb = { handle, _, buffer in
    guard let data = handle?.pointee.data else { return }
    buffer?.pointee = Connection.buffer(Unmanaged<Connection>.fromOpaque(data).takeUnretainedValue().readBuffer)
  }

  private static let read: uv_read_cb = { stream, count, _ in
    enterIsolation(stream?.pointee.data, count) { data, count in
      Unmanaged<Connection>.fromOpaque(data).takeUnretainedValue().didRead(count)
    }
  }

  private nonisolated static func buffer(_ bytes: UnsafeMutableRawBufferPointer) -> uv_buf_t {
    uv_buf_t(base: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), len: bytes.count)
  }
}
