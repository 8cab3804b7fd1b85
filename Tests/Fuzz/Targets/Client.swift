import JSONText
import SceneHosting

/// A client in memory: bytes in, lines out.
@MainActor
struct Client {
  let session: any ByteStreamSession
  private let limits: HostLimits
  private let readsLate: Bool

  /// - Parameter readsLate: Whether nothing is read while there is any more to answer.
  init(_ host: SceneHost, role: Role = .administer, readsLate: Bool = false) {
    session = host.makeSession(peer: PeerCredentials(processID: 0, userID: 0, groupID: 0), ceiling: role)
    limits = host.limits
    self.readsLate = readsLate
  }

  /// Sends bytes and takes all lines that come back, without their ends.
  ///
  /// - Throws: `Find` when more is held for the client than the limits allow, or when there is no end of it.
  func send(_ bytes: [UInt8]) throws(Find) -> [[UInt8]] {
    bytes.withUnsafeBytes { session.receive($0) }
    return try takeLines(turns: bytes.count + 2)
  }

  /// - Parameter turns: How many it may take at most: each answers a line at least.
  private func takeLines(turns: Int) throws(Find) -> [[UInt8]] {
    var output: [UInt8] = []
    for _ in 0..<turns {
      guard session.output.queued <= mostQueued else { throw Find("\(session.output.queued) bytes are queued") }
      if !readsLate || !session.wantsTurn {
        session.output.flush {
          output += $0
          return $0.count
        }
      }
      session.resume()
      if !session.wantsTurn, !session.output.hasPending { return try Self.lines(output) }
    }
    throw Find("there is no end of the answers in \(turns) turns")
  }

  /// Ends the client's direction and takes what is still to come.
  func end() throws(Find) -> [[UInt8]] {
    session.receiveEnd()
    let lines = try takeLines(turns: 3)
    guard session.isFinished else { throw Find("a client that has ended is not finished") }
    return lines
  }

  /// Events, the answers that are read on before the reader is waited for, and one batch's above both.
  private var mostQueued: Int { limits.outputQueue + limits.unreadAnswers + 2 * limits.batchAnswers }

  private static func lines(_ output: [UInt8]) throws(Find) -> [[UInt8]] {
    if output.isEmpty { return [] }
    guard output.last == 0x0A else { throw Find("the last line has no end") }
    return output.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  }

  /// Sends a line and takes the last answer that comes back: there may be events before it, and a snapshot that was owed
  /// behind it.
  func answer(_ line: String) throws(Find) -> String {
    let lines = try send(Array("\(line)\n".utf8)).map { String(decoding: $0, as: UTF8.self) }
    guard let last = lines.last(where: { $0.hasPrefix(#"{"jsonrpc":"2.0","id":"#) }) else {
      throw Find("there is no answer to \(line)")
    }
    return last
  }

  /// The names of the open scenes, as JSON strings.
  func sceneNames() throws(Find) -> [String] {
    let answer = try answer(#"{"jsonrpc":"2.0","id":1,"method":"listScenes"}"#)
    guard let root = try? JSONDocument(parsing: answer).root, let scenes = root["result"]?["scenes"] else {
      throw Find("scenes are listed as \(answer)")
    }
    return scenes.elements.map { scene in
      var writer = JSONWriter()
      writer.string(scene["name"]?.string ?? "")
      return writer.text
    }
  }
}
