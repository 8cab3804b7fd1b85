/// The calls that wait for something of one scene, oldest first.
///
/// Those that are over stay until they are as many as the others, so that the end of one costs no look at all of them: thousands
/// of clients may wait for a scene, and go at the same time.
@MainActor
struct PendingAnswers {
  private var all: [PendingAnswer] = []
  private var countOfOver = 0

  var isEmpty: Bool { all.count == countOfOver }

  /// Those that still wait. Cost: linear.
  var live: [PendingAnswer] { all.filter { !$0.isOver } }

  mutating func append(_ answer: PendingAnswer) { all.append(answer) }

  /// One of them is over.
  mutating func oneIsOver() {
    countOfOver += 1
    guard countOfOver * 2 >= all.count else { return }
    all = live
    countOfOver = 0
  }
}
