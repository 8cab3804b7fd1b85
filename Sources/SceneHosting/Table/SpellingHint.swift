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

  /// Levenshtein distance, in bytes.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substitution = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
