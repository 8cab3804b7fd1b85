import ConformanceSupport
import JSONRPCCore
import JSONText
import SceneHosting

/// Answers all clients with one `SpecificationServer`.
@MainActor
final class SpecificationService: HostedService {
  var onDeadlineChange: (@MainActor () -> Void)?
  let nextDeadline: Double? = nil
  let server = SpecificationServer(keepsLog: false)

  func makeSession(peer: PeerCredentials, ceiling: Role) -> any ByteStreamSession {
    SpecificationSession(server: server)
  }

  func tick(now: Double) {}
  func runPendingWork() {}
  func releaseMemory() {}
  func shutDown() {}
}

/// One client that speaks lines. Beside the methods, the line `reads` is answered with the number of reads that its bytes
/// have come in, so that a test can prove that what it wrote in pieces came in pieces.
@MainActor
final class SpecificationSession: ByteStreamSession {
  /// As controllerd's own limit.
  private static let unreadAnswers = 1_048_576

  let output = OutputBuffer()
  private let server: SpecificationServer
  private var framer = LineFramer()
  private var reads = 0

  init(server: SpecificationServer) { self.server = server }

  private var hasRoom: Bool { output.queued < Self.unreadAnswers }
  var wantsInput: Bool { hasRoom && !framer.isStopped }
  var wantsTurn: Bool { hasRoom && framer.isStopped }
  var isFinished: Bool { framer.isFinished && !framer.isStopped }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    reads += 1
    framer.feed(bytes) { answer($0) }
  }

  func receiveEnd() { framer.finish { answer($0) } }
  func resume() { if wantsTurn { framer.resume { answer($0) } } }
  func disconnect() { output.discard() }

  private func answer(_ frame: LineFramer.Frame) -> LineFramer.FlowControl {
    var writer = JSONWriter()
    switch frame {
    case .line(let line) where line.elementsEqual("reads".utf8):
      writer.integer(reads)
      writer.endLine()
    case .line(let line): server.answer(line, into: &writer)
    case .tooLong(let got): server.processor.processTooLong(got: got, into: &writer)
    }
    writer.withUnsafeBytes { output.append($0) }
    return hasRoom ? .proceed : .stop
  }
}
