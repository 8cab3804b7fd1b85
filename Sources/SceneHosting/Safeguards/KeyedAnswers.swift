import JSONRPCCore

/// The answers of calls that were sent with a key, for who sends one again. The oldest are forgotten first, of the user who has
/// the most: one that makes many calls does not make others' answers be forgotten.
struct KeyedAnswers {
  /// Whose key it is: users do not know each other's.
  struct Name: Hashable {
    let user: UInt32
    /// The number of a client whose user the kernel does not name: who looks like it may be somebody else.
    let client: Int?
    let key: String
  }

  /// What a call asks for: its method, and its parameters as they were sent, by two hashes of 64 bits with seeds that change with
  /// every start of the process. The parameters themselves may be a thousand times as large as the answer.
  struct Fingerprint: Hashable {
    private let length: Int
    private let first: Int
    private let second: Int

    init(method: String, parameters: UnsafeRawBufferPointer) {
      length = parameters.count
      (first, second) = (Self.hash(method, parameters, seed: 1), Self.hash(method, parameters, seed: 2))
    }

    private static func hash(_ method: String, _ parameters: UnsafeRawBufferPointer, seed: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(seed)
      hasher.combine(method)
      hasher.combine(bytes: parameters)
      return hasher.finalize()
    }
  }

  enum Answer {
    /// A result, as JSON.
    case result([UInt8])
    case error(JSONRPCError)
    /// It would not have fitted; how many bytes it had.
    case tooLarge(Int)
  }

  struct Entry {
    let method: String
    let fingerprint: Fingerprint
    let answer: Answer
    fileprivate let bytes: Int
  }

  /// What one user has.
  private struct Share {
    /// Oldest first; those before `oldest` are forgotten already.
    var order: [Name] = []
    var oldest = 0
    var bytes = 0

    var count: Int { order.count - oldest }

    mutating func takeOldest() -> Name {
      let name = order[oldest]
      oldest += 1
      if oldest * 2 >= order.count {
        order.removeFirst(oldest)
        oldest = 0
      }
      return name
    }
  }

  private let mostKeys: Int
  private let mostBytes: Int
  private var entries: [Name: Entry] = [:]
  private var shares: [UInt32: Share] = [:]
  private(set) var bytes = 0

  /// - Parameters:
  ///   - mostKeys: How many answers are kept.
  ///   - mostBytes: How many bytes of keys and answers.
  init(mostKeys: Int, mostBytes: Int) {
    self.mostKeys = mostKeys
    self.mostBytes = mostBytes
  }

  var count: Int { entries.count }

  subscript(name: Name) -> Entry? { entries[name] }

  /// Keeps an answer, and forgets others for it. Cost: constant on average; the users, when one is forgotten.
  ///
  /// - Parameter size: The answer's bytes as JSON.
  mutating func keep(_ answer: Answer, size: Int, of method: String, _ fingerprint: Fingerprint, as name: Name) {
    let keyBytes = name.key.utf8.count
    let fits = keyBytes + size <= mostBytes
    let entry = Entry(
      method: method, fingerprint: fingerprint, answer: fits ? answer : .tooLarge(size),
      bytes: keyBytes + (fits ? size : 0))
    precondition(entries.updateValue(entry, forKey: name) == nil, "the answer of a key was given twice")
    shares[name.user, default: Share()].order.append(name)
    shares[name.user]?.bytes += entry.bytes
    bytes += entry.bytes
    while entries.count > mostKeys { forgetOldest { $0.count } }
    while bytes > mostBytes { forgetOldest { $0.bytes } }
  }

  /// Of the user who has the most.
  private mutating func forgetOldest(_ size: (Share) -> Int) {
    guard let user = shares.max(by: { size($0.value) < size($1.value) })?.key, var share = shares[user] else { return }
    let forgotten = entries.removeValue(forKey: share.takeOldest())?.bytes ?? 0
    bytes -= forgotten
    share.bytes -= forgotten
    shares[user] = share.count == 0 ? nil : share
  }
}
