import Testing

@testable import JSONRPCCore

@Suite("HeldBytes")
struct HeldBytesTests {
  @Test("a message of known size that comes byte by byte never has a larger buffer than it needs")
  func room() {
    let size = 100_000
    var held = HeldBytes()
    var growths = 0
    for count in 1...size {
      let before = held.bytes.capacity
      held.makeRoom(for: count, of: size)
      [0x20].withUnsafeBytes { held.keep(UnsafeRawBufferPointer(rebasing: $0[..<1])) }
      if held.bytes.capacity != before { growths += 1 }
    }
    #expect(held.count == size)
    // The allocator rounds up to its own sizes: a page is more than that.
    #expect(held.bytes.capacity < size + 4096)
    #expect(growths < 20)
  }

  @Test("what was handed over is dropped, an unusual message's buffer is given back, a usual one's is kept")
  func forgetting() {
    var held = HeldBytes()
    Array("abcdef".utf8).withUnsafeBytes { held.keep($0, from: 2) }
    var taken = held.take()
    #expect(held.isEmpty)
    held.putBack(&taken, consumed: 3)
    #expect(held.count == 1)
    Array("gh".utf8).withUnsafeBytes { held.keep($0) }
    #expect(held.bytes == Array("fgh".utf8))
    held.forget()
    #expect(held.isEmpty)
    [UInt8](repeating: 1, count: 60_000).withUnsafeBytes { held.keep($0) }
    held.forget()
    #expect(held.bytes.capacity >= 60_000)
    [UInt8](repeating: 1, count: 100_000).withUnsafeBytes { held.keep($0) }
    held.forget()
    #expect(held.bytes.capacity == 0)
  }
}
