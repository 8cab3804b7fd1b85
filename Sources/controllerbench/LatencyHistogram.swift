/// Counts durations in buckets that are at most 1.6 % wide, so that any number of them takes the same memory.
struct LatencyHistogram {
  /// 64 buckets for each power of two.
  private static let bits = 6

  /// Buckets up to 2^40 ns, which is 18 minutes: more than any run lasts.
  private var counts = [UInt64](repeating: 0, count: 41 << bits)

  private(set) var total: UInt64 = 0

  /// Counts a duration `count` times. Cost: constant.
  mutating func record(nanoseconds: UInt64, count: UInt64) {
    counts[min(Self.bucket(of: nanoseconds), counts.count - 1)] += count
    total += count
  }

  /// The duration, in nanoseconds, that this share of all durations does not exceed; 0 when there are none.
  ///
  /// - Parameter share: 0 to 1.
  func quantile(_ share: Double) -> UInt64 {
    let wanted = UInt64((Double(total) * share).rounded(.up))
    var seen: UInt64 = 0
    for (bucket, count) in counts.enumerated() {
      seen += count
      if seen >= wanted, seen > 0 { return Self.largestValue(inBucket: bucket) }
    }
    return 0
  }

  /// Values below 128 have a bucket each; above, the 7 highest bits of a value name its bucket.
  private static func bucket(of value: UInt64) -> Int {
    let exponent = max(0, 63 - value.leadingZeroBitCount - bits)
    return (exponent << bits) + Int(truncatingIfNeeded: value >> UInt64(exponent))
  }

  private static func largestValue(inBucket bucket: Int) -> UInt64 {
    let exponent = max(0, (bucket >> bits) - 1)
    let lead = UInt64(bucket - (exponent << bits))
    return ((lead + 1) << UInt64(exponent)) - 1
  }
}
