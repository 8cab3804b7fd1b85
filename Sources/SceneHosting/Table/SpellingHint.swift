/// Finds what somebody probably meant.
enum SpellingHint {
  /// Names over this length are not compared: no name of ours is that long.
  private static let longestName = 64

  /// The most similar of the names, when it is similar enough: case, or a third of the letters, may differ.
  static func nearest(to name: String, in names: [String]) -> String? {
    guard name.utf8.count <= longestName else { return nil }
    let wanted = Array(name.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = self.distance(wanted, Array(candidate.lowercased().utf8))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, max(wanted.count, best.name.utf8.count) / 3) else { return nil }
    return best.name
  }

  /// The number of bytes to insert, remove, replace or swap with their neighbour.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var best = min(last[j] + (left[i] == right[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
