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

  // Not public: the compiler can then see all accesses, and leaves out the checks that no two of them overlap.
  private var waiting: [UInt8] = []
  private var total = 0

  /// An empty buffer.
  public init() {}

  /// Bytes that were appended and not yet taken.
  public var pending: [UInt8] { waiting }

  /// Bytes that the transport took and could not write yet.
  public var inFlight: Int { total - waiting.count }

  /// All bytes that the peer has not been sent yet.
  public var queued: Int { total }

  /// Appends bytes. Cost: one copy.
  public func append(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let wasEmpty = waiting.isEmpty
    waiting.append(contentsOf: bytes)
    total += bytes.count
    if wasEmpty, let onReady { onReady() }
  }

  /// Hands the pending bytes to the transport, which writes what the kernel takes and keeps the rest in flight.
  ///
  /// - Parameter write: Gets the bytes and answers how many were written at once, 0 to all. It must not append.
  /// - Returns: The bytes that remain to be written, empty in the usual case. They count as in flight until `didWrite`.
  public func flush(_ write: (UnsafeRawBufferPointer) -> Int) -> [UInt8] {
    guard !waiting.isEmpty else { return [] }
    let count = waiting.count
    let written = waiting.withUnsafeBytes(write)
    precondition(written >= 0 && written <= count, "a transport wrote more than it was given")
    total -= written
    guard written < count else {
      // A burst must not keep its memory for ever; usual answers keep their buffer.
      waiting.removeAll(keepingCapacity: count <= Self.keptCapacity)
      return []
    }
    let rest = Array(waiting[written...])
    waiting = []
    return rest
  }

  /// The transport has written bytes that were in flight, or dropped them with the connection.
  public func didWrite(_ count: Int) {
    precondition(count >= 0 && count <= inFlight, "a transport reported bytes that were not in flight")
    total -= count
  }

  /// Forgets what is pending: the peer is gone.
  public func discard() {
    total -= waiting.count
    waiting = []
  }

  /// 256 KiB: above any usual batch of answers, far below the queue limit.
  private static let keptCapacity = 262_144
}
