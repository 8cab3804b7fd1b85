import JSONRPCCore

/// The answers of calls that were sent with a key, for who sends one again. The oldest are forgotten first.
struct KeyedAnswers {
  /// Whose key it is: users do not know each other's.
  struct Name: Hashable {
    let user: UInt32
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

  private let mostKeys: Int
  private let mostBytes: Int
  private var entries: [Name: Entry] = [:]
  /// Oldest first; those before `oldest` are forgotten already.
  private var order: [Name] = []
  private var oldest = 0
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

  /// Keeps an answer, and forgets others for it. Cost: constant on average.
  ///
  /// - Parameter size: The answer's bytes as JSON.
  mutating func keep(_ answer: Answer, size: Int, of method: String, _ fingerprint: Fingerprint, as name: Name) {
    let keyBytes = name.key.utf8.count
    let fits = keyBytes + size <= mostBytes
    let entry = Entry(
      method: method, fingerprint: fingerprint, answer: fits ? answer : .tooLarge(size),
      bytes: keyBytes + (fits ? size : 0))
    precondition(entries.updateValue(entry, forKey: name) == nil, "the answer of a key was given twice")
    order.append(name)
    bytes += entry.bytes
    while entries.count > mostKeys || bytes > mostBytes { forgetOldest() }
  }

  private mutating func forgetOldest() {
    bytes -= entries.removeValue(forKey: order[oldest])?.bytes ?? 0
    oldest += 1
    guard oldest * 2 >= order.count else { return }
    order.removeFirst(oldest)
    oldest = 0
  }
}
