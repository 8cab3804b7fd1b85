/// Finds what somebody probably meant.
package enum SpellingHint {
  /// Names over this length are not compared: no name of ours is that long.
  private static let longestName = 64

  /// 32,768 pairs of letters, which take about 50 µs: whoever opens 256 scenes with long names and asks for others must not
  /// make an error a thousand times as dear as an answer. It is enough for 256 names of 11 bytes.
  private static let mostPairs = 32_768

  /// The most similar of the names, when it is similar enough: case, or a third of the letters, may differ.
  package static func nearest(to name: String, in names: [String]) -> String? {
    guard name.utf8.count <= longestName else { return nil }
    let wanted = folded(name)
    var pairs = 0
    var best: (name: String, distance: Int)?
    for candidate in names {
      let tolerance = max(1, max(wanted.count, candidate.utf8.count) / 3)
      // As many letters as the lengths differ by have to be inserted at least.
      guard abs(wanted.count - candidate.utf8.count) <= tolerance else { continue }
      pairs += wanted.count * candidate.utf8.count
      guard pairs <= mostPairs else { break }
      let distance = distance(wanted, folded(candidate))
      if distance <= tolerance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// ASCII letters in lower case; all others as they are, so that no length changes.
  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The number of bytes to insert, remove, replace or swap with their neighbour.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var row = beforeLast
    for i in left.indices {
      row[0] = i + 1
      for j in right.indices {
        var best = min(last[j] + (left[i] == right[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
        row[j + 1] = best
      }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[right.count]
  }
}
