import JSONText

/// All methods, found by the bytes of their names.
///
/// Open addressing over a hash of the bytes: no String is made to look a method up.
@MainActor
struct MethodTable {
  /// The methods, in the order in which `rpc.discover` lists them.
  let methods: [Method]

  /// All names, one after the other; method i's begins at `starts[i]` and ends where the next one begins.
  private let names: [UInt8]
  private let starts: [Int]
  private let slots: [Int]

  /// A table of the given methods.
  ///
  /// - Precondition: Names are unique.
  init(_ methods: [Method]) {
    self.methods = methods
    names = methods.flatMap { Array($0.name.utf8) }
    starts = methods.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.name.utf8.count) }
    precondition(Set(methods.map(\.name)).count == methods.count, "two methods have the same name")
    // At most a quarter full: nearly every look-up ends at its first slot.
    var size = 16
    while size < methods.count * 4 { size *= 2 }
    var slots = [Int](repeating: -1, count: size)
    for (index, method) in methods.enumerated() {
      var slot = Array(method.name.utf8).withUnsafeBytes(Self.hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = index
    }
    self.slots = slots
  }

  /// The method with the name. Cost: the length of the name.
  func find(_ name: UnsafeRawBufferPointer) -> Method? {
    Self.index(of: name, names, starts, slots).map { methods[$0] }
  }

  /// Not isolated: the closure would be asked at each call whether it is called so.
  private nonisolated static func index(
    of name: UnsafeRawBufferPointer, _ names: [UInt8], _ starts: [Int], _ slots: [Int]
  ) -> Int? {
    names.withUnsafeBytes { names in
      var slot = hash(name) & (slots.count - 1)
      while slots[slot] >= 0 {
        let index = slots[slot]
        let candidate = UnsafeRawBufferPointer(rebasing: names[starts[index]..<starts[index + 1]])
        if ByteSearch.equal(candidate, name) { return index }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// Of the length, the first and the last eight bytes: they tell our names apart. Names of ours are few and known, so
  /// nobody gains by collisions; names that nobody knows mostly find an empty slot.
  private nonisolated static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var hash = UInt64(name.count)
    if name.count >= 8 {
      hash ^= name.loadUnaligned(as: UInt64.self)
      hash &*= 0x9e37_79b9_7f4a_7c15
      hash ^= name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
    } else {
      for byte in name { hash = hash << 8 ^ UInt64(byte) }
    }
    hash &*= 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: hash >> 32)
  }

  /// The methods of the daemon.
  static let standard: MethodTable = MethodTable([
    .displayView, .selectSegment, .simulateMemoryWarning, .rotate, .resizeWindow, .setTraits, .getNavigationItem,
    .getTree, .getController, .tap, .setText, .setValue, .sendMessage, .transaction, .listScenes, .openScene,
    .closeScene,
    .advanceClock,
    .subscribe, .unsubscribe, .wait, .settle, .sync, .cancel, .listClients, .disconnectClient,
    .getServerInfo, .ping, .discover,
  ])
}
