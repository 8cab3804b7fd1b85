import ConformanceSupport
import HeadlessUIKit
import Testing

@testable import SceneHosting

@Suite("keyed edits of lists") struct ChildrenEditTests {
  private func ids(_ numbers: some Sequence<Int>) -> [NodeID] { numbers.map { NodeID(rawValue: UInt64($0)) } }

  /// As a client does it.
  private func apply(_ edit: ChildrenEdit, to list: [NodeID]) throws -> [NodeID] {
    var result = list.filter { !edit.removals.contains($0) }
    for insertion in edit.insertions {
      let place = try insertion.after.map { after in try #require(result.firstIndex(of: after)) + 1 } ?? 0
      result.insert(insertion.id, at: place)
    }
    return result
  }

  @Test("one row more, one less, and one moved in a list of 500 are told by themselves")
  func small() throws {
    let list = ids(1...500)
    let inserted = try #require(ChildrenEdit(from: list, to: ids([501]) + list))
    #expect(inserted.removals.isEmpty)
    #expect(inserted.insertions == [ChildrenEdit.Insertion(id: NodeID(rawValue: 501), after: nil)])
    let removed = try #require(ChildrenEdit(from: list, to: list.filter { $0.rawValue != 250 }))
    #expect(removed.removals == ids([250]))
    #expect(removed.insertions.isEmpty)
    let moved = try #require(ChildrenEdit(from: list, to: ids([500]) + list.dropLast()))
    #expect(moved.removals == ids([500]))
    #expect(moved.insertions == [ChildrenEdit.Insertion(id: NodeID(rawValue: 500), after: nil)])
  }

  @Test("a short list, and one that is another one, is told whole")
  func whole() {
    #expect(ChildrenEdit(from: ids(1...8), to: ids(1...7)) == nil)
    #expect(ChildrenEdit(from: ids(1...500), to: ids((1...500).reversed())) == nil)
    #expect(ChildrenEdit(from: [], to: ids(1...100)) == nil)
  }

  @Test("random lists: the edit leads from one to the other, and is shorter than the list")
  func random() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("keyed edits: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let old = ids(Array(1...Int.random(in: 1...60, using: &generator)))
      var new = old.filter { _ in Int.random(in: 0..<10, using: &generator) > 0 }
      for _ in 0..<Int.random(in: 0..<6, using: &generator) where !new.isEmpty {
        let moved = new.remove(at: Int.random(in: 0..<new.count, using: &generator))
        new.insert(moved, at: Int.random(in: 0...new.count, using: &generator))
      }
      for number in 0..<Int.random(in: 0..<5, using: &generator) {
        new.insert(NodeID(rawValue: UInt64(100 + number)), at: Int.random(in: 0...new.count, using: &generator))
      }
      guard let edit = ChildrenEdit(from: old, to: new) else { continue }
      #expect(try apply(edit, to: old) == new, "seed \(seed)")
      #expect(edit.removals.count + 2 * edit.insertions.count < new.count)
    }
  }
}
