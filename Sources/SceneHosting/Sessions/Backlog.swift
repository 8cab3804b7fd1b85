/// What a client is to be sent and the output has no room for yet: whole messages, so that those that have become
/// superfluous can be taken out. Messages that many get are shared with the other clients.
struct Backlog {
  /// What a message is.
  enum Kind {
    /// An answer, or what may not be dropped for another reason.
    case answer
    /// An event that is counted when it is dropped.
    case event
    /// The end of a scene, which is still told when it is dropped, only later.
    case closing(ClosedScene)
    /// A delta or a snapshot of a stream, in whose place a newer snapshot will do; with the revision before it, and when it
    /// was made.
    case state(StateStream, from: Int, at: Double)
  }

  /// A message as a line.
  enum Message {
    case shared(SharedMessage)
    case own([UInt8])

    var count: Int {
      switch self {
      case .shared(let message): message.bytes.count
      case .own(let bytes): bytes.count
      }
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
      switch self {
      case .shared(let message): message.bytes.withUnsafeBytes(body)
      case .own(let bytes): bytes.withUnsafeBytes(body)
      }
    }
  }

  private struct Item {
    let message: Message
    let kind: Kind
  }

  private var items: [Item?] = []
  /// How many of them were taken; they are removed when that pays.
  private var taken = 0
  /// The bytes of all that waits.
  private(set) var bytes = 0
  /// The bytes of the answers among it.
  private(set) var answerBytes = 0

  var isEmpty: Bool { taken == items.count }

  mutating func append(_ message: SharedMessage, _ kind: Kind) { append(Item(message: .shared(message), kind: kind)) }

  /// Cost: a copy.
  mutating func append(_ line: UnsafeRawBufferPointer, _ kind: Kind) {
    append(Item(message: .own(Array(line)), kind: kind))
  }

  private mutating func append(_ item: Item) {
    items.append(item)
    bytes += item.message.count
    if case .answer = item.kind { answerBytes += item.message.count }
  }

  /// Takes the oldest message; nil when none waits.
  mutating func takeNext() -> Message? {
    guard !isEmpty else { return nil }
    guard let item = items[taken] else { preconditionFailure("a message was taken twice") }
    items[taken] = nil
    taken += 1
    forget(item)
    // Each item is moved once at most.
    if taken > items.count / 2 {
      items.removeFirst(taken)
      taken = 0
    }
    return item.message
  }

  private mutating func forget(_ item: Item) {
    bytes -= item.message.count
    if case .answer = item.kind { answerBytes -= item.message.count }
  }

  /// Takes out all that is no answer. Cost: the messages.
  ///
  /// - Returns: What each of them was.
  mutating func dropEvents() -> [Kind] {
    var dropped: [Kind] = []
    var kept: [Item?] = []
    for case let item? in items[taken...] {
      if case .answer = item.kind {
        kept.append(item)
      } else {
        dropped.append(item.kind)
        forget(item)
      }
    }
    items = kept
    taken = 0
    return dropped
  }

  mutating func removeAll() { self = Backlog() }
}
