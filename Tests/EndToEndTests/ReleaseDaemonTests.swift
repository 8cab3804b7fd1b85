import Foundation
import Testing

@Suite("The release daemon")
struct ReleaseDaemonTests {
  private static let path = ProcessInfo.processInfo.environment["CONTROLLERD_RELEASE_BINARY"]

  @Test(
    "is at most 10 MB resident at rest, with its built-in samples, and has one thread",
    .enabled(
      if: path != nil, "set CONTROLLERD_RELEASE_BINARY to a controllerd built with `--static-swift-stdlib`"))
  func memory() throws {
    let daemon = try Daemon(program: Self.path)
    _ = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"getTree"}"#)
    let status = try String(contentsOfFile: "/proc/\(daemon.identifier)/status", encoding: .utf8)
    func number(_ name: String) throws -> Int {
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
      return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
    // As `top` and systemd count: 10 times 1,024 kB.
    #expect(try number("VmRSS") <= 10 * 1024)
    #expect(try number("Threads") == 1)
  }
}
