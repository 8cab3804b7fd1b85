import ConformanceSupport
import Foundation
import Testing

/// A daemon with the methods of the specification's examples, on a socket of its own.
struct SpecificationDaemon {
  private let directory: TemporaryDirectory
  let daemon: Daemon

  init() throws {
    directory = try TemporaryDirectory()
    let socket = directory.path(of: "s")
    daemon = try Daemon([socket], program: BuiltProducts.program("specificationd"), listensOn: socket)
  }

  func connect() throws -> SocketConnection { try SocketConnection(to: daemon.socket) }

  /// Sends bytes in one write, ends the direction, and gives all that comes back.
  func answer(to bytes: some Collection<UInt8>) throws -> [UInt8] {
    let connection = try connect()
    try connection.write(bytes)
    connection.endInput()
    return try connection.takeRest()
  }
}

@Suite("Transcripts over a socket")
struct TranscriptTests {
  static let specification = ["specification.txt", "edge-cases.txt"]

  @Test(
    "J1-J20, 4.2: the specification's examples and the doubtful cases, exchange by exchange, byte for byte",
    arguments: specification)
  func exchanges(name: String) throws {
    let specification = try SpecificationDaemon()
    let connection = try specification.connect()
    for exchange in try Transcript(named: name).exchanges {
      for line in exchange.sent { try connection.write(Array("\(line)\n".utf8)) }
      for expected in exchange.expected {
        #expect(try connection.takeLine() == expected, "\(name), exchange at line \(exchange.line)")
      }
    }
    // Answers come in order: where silence was expected, nothing has come before this.
    try connection.write(Array(#"{"jsonrpc":"2.0","method":"get_data","id":"end"}"#.utf8))
    connection.endInput()
    #expect(
      String(decoding: try connection.takeRest(), as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":"end","result":["hello",5]}"# + "\n")
    #expect(specification.daemon.terminate() == 0)
  }
}
