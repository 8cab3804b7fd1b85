import HeadlessUIKit

/// How one list of ids becomes another one, without positions: take some out, then put some in, each behind another one.
struct ChildrenEdit: Equatable {
  /// An id, and the one that it comes behind; nil: it comes first.
  struct Insertion: Equatable {
    let id: NodeID
    let after: NodeID?
  }

  /// The ids to take out, those included that come back elsewhere.
  let removals: [NodeID]
  /// The ids to put in, in this order.
  let insertions: [Insertion]

  /// 8 children: a list as short as that is told whole, which is as short and easier to read.
  static let shortList = 8

  /// The fewest moves that lead from one list to the other; nil when to tell the whole list is as short.
  ///
  /// Cost: n log n of the lists' lengths.
  ///
  /// - Precondition: No id is twice in a list.
  init?(from old: [NodeID], to new: [NodeID]) {
    guard new.count > Self.shortList else { return nil }
    let places = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    let staying = Self.longestRise(of: new.map { places[$0] })
    let kept = Set(staying.map { new[$0] })
    removals = old.filter { !kept.contains($0) }
    var insertions: [Insertion] = []
    for (index, id) in new.enumerated() where !kept.contains(id) {
      insertions.append(Insertion(id: id, after: index > 0 ? new[index - 1] : nil))
    }
    self.insertions = insertions
    // An insertion names two ids.
    guard removals.count + 2 * insertions.count < new.count else { return nil }
  }

  /// The indices of a longest part of a list whose values rise; nil values are in none.
  private static func longestRise(of values: [Int?]) -> [Int] {
    /// The last index of the best rise of each length, and what comes before each index.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if let end = values[ends[middle]], end < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = previous[index]
    }
    return rise.reversed()
  }
}
