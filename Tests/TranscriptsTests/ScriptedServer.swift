import Transcripts

/// A server in memory that answers each line by what a test says. It takes whole lines only.
final class ScriptedServer: TranscriptTransport {
  /// What is sent to the connections that are there, by their numbers from 0, for a line of one of them. A nil line ends the
  /// direction.
  typealias Script = (_ line: String, _ connection: Int) -> [(connection: Int, line: String?)]

  private let script: Script
  private(set) var channels: [Channel] = []

  /// All lines that came, with the number of the connection in front; those of the runner's own calls are left out.
  fileprivate(set) var log: [String] = []

  init(_ script: @escaping Script) { self.script = script }

  func connect() -> any TranscriptChannel {
    let channel = Channel(self, channels.count)
    channels.append(channel)
    return channel
  }

  fileprivate func take(_ line: String, _ number: Int) {
    if let id = line.firstMatch(of: /"id":("conform\.[0-9]+"),"method":"ping"/)?.1 {
      channels[number].put(#"{"jsonrpc":"2.0","id":\#(id),"result":"pong"}"#)
      return
    }
    log.append("\(number) \(line)")
    for (connection, line) in script(line, number) { channels[connection].put(line) }
  }

  final class Channel: TranscriptChannel {
    private unowned let server: ScriptedServer
    private let number: Int
    private var output: [UInt8] = []
    private var hasEnded = false

    init(_ server: ScriptedServer, _ number: Int) {
      self.server = server
      self.number = number
    }

    func put(_ line: String?) {
      if let line { output += Array("\(line)\n".utf8) } else { hasEnded = true }
    }

    func send(_ bytes: [UInt8]) {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") { server.take(String(line), number) }
    }

    func endInput() { server.take("(end)", number) }

    func beginWait() {}

    func receive() -> TranscriptReception {
      guard output.isEmpty else {
        defer { output = [] }
        return .bytes(output)
      }
      return hasEnded ? .end : .nothing("at all")
    }

    func close() { server.log.append("\(number) (closed)") }
  }
}
