/// What the rounds of several servers, in turn, have shown; all at one depth.
struct Comparison {
  /// One round of one server.
  struct Sample {
    var answersPerSecond: Double
    /// The time from a batch's write to an answer's arrival, in microseconds.
    var p50: Double
    var p99: Double
    /// Processor time of the server for one answer, in microseconds; nil when it cannot be seen.
    var serverMicroseconds: Double?
    /// The share of the time in which the load generator, and the server, had a processor: near 1 is the bottleneck.
    var generatorShare: Double
    var serverShare: Double?
  }

  /// How one server compares with another: the first one's answers a second by the second one's, round by round.
  struct Ratio: Equatable {
    var name: String
    var median: Double
    var lowest: Double
    var highest: Double
    /// The second one's processor time for an answer by the first one's, the median: the same question asked in another
    /// way, which depends less on what else the machine does; nil when it cannot be seen.
    var processor: Double?
  }

  /// Requests that a connection has on their way at once.
  let depth: Int

  /// The servers' names; the first is the one that the others are there for.
  let names: [String]

  /// By server, then by round.
  private(set) var samples: [[Sample]]

  init(depth: Int, names: [String]) {
    self.depth = depth
    self.names = names
    samples = names.map { _ in [] }
  }

  /// Takes a round of the server with this index down.
  mutating func add(_ sample: Sample, server: Int) { samples[server].append(sample) }

  /// The median of a server's rounds; nil when it cannot be told.
  func median(_ server: Int, _ figure: (Sample) -> Double?) -> Double? {
    Self.median(samples[server].compactMap(figure))
  }

  /// The first server by each of the others. Pairs are of the same round: what disturbs the machine for a while
  /// disturbs both.
  var ratios: [Ratio] {
    zip(names, samples).dropFirst().compactMap { name, others in
      let quotients = zip(samples[0], others).map { $0.answersPerSecond / $1.answersPerSecond }
      guard let median = Self.median(quotients), let lowest = quotients.min(), let highest = quotients.max() else {
        return nil
      }
      let times = zip(samples[0], others).compactMap { own, other in
        own.serverMicroseconds.flatMap { time in time > 0 ? other.serverMicroseconds.map { $0 / time } : nil }
      }
      return Ratio(
        name: "\(names[0])/\(name)", median: median, lowest: lowest, highest: highest, processor: Self.median(times))
    }
  }

  /// The middle value, or the mean of the two in the middle; nil when there is none.
  static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

extension Comparison.Sample {
  /// The figures of a round.
  init(_ outcome: Load.Outcome) {
    answersPerSecond = Double(outcome.answers) / outcome.seconds
    p50 = Double(outcome.latencies.quantile(0.5)) / 1000
    p99 = Double(outcome.latencies.quantile(0.99)) / 1000
    serverMicroseconds = outcome.serverTime.map { $0 * 1e6 / Double(outcome.answers) }
    generatorShare = outcome.generatorTime / outcome.seconds
    serverShare = outcome.serverTime.map { $0 / outcome.seconds }
  }
}
