import Glibc
import SceneHosting

/// A service whose sessions answer each line with `>` and the line.
///
/// `big N` is answered with N bytes more, `hold` not before `release`, after `yield` the session wants its next turn, and
/// `quit` ends the connection from this side.
@MainActor
final class LineService: HostedService {
  var onDeadlineChange: (@MainActor () -> Void)?
  var nextDeadline: Double? {
    didSet { onDeadlineChange?() }
  }

  var sessions: [LineSession] = []
  var peers: [PeerCredentials] = []
  var ceilings: [Role] = []
  var ticks: [Double] = []
  var shutDowns = 0
  var releases = 0
  var lastWords = ""
  /// Called with each line before it is answered.
  var onLine: (@MainActor (String) -> Void)?

  func makeSession(peer: PeerCredentials, ceiling: Role) -> any ByteStreamSession {
    let session = LineSession(service: self)
    sessions.append(session)
    peers.append(peer)
    ceilings.append(ceiling)
    return session
  }

  func tick(now: Double) {
    ticks.append(now)
    if let deadline = nextDeadline, deadline <= now { nextDeadline = nil }
  }

  func runPendingWork() {}

  func releaseMemory() { releases += 1 }

  func shutDown() {
    shutDowns += 1
    if !lastWords.isEmpty { sessions.forEach { $0.send(lastWords) } }
  }
}

@MainActor
final class LineSession: ByteStreamSession {
  /// Above it the session takes no input.
  static let highWater = 100_000

  let output = OutputBuffer()
  private unowned let service: LineService
  private var held: [UInt8] = []
  private var unanswered: [String] = []
  private var inputHasEnded = false
  private var wasQuit = false
  private(set) var wantsTurn = false
  private(set) var mustEnd = false

  private(set) var reads: [Int] = []
  private(set) var ends = 0
  private(set) var disconnects = 0
  private(set) var mostQueued = 0
  var heldBytes: Int { held.count }

  init(service: LineService) {
    self.service = service
  }

  var wantsInput: Bool { output.queued < Self.highWater && !wasQuit && !wantsTurn }
  var isFinished: Bool { wasQuit || (inputHasEnded && held.isEmpty && unanswered.isEmpty && !wantsTurn) }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    precondition(disconnects == 0 && ends == 0, "bytes for a dead session")
    reads.append(bytes.count)
    held.append(contentsOf: bytes)
    answer()
  }

  func receiveEnd() {
    precondition(disconnects == 0 && ends == 0, "an end for a dead session")
    ends += 1
    inputHasEnded = true
    answer()
  }

  func resume() {
    precondition(disconnects == 0, "a dead session was resumed")
    wantsTurn = false
    answer()
  }

  func shutDown() {
    send(">left\n")
    wasQuit = true
  }

  func disconnect() {
    precondition(disconnects == 0, "disconnected twice")
    disconnects += 1
  }

  func send(_ text: String) {
    Array(text.utf8).withUnsafeBytes { output.append($0) }
    mostQueued = max(mostQueued, output.queued)
  }

  /// Wants the end at once.
  func drop() {
    send(">dropped\n")
    mustEnd = true
    output.wake()
  }

  func release() {
    let lines = unanswered
    unanswered = []
    lines.forEach { send(">\($0)\n") }
  }

  private func answer() {
    while wantsInput, let end = held.firstIndex(of: UInt8(ascii: "\n")) {
      take(String(decoding: held[..<end], as: UTF8.self))
      held.removeSubrange(...end)
    }
    if wantsInput, inputHasEnded, !held.isEmpty {
      take(String(decoding: held, as: UTF8.self))
      held = []
    }
  }

  private func take(_ line: String) {
    service.onLine?(line)
    switch line {
    case "hold": unanswered.append(line)
    case "yield":
      send(">yield\n")
      wantsTurn = true
    case "quit":
      send(">quit\n")
      wasQuit = true
    case _ where line.hasPrefix("big "):
      send(">\(line)\n" + String(repeating: "x", count: Int(line.dropFirst(4)) ?? 0) + "\n")
    default: send(">\(line)\n")
    }
  }
}
