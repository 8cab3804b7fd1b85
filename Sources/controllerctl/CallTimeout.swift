import JSONText

/// How long the daemon itself lets a call wait, before it answers that the time is over.
enum CallTimeout {
  /// What `wait` and `settle` do when they are not told, and where their `timeout` goes by position.
  private static let methods: [String: (position: Int, usual: Double)] = ["wait": (1, 5), "settle": (0, 5)]

  /// In seconds; 0 for a call that is answered at once.
  ///
  /// - Parameter parameters: As they were given, right or wrong: who is wrong is told by the daemon.
  static func seconds(of method: String, _ parameters: [UInt8]?) -> Double {
    let known = methods[method]
    let given = parameters.flatMap { text in
      text.withUnsafeBytes { try? JSONDocument(parsing: $0).root }.flatMap { value in
        value.kind == .object ? value["timeout"] : known.flatMap { value[$0.position] }
      }
    }
    guard let seconds = given.flatMap({ $0.double ?? $0.int64.map(Double.init) }), seconds >= 0 else {
      return known?.usual ?? 0
    }
    return min(seconds, TimeLimit.longest)
  }
}
