/// Work that is late by one turn: did-callbacks, deferred pushes.
///
/// A turn runs what was queued before it began; what that queues belongs to the next one.
@MainActor
struct TurnQueue {
  typealias Work = @MainActor () -> Void

  private var waiting: [Work] = []

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }

  mutating func append(_ work: @escaping Work) {
    waiting.append(work)
  }

  /// The work of the next turn, last first, so that each closure can be dropped as soon as it has run: what it alone
  /// held must go before the next one runs (R3.11).
  mutating func takeTurn() -> [Work] {
    defer { waiting = [] }
    return waiting.reversed()
  }
}
