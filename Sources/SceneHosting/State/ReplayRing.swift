/// The last deltas of a stream, for clients that come back.
struct ReplayRing {
  /// One delta.
  struct Item {
    let from: Int
    let to: Int
    let message: SharedMessage
  }

  /// How many deltas are kept at most.
  let mostItems: Int
  /// How many bytes they have at most.
  let mostBytes: Int

  /// Every change after this revision is in the ring.
  private(set) var start: Int
  private var items: [Item?] = []
  /// How many of them have been dropped; they are taken out when that pays.
  private var dropped = 0
  private var bytes = 0

  /// An empty ring that begins at a revision.
  init(from revision: Int, mostItems: Int, mostBytes: Int) {
    start = revision
    self.mostItems = mostItems
    self.mostBytes = mostBytes
  }

  /// How many deltas are kept.
  var count: Int { items.count - dropped }

  /// Keeps a delta; the oldest go when there are too many or they are too large.
  mutating func append(_ item: Item) {
    items.append(item)
    bytes += item.message.bytes.count
    while count > 0, count > mostItems || bytes > mostBytes {
      if let oldest = items[dropped] {
        bytes -= oldest.message.bytes.count
        start = oldest.to
      }
      items[dropped] = nil
      dropped += 1
    }
    // Each item is moved once at most.
    if dropped > items.count / 2 {
      items.removeFirst(dropped)
      dropped = 0
    }
  }

  /// The deltas after a revision, oldest first; nil when some of them are not kept any more. Cost: the kept deltas.
  func items(after revision: Int) -> [Item]? {
    guard revision >= start else { return nil }
    return items[dropped...].compactMap { $0 }.filter { $0.to > revision }
  }
}
