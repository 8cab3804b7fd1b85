/// Where the scanner stands in one object, and which names it has seen there.
///
/// Made by `JSONScanner.beginObject`. The first names are remembered in place and compared pairwise; only an object with
/// many members gets a hash table, whose hash is seeded at random for each process, so that no input makes it slow.
public struct JSONObjectCursor: ~Copyable {
  /// Objects with up to this many members need no memory of their own: requests have 4, and comparing up to 8 short names
  /// is cheaper than hashing one.
  static let inlineKeys = 8

  /// How many members were begun.
  public private(set) var count = 0

  private var keys = InlineArray<8, PackedKey>(repeating: PackedKey(bits: 0))
  private var table: KeyTable?

  init() {}

  /// Remembers a name.
  ///
  /// - Returns: The earlier use of the same name, or nil.
  mutating func insert(_ key: PackedKey, in bytes: UnsafeRawBufferPointer) -> PackedKey? {
    defer { count &+= 1 }
    if count < Self.inlineKeys {
      for index in 0..<count where keys[index].equals(key, in: bytes) { return keys[index] }
      keys[count] = key
      return nil
    }
    return insertInTable(key, in: bytes)
  }

  @inline(never)
  private mutating func insertInTable(_ key: PackedKey, in bytes: UnsafeRawBufferPointer) -> PackedKey? {
    if let table { return table.insert(key, in: bytes) }
    let table = KeyTable()
    for index in 0..<Self.inlineKeys { _ = table.insert(keys[index], in: bytes) }
    self.table = table
    return table.insert(key, in: bytes)
  }
}
