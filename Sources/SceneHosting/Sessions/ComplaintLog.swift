import HeadlessUIKit

/// How often controllers were complained of lately: the operator is told the first times, and how many more there were.
///
/// Controllers of one class in one scene count together: one that is made anew each time breaks the same rule, too.
struct ComplaintLog {
  /// Seconds that are counted together.
  static let period = 10.0

  private struct Offender: Hashable {
    var scene: String
    var className: String
  }

  /// 256 offenders are counted by themselves; of those that come later in the period only the number is told.
  private static let capacity = 256

  private let limit: Int
  private var counts: [Offender: Int] = [:]
  private var others = 0
  /// When the period ends that is counted now; nil when nothing was complained of in it.
  private(set) var deadline: Double?

  init(limit: Int) { self.limit = limit }

  /// Counts a complaint.
  ///
  /// - Returns: Whether it is to be told.
  mutating func admits(_ issue: ContractIssue, scene: String, at now: Double) -> Bool {
    if deadline == nil { deadline = now + Self.period }
    let offender = Offender(scene: scene, className: issue.className)
    guard let count = counts[offender] ?? (counts.count < Self.capacity ? 0 : nil) else {
      others += 1
      return false
    }
    counts[offender] = count + 1
    return count < limit
  }

  /// Ends the period when its time has come.
  ///
  /// - Returns: Sentences about what was held back in it.
  mutating func takeRests(at now: Double) -> [String] {
    guard let deadline, now >= deadline else { return [] }
    var lines = counts.filter { $0.value > limit }.map { offender, count in
      "scene \(offender.scene): \(count - limit) more complaints of \(offender.className) in \(Int(Self.period)) s were not told"
    }.sorted()
    if others > 0 { lines.append("\(others) complaints of other controllers in \(Int(Self.period)) s were not told") }
    self = ComplaintLog(limit: limit)
    return lines
  }
}
