/// The clients that hold requests back, because they have sent more than fits into one turn, and wait for the next.
///
/// Clients share the loop's time. In an iteration in which nobody has sent anything new, turns are free: nobody is kept
/// waiting. Else each of those who wait is credited with what a client that was served in the iteration got on average,
/// and has a turn when that has paid for its last one. So one that sends without end gets as much time as each of the
/// others, however dear its requests are.
@MainActor
final class TurnQueue<Client: TurnTaking> {
  /// Seconds that the turns of one iteration take, but for what the last of them exceeds it by: then the others are
  /// looked after. 0.5 ms: far above what an iteration costs by itself.
  private let longest = 0.0005

  /// Seconds of credit in an iteration at least, so that whoever waits has a turn some time. 1 us: less than any request
  /// costs.
  private let leastCredit = 0.000_001

  private let now: @MainActor () -> Double

  // Not checked for overlapping accesses, as that is done with every request: none of these lasts while a client is called.
  @exclusivity(unchecked) private var waiting: [Client] = []
  private var taking: [Client] = []

  /// How many were served since the last turns, and since when, if somebody waited then.
  @exclusivity(unchecked) private var served = 0
  private var servingSince = Double.infinity
  /// All that was credited to one that waited all the time. Debts are kept as the sum at which they are paid, so that
  /// crediting does not cost a look at each.
  private var credited = 0.0

  /// A queue in which nobody waits.
  ///
  /// - Parameter now: A monotonic clock, in seconds.
  init(now: @escaping @MainActor () -> Double = { EventLoop.now }) {
    self.now = now
  }

  /// True when nobody waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a client at the end, if it does not wait yet.
  func add(_ client: Client) {
    guard !client.waitsForTurn else { return }
    client.waitsForTurn = true
    waiting.append(client)
  }

  /// A client is about to be served for something new.
  func willServe() {
    if served == 0, !waiting.isEmpty { servingSince = now() }
    served += 1
  }

  /// Gives turns to those who may have one, each one at most.
  func run() {
    let others = served
    served = 0
    guard !waiting.isEmpty else { return }
    let isFree = others == 0
    var time = now()
    let credit = isFree ? 0 : max(leastCredit, (time - servingSince) / Double(others))
    servingSince = .infinity
    credited += credit
    let end = time + longest
    swap(&waiting, &taking)
    for (index, client) in taking.enumerated() {
      guard time < end else {
        // They were here before those who have had a turn now.
        waiting.insert(contentsOf: taking[index...], at: 0)
        break
      }
      client.waitsForTurn = false
      guard isFree || client.paidAt <= credited else {
        add(client)
        continue
      }
      client.takeTurn(isShared: !isFree)
      let begin = time
      time = now()
      // What is left of this iteration's credit counts; of what was not needed before, nothing does.
      if !isFree { client.paidAt = max(client.paidAt, credited - credit) + time - begin }
    }
    taking.removeAll(keepingCapacity: true)
  }

  /// Forgets all.
  func removeAll() { waiting = [] }
}

/// Who can wait in a `TurnQueue`.
@MainActor
protocol TurnTaking: AnyObject {
  /// Whether it is in the queue.
  var waitsForTurn: Bool { get set }

  /// The queue's credit, in seconds, at which its last turn is paid for.
  var paidAt: Double { get set }

  /// Lets it go on.
  ///
  /// - Parameter isShared: Others are waiting to be served meanwhile.
  func takeTurn(isShared: Bool)
}
