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

  /// What the head of `controllerd.txt` says.
  static let controllerd = ["--scene", "multiview", "--limit", "scenes=3", "--limit", "subscriptions=1"]

  static let own = ["controllerd.txt", "requests.txt"]

  @Test(
    "the methods of controllerd itself, each error that the samples can be brought to, twice in a row", arguments: own)
  func ownMethods(name: String) throws {
    let daemon = try Daemon(Self.controllerd)
    let transcript = try Transcript(named: name)
    for _ in 1...2 {
      let connection = try SocketConnection(to: daemon.socket)
      var traffic = TrafficCheck()
      for exchange in transcript.exchanges {
        for line in exchange.sent {
          traffic.sent("\(line)\n".utf8)
          try connection.write(Array("\(line)\n".utf8))
        }
        for expected in exchange.expected {
          let answer = try connection.takeLine() ?? "the end"
          traffic.expectAsDescribed(answer)
          #expect(
            Transcript.matches(answer, expected),
            "\(name), exchange at line \(exchange.line): \(answer), expected \(expected)")
        }
      }
      connection.endInput()
      #expect(try connection.takeRest() == [])
    }
    #expect(daemon.terminate() == 0)
  }

  @Test("the transcripts of controllerd have every error of the table but those that their heads name")
  func ownErrors() throws {
    let transcripts = try Self.own.map { try Transcript(named: $0) }
    let answers = transcripts.flatMap(\.expected).joined()
    let missing = (1000...1025).filter { !answers.contains("\"code\":\($0),") }
    #expect(missing == [1005, 1006, 1010, 1014, 1016, 1017])
    let methods = try JSON(
      String(contentsOf: BuiltProducts.checkout.appending(path: "Protocol/openrpc.json"), encoding: .utf8))["methods"]
    let sent = transcripts.flatMap(\.sent).joined()
    let unused = methods.elements.compactMap { $0["name"].string }.filter { !sent.contains("\"method\":\"\($0)\"") }
    #expect(unused == [])
  }
}
