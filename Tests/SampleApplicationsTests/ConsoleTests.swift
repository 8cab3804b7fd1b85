import Glibc
import Testing

@testable import ControllerHost

@Suite struct ConsoleTests {
  @Test("a log that nobody reads is dropped and does not stop the daemon; it goes on when somebody does")
  func stuckReader() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { ends.forEach { close($0) } }
    let line = String(repeating: "é", count: 5000)
    var printed = 0
    while Console.log(line, to: writing) { printed += 1 }
    #expect(printed > 0)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    #expect(read(reading, &buffer, buffer.count) == printed * 2001)
    #expect(Console.log("short", to: writing))
    #expect(read(reading, &buffer, buffer.count) == 6)
  }

  @Test("a log without a descriptor is dropped")
  func closed() {
    #expect(!Console.log("nobody", to: -1))
  }
}
