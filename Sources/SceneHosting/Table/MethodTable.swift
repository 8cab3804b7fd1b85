/// All methods, found by the bytes of their names.
///
/// Open addressing over a hash of the bytes: no String is made to look a method up.
@MainActor
struct MethodTable {
  /// The methods, in the order in which `rpc.discover` lists them.
  let methods: [Method]

  private let names: [[UInt8]]
  private let slots: [Int]

  /// A table of the given methods.
  ///
  /// - Precondition: Names are unique.
  init(_ methods: [Method]) {
    self.methods = methods
    names = methods.map { Array($0.name.utf8) }
    precondition(Set(methods.map(\.name)).count == methods.count, "two methods have the same name")
    // At most a quarter full: nearly every look-up ends at its first slot.
    var size = 16
    while size < methods.count * 4 { size *= 2 }
    var slots = [Int](repeating: -1, count: size)
    for (index, name) in names.enumerated() {
      var slot = name.withUnsafeBytes(Self.hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = index
    }
    self.slots = slots
  }

  /// The method with the name. Cost: the length of the name.
  func find(_ name: UnsafeRawBufferPointer) -> Method? {
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = slots[slot]
      if names[index].withUnsafeBytes({ $0.elementsEqual(name) }) { return methods[index] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// FNV-1a. Names of ours are few and known, so nobody gains by collisions; names that nobody knows find an empty slot.
  private nonisolated static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash >> 1)
  }

  /// The methods of the daemon.
  static let standard: MethodTable = MethodTable([
    .displayView, .simulateMemoryWarning, .getNavigationItem, .getTree, .getController, .tap, .setText, .setValue,
    .listScenes, .openScene, .closeScene, .advanceClock, .subscribe, .unsubscribe, .getServerInfo, .ping, .discover,
  ])
}
