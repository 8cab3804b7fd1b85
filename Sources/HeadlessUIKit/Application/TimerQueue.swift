/// Timers ordered by fire time: a sorted array, newest due last, so that the next one is taken from the end.
///
/// Cost: finding a place is logarithmic, making room is a move of pointers; scenes have few timers.
@MainActor
struct TimerQueue {
  private var timers: [Timer] = []

  var first: Timer? { timers.last }
  var all: [Timer] { timers.reversed() }

  mutating func insert(_ timer: Timer) {
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].isDue(before: timer) { high = middle } else { low = middle + 1 }
    }
    timers.insert(timer, at: low)
  }

  mutating func removeFirst() {
    timers.removeLast()
  }

  mutating func remove(_ timer: Timer) {
    guard let index = timers.lastIndex(where: { $0 === timer }) else { return }
    timers.remove(at: index)
  }
}
