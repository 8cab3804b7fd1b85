import ConformanceSupport
import JSONRPCCore
import JSONText
import SceneHosting

/// One client, in lines or with headers. Beside the methods, the line `reads` is answered with the number of reads that its
/// bytes have come in, so that a test can prove that what it wrote in pieces came in pieces.
@MainActor
final class SpecificationSession: ByteStreamSession {
  /// As controllerd's own limit.
  private static let unreadAnswers = 1_048_576

  let output = OutputBuffer()
  private let server: SpecificationServer
  private let mutation: Mutation?
  private var framer = MessageFramer()
  /// Kept beside the framer, which is in use while a frame is answered.
  private var usesHeaders = false
  private var isClosing = false
  private var reads = 0
  /// The answers to what came in one read, where they are changed before they leave.
  private var collected: [[UInt8]] = []

  init(server: SpecificationServer, mutation: Mutation?) {
    self.server = server
    self.mutation = mutation
  }

  private var hasRoom: Bool { output.queued < Self.unreadAnswers }
  var wantsInput: Bool { hasRoom && !framer.isStopped }
  var wantsTurn: Bool { hasRoom && framer.isStopped }
  var isFinished: Bool { isClosing || framer.isFinished && !framer.isStopped }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isClosing else { return }
    reads += 1
    framer.detect(bytes)
    usesHeaders = framer.usesHeaders
    framer.feed(bytes) { answer($0) }
    flush()
  }

  func receiveEnd() {
    guard !isClosing else { return }
    if mutation?.ignoresLastLine == true, framer.heldBytes > 0 {
      isClosing = true
      return
    }
    framer.finish { answer($0) }
    flush()
  }

  func resume() {
    guard wantsTurn else { return }
    framer.resume { answer($0) }
    flush()
  }

  func shutDown() { isClosing = true }

  func disconnect() { output.discard() }

  private func answer(_ frame: MessageFramer.Frame) -> MessageFramer.FlowControl {
    var writer = JSONWriter()
    switch frame {
    case .message(let line) where line.elementsEqual("reads".utf8):
      writer.integer(reads)
      writer.endLine()
    case .message(let line):
      guard let mutation else {
        server.answer(line, into: &writer)
        break
      }
      let (answers, closes) = mutation.answers(to: Array(line), by: server)
      collected += answers
      isClosing = isClosing || closes
      return .proceed
    case .tooLong(let got): server.processor.processTooLong(got: got, into: &writer)
    case .malformedHeader(let fault):
      server.processor.processMalformedHeader(fault, into: &writer)
      close("badHeader", after: writer)
      return .proceed
    case .unknownProtocol(let first):
      server.processor.processUnknownProtocol(first: first, into: &writer)
      close("unknownProtocol", after: writer)
      return .proceed
    }
    if mutation != nil {
      collected.append(writer.bytes.dropLast())
    } else {
      writer.withUnsafeBytes { write($0) }
    }
    return hasRoom ? .proceed : .stop
  }

  private func close(_ reason: String, after answer: JSONWriter) {
    answer.withUnsafeBytes { write($0) }
    Array((#"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"\#(reason)"}}"# + "\n").utf8)
      .withUnsafeBytes { write($0) }
    isClosing = true
  }

  private func flush() {
    for answer in mutation?.ordered(collected) ?? [] {
      (answer + [UInt8(ascii: "\n")]).withUnsafeBytes { write($0) }
    }
    collected = []
  }

  /// Queues a message with its LF, framed as the client frames its own.
  private func write(_ line: UnsafeRawBufferPointer) {
    guard usesHeaders, !line.isEmpty else { return output.append(line) }
    MessageHeader.withBytes(contentLength: line.count - 1) { output.append($0) }
    output.append(UnsafeRawBufferPointer(rebasing: line.dropLast()))
  }
}
