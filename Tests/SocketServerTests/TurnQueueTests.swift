import Testing

@testable import SocketServer

@MainActor
@Suite("Turns")
struct TurnQueueTests {
  /// A client that always has more requests, on a clock that only moves when somebody is served.
  final class Flooder: TurnTaking {
    var waitsForTurn = false
    var paidAt = 0.0
    var turns = 0
    var sharedTurns = 0
    let cost: Double
    private let bench: Bench

    init(_ bench: Bench, cost: Double) {
      self.bench = bench
      self.cost = cost
    }

    func takeTurn(isShared: Bool) {
      turns += 1
      if isShared { sharedTurns += 1 }
      bench.time += cost
      bench.queue.add(self)
    }
  }

  @MainActor
  final class Bench {
    var time = 0.0
    private(set) lazy var queue = TurnQueue<Flooder>(now: { [unowned self] in time })

    /// An iteration in which so many others are served, each for 5 us.
    func iterate(serving others: Int) {
      for _ in 0..<others {
        queue.willServe()
        time += 0.000_005
      }
      queue.run()
    }
  }

  @Test("When nobody else sends anything, a client has a turn in each iteration, however dear")
  func alone() {
    let bench = Bench()
    let flooder = Flooder(bench, cost: 0.004)
    bench.queue.add(flooder)
    for _ in 0..<100 { bench.iterate(serving: 0) }
    #expect(flooder.turns == 100)
    #expect(flooder.sharedTurns == 0)
    bench.queue.removeAll()
  }

  @Test("While others send, turns are shared ones, which are short")
  func shared() {
    let bench = Bench()
    let flooder = Flooder(bench, cost: 0.000_005)
    bench.queue.add(flooder)
    for _ in 0..<100 { bench.iterate(serving: 50) }
    #expect(flooder.turns > 0)
    #expect(flooder.sharedTurns == flooder.turns)
    bench.queue.removeAll()
  }

  @Test("One that sends without end gets as much time as each of the others, whether its turns are cheap or dear")
  func share() {
    for cost in [0.000_02, 0.000_1, 0.003_5] {
      let bench = Bench()
      let flooder = Flooder(bench, cost: cost)
      bench.queue.add(flooder)
      for _ in 0..<70_000 { bench.iterate(serving: 50) }
      // 70,000 iterations with 5 us for each: 0.35 s.
      #expect((0.349...0.3536).contains(Double(flooder.turns) * cost), "turns of \(cost) s")
      bench.queue.removeAll()
    }
  }

  @Test("A turn that nobody had to wait for is not charged")
  func free() {
    let bench = Bench()
    let flooder = Flooder(bench, cost: 0.003)
    bench.queue.add(flooder)
    bench.iterate(serving: 0)
    bench.iterate(serving: 1)
    #expect(flooder.turns == 2)
    // Now 3 ms are owed, and an iteration pays 5 us.
    for _ in 0..<500 { bench.iterate(serving: 1) }
    #expect(flooder.turns == 2)
    for _ in 0..<110 { bench.iterate(serving: 1) }
    #expect(flooder.turns == 3)
    bench.queue.removeAll()
  }

  @Test("Turns of one iteration end after half a millisecond, and those who had none are the first in the next")
  func bounded() {
    let bench = Bench()
    let flooders = (0..<20).map { _ in Flooder(bench, cost: 0.000_11) }
    flooders.forEach(bench.queue.add)
    bench.iterate(serving: 0)
    #expect(flooders.map(\.turns) == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    for _ in 0..<3 { bench.iterate(serving: 0) }
    #expect(flooders.allSatisfy { $0.turns == 1 })
    bench.iterate(serving: 0)
    #expect(flooders.map(\.turns) == [2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    bench.queue.removeAll()
  }

  @Test("Who is in the queue already is not added once more")
  func once() {
    let bench = Bench()
    let flooder = Flooder(bench, cost: 0.000_1)
    bench.queue.add(flooder)
    bench.queue.add(flooder)
    bench.iterate(serving: 0)
    #expect(flooder.turns == 1)
    bench.queue.removeAll()
    #expect(bench.queue.isEmpty)
  }
}
