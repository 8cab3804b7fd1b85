/// The bytes of a stream that a framer has not handed over yet.
struct HeldBytes {
  /// What was kept; the first `consumed` bytes were handed over.
  private(set) var bytes: [UInt8] = []
  private(set) var consumed = 0

  /// 64 KiB of buffer are kept between messages; more came from an unusual message.
  private static let keptCapacity = 65_536

  /// How many bytes are held.
  var count: Int { bytes.count - consumed }

  var isEmpty: Bool { bytes.isEmpty }

  /// Adds what a chunk holds from `position` on.
  mutating func keep(_ chunk: UnsafeRawBufferPointer, from position: Int = 0) {
    guard position < chunk.count else { return }
    if consumed > 0, consumed >= bytes.count / 2 { compact() }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[position...]))
  }

  /// Grows the buffer for a message of known size: by doubling as usual, but never beyond that size.
  mutating func makeRoom(for count: Int, of size: Int) {
    guard count > bytes.capacity else { return }
    bytes.reserveCapacity(min(size, max(count, 2 * bytes.capacity)))
  }

  /// Takes the bytes out while they are read, so that the framer's state can change beside them.
  mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Puts back what was taken; the bytes before `consumed` were handed over.
  mutating func putBack(_ taken: inout [UInt8], consumed: Int) {
    swap(&taken, &bytes)
    self.consumed = consumed
  }

  /// Drops what was handed over.
  mutating func compact() {
    if consumed == bytes.count {
      forget()
    } else if consumed > 0 {
      bytes.removeFirst(consumed)
      consumed = 0
    }
  }

  mutating func forget() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
    consumed = 0
  }
}
