/// A member's name as a place in the text, in one word: 32 bits of offset, 31 of length, 1 for "has escapes".
struct PackedKey {
  let bits: UInt64

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  /// The bytes between the quotes. Offsets fit, since the scanner refuses texts of 2 GiB.
  @inline(__always)
  init(start: Int, end: Int, hasEscapes: Bool) {
    bits =
      UInt64(truncatingIfNeeded: start) &<< 32 | UInt64(truncatingIfNeeded: end &- start) &<< 1 | (hasEscapes ? 1 : 0)
  }

  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: bits &>> 32) }
  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: (bits & 0xFFFF_FFFF) &>> 1) }
  @inline(__always)
  var hasEscapes: Bool { bits & 1 != 0 }

  func raw(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
  }

  @inline(__always)
  func equals(_ other: PackedKey, in bytes: UnsafeRawBufferPointer) -> Bool {
    if (bits | other.bits) & 1 == 0 {
      guard count == other.count else { return false }
      return ByteSearch.equal(raw(in: bytes), other.raw(in: bytes))
    }
    return equalsDecoded(other, in: bytes)
  }

  @inline(never)
  private func equalsDecoded(_ other: PackedKey, in bytes: UnsafeRawBufferPointer) -> Bool {
    JSONScanner.decoded(raw(in: bytes)) == JSONScanner.decoded(other.raw(in: bytes))
  }
}

/// The names of one big object: open addressing over places in the text. At most 16 bytes a name, so it is bounded by the
/// text; it is freed with its object.
final class KeyTable {
  private var slots: [UInt64]
  private var used = 0

  /// No name starts at offset 0, which holds at least the brace.
  private static let free: UInt64 = 0

  init() {
    slots = [UInt64](repeating: Self.free, count: 32)
  }

  func insert(_ key: PackedKey, in bytes: UnsafeRawBufferPointer) -> PackedKey? {
    if used &* 2 >= slots.count { grow(in: bytes) }
    var slot = Self.hash(key, in: bytes) & (slots.count - 1)
    while slots[slot] != Self.free {
      let other = PackedKey(bits: slots[slot])
      if other.equals(key, in: bytes) { return other }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = key.bits
    used += 1
    return nil
  }

  private func grow(in bytes: UnsafeRawBufferPointer) {
    let old = slots
    slots = [UInt64](repeating: Self.free, count: old.count * 2)
    for bits in old where bits != Self.free {
      var slot = Self.hash(PackedKey(bits: bits), in: bytes) & (slots.count - 1)
      while slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = bits
    }
  }

  private static func hash(_ key: PackedKey, in bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    if key.hasEscapes {
      JSONScanner.decoded(key.raw(in: bytes)).withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      hasher.combine(bytes: key.raw(in: bytes))
    }
    return hasher.finalize()
  }
}
