/// The calls that wait, by their deadlines: a heap, the soonest first.
///
/// Those that are over stay until they come first, or are as many as the others. Cost: logarithmic in all that wait.
@MainActor
struct DeadlineQueue {
  private var heap: [PendingAnswer] = []
  private var countOfOver = 0

  /// The call whose time is over first; nil when none waits.
  var first: PendingAnswer? { heap.first }

  mutating func insert(_ answer: PendingAnswer) {
    heap.append(answer)
    var index = heap.count - 1
    while index > 0, isDue(index, before: (index - 1) / 2) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// One of them is over.
  mutating func oneIsOver() {
    countOfOver += 1
    if countOfOver * 2 >= heap.count {
      heap.removeAll { $0.isOver }
      countOfOver = 0
      for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    } else {
      // The first one is always one that waits.
      while let first = heap.first, first.isOver { removeFirst() }
    }
  }

  private mutating func removeFirst() {
    countOfOver -= 1
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink(0)
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var soonest = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && isDue(child, before: soonest) {
        soonest = child
      }
      guard soonest != index else { return }
      heap.swapAt(index, soonest)
      index = soonest
    }
  }

  private func isDue(_ one: Int, before other: Int) -> Bool { heap[one].deadline < heap[other].deadline }
}
