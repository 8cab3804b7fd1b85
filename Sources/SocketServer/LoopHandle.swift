import CLibUV

/// A libuv handle and the object behind it.
///
/// libuv closes handles later than it is asked to, and may call a handle until then. So the handle's memory belongs to
/// this object, and libuv holds the object from `attach` to the close callback.
@MainActor
class LoopHandle {
  /// Where libuv keeps the handle.
  nonisolated(unsafe) let memory: UnsafeMutableRawPointer

  /// True once `close` was called: nothing that still arrives counts.
  private(set) var isClosing = false

  /// What the watchers of `EventLoop` call.
  var onEvent: (@MainActor () -> Void)?

  private var isAttached = false

  init(_ type: uv_handle_type) {
    let size = uv_handle_size(type)
    memory = .allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit {
    memory.deallocate()
  }

  /// The handle under the type that a libuv function wants.
  final func handle<Handle>(as type: Handle.Type = Handle.self) -> UnsafeMutablePointer<Handle> {
    memory.assumingMemoryBound(to: type)
  }

  /// Takes the result of the handle's `uv_…_init`; from here on libuv holds the object until it is closed.
  final func attach(_ result: Int32, _ attempt: String) throws(SocketServerError) {
    guard result == 0 else {
      throw .system(attempt, -result, advice: "the process may be out of descriptors or memory (ulimit -n)")
    }
    handle(as: uv_handle_t.self).pointee.data = Unmanaged.passRetained(self).toOpaque()
    isAttached = true
  }

  /// Closes the handle; its callbacks do not count any more. Calling it again does nothing.
  final func closeHandle() {
    guard !isClosing else { return }
    isClosing = true
    onEvent = nil
    guard isAttached else { return }
    uv_close(handle(as: uv_handle_t.self)) { handle in
      guard let data = handle?.pointee.data else { return }
      Unmanaged<LoopHandle>.fromOpaque(data).release()
    }
  }

  /// Enters isolation and calls `onEvent` of the object behind a handle; for C callbacks.
  nonisolated static func fire(_ data: UnsafeMutableRawPointer?) {
    enterIsolation(data) { data, _ in Unmanaged<LoopHandle>.fromOpaque(data).takeUnretainedValue().onEvent?() }
  }

  /// Enters isolation and closes the object behind a handle; for C callbacks.
  nonisolated static func close(_ data: UnsafeMutableRawPointer?) {
    enterIsolation(data) { data, _ in Unmanaged<LoopHandle>.fromOpaque(data).takeUnretainedValue().closeHandle() }
  }
}
