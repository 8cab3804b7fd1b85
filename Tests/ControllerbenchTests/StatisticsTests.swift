import Testing

@testable import controllerbench

@Suite("controllerbench: figures are made of rounds")
struct StatisticsTests {
  private func sample(_ rate: Double, microseconds: Double? = nil) -> Comparison.Sample {
    Comparison.Sample(
      answersPerSecond: rate, p50: 1, p99: 2, serverMicroseconds: microseconds, generatorShare: 0.5, serverShare: nil)
  }

  @Test("the median is the middle value, or the mean of the two in the middle")
  func median() {
    #expect(Comparison.median([5, 1, 3]) == 3)
    #expect(Comparison.median([4, 1, 3, 2]) == 2.5)
    #expect(Comparison.median([7]) == 7)
    #expect(Comparison.median([]) == nil)
  }

  @Test("a ratio is the median of the rounds' ratios, not the ratio of the medians")
  func ratios() {
    var comparison = Comparison(depth: 1, names: ["own", "other"])
    for rate in [100.0, 50, 80] { comparison.add(sample(rate, microseconds: 4), server: 0) }
    for rate in [200.0, 200, 100] { comparison.add(sample(rate, microseconds: 3), server: 1) }
    #expect(
      comparison.ratios == [
        Comparison.Ratio(name: "own/other", median: 0.5, lowest: 0.25, highest: 0.8, processor: 0.75)
      ])
    #expect(comparison.median(0) { $0.answersPerSecond } == 80)
  }

  @Test("what cannot be seen is left out, not made up")
  func unseen() {
    var comparison = Comparison(depth: 1, names: ["own", "other"])
    comparison.add(sample(10), server: 0)
    comparison.add(sample(20), server: 1)
    #expect(comparison.ratios.map(\.processor) == [nil])
    #expect(comparison.median(0) { $0.serverMicroseconds } == nil)
  }

  @Test("a quantile is at most 1.6 % above the true one, and never below it")
  func quantiles() {
    var histogram = LatencyHistogram()
    #expect(histogram.quantile(0.5) == 0)
    for value in 1...100_000 { histogram.record(nanoseconds: UInt64(value), count: 1) }
    for (share, exact) in [(0.5, 50_000.0), (0.99, 99_000), (1, 100_000), (0.001, 100)] {
      let found = Double(histogram.quantile(share))
      #expect(found >= exact && found <= exact * 1.016, "\(share): \(found)")
    }
    histogram.record(nanoseconds: .max, count: 1)
    #expect(histogram.total == 100_001)
  }

  @Test("small durations are told apart to the nanosecond", arguments: [UInt64(0), 1, 63, 64, 127])
  func smallDurations(value: UInt64) {
    var histogram = LatencyHistogram()
    histogram.record(nanoseconds: value, count: 3)
    #expect(histogram.quantile(0.5) == value)
  }

  @Test("the report's numbers are plain decimals")
  func rounded() {
    #expect(Report.rounded(91_234.56, 1) == "91235")
    #expect(Report.rounded(0.8254, 1000) == "0.825")
  }
}
