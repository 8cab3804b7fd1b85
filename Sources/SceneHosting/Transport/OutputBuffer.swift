/// Bytes that wait to be written to one client.
///
/// Whoever answers appends; the transport takes all of it at once, at the end of a loop iteration, so that the answers of
/// one batch of events leave in one write.
@MainActor
public final class OutputBuffer {
  /// Called when the buffer stops being empty, once until the transport has taken the bytes.
  ///
  /// Not checked for overlapping accesses: it is read as a value before it is called.
  @exclusivity(unchecked) public var onReady: (@MainActor () -> Void)?

  // Not checked for overlapping accesses, which with every answer costs more than the accesses. None of these is a long
  // one: where the bytes are lent, they are lent as a value, and `isLent` is looked at before they are changed.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  /// How many of the bytes the transport has taken; they stay at the front until it pays to move the others up.
  @exclusivity(unchecked) private var taken = 0
  @exclusivity(unchecked) private var total = 0
  @exclusivity(unchecked) private var isLent = false

  /// An empty buffer.
  public init() {}

  /// Bytes that were appended and not yet taken. Cost: a copy of them.
  public var pending: [UInt8] { Array(bytes[taken...]) }

  /// Whether there are bytes that were not taken yet.
  public var hasPending: Bool { taken < bytes.count }

  /// Bytes that the transport took and could not write yet.
  public var inFlight: Int { total - (bytes.count - taken) }

  /// All bytes that the peer has not been sent yet.
  public var queued: Int { total }

  /// Appends bytes. Cost: one copy.
  public func append(_ new: UnsafeRawBufferPointer) {
    guard !new.isEmpty else { return }
    precondition(!isLent, "a transport appends to the buffer that it writes from")
    let wasEmpty = !hasPending
    // Each byte is moved once at most: as many were taken.
    if taken > 0, taken >= bytes.count - taken {
      bytes.removeFirst(taken)
      taken = 0
    }
    bytes.append(contentsOf: new)
    total += new.count
    if wasEmpty, let onReady { onReady() }
  }

  /// Has the transport look at the session, although the buffer may have been waiting before.
  public func wake() { onReady?() }

  /// Hands the pending bytes to the transport, which writes what the kernel takes; the rest stays pending.
  ///
  /// - Parameter write: Gets the bytes and answers how many were written at once, 0 to all. It must not append.
  public func flush(_ write: (UnsafeRawBufferPointer) -> Int) {
    guard hasPending else { return }
    let count = bytes.count - taken
    isLent = true
    let written = Self.lend(bytes, from: taken, to: write)
    isLent = false
    precondition(written >= 0 && written <= count, "a transport wrote more than it was given")
    total -= written
    advance(by: written)
  }

  /// Not isolated: the closure would be asked at each call whether it is called so.
  private nonisolated static func lend(
    _ bytes: [UInt8], from start: Int, to write: (UnsafeRawBufferPointer) -> Int
  ) -> Int {
    bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  /// Takes pending bytes, which count as in flight until `didWrite`. Cost: a copy of them.
  ///
  /// - Parameter count: How many at most.
  public func take(atMost count: Int) -> [UInt8] {
    let first = Array(bytes[taken...].prefix(count))
    advance(by: first.count)
    return first
  }

  private func advance(by count: Int) {
    taken += count
    guard !hasPending else { return }
    // A burst must not keep its memory for ever; usual answers keep their buffer.
    bytes.removeAll(keepingCapacity: bytes.count <= Self.keptCapacity)
    taken = 0
  }

  /// The transport has written bytes that were in flight, or dropped them with the connection.
  public func didWrite(_ count: Int) {
    precondition(count >= 0 && count <= inFlight, "a transport reported bytes that were not in flight")
    total -= count
  }

  /// Forgets what is pending: the peer is gone.
  public func discard() {
    total -= bytes.count - taken
    bytes = []
    taken = 0
  }

  /// 256 KiB: above any usual batch of answers, far below the queue limit.
  private static let keptCapacity = 262_144
}
