import JSONRPCCore
import JSONText
package import Transcripts

/// A server in memory: connections that are framed, and answered at once.
package struct MemoryTransport: TranscriptTransport {
  private let server: SpecificationServer
  private let pieceSize: Int

  /// - Parameters:
  ///   - server: Who answers.
  ///   - pieceSize: How many bytes the framer is fed at once.
  package init(server: SpecificationServer, pieceSize: Int = .max) {
    self.server = server
    self.pieceSize = pieceSize
  }

  package func connect() -> any TranscriptChannel { MemoryChannel(server: server, pieceSize: pieceSize) }
}

/// A connection to a server in memory. What was not answered will never be, so that no wait takes any time.
private final class MemoryChannel: TranscriptChannel {
  private let server: SpecificationServer
  private let pieceSize: Int
  private var framer = MessageFramer()
  private var usesHeaders = false
  private var output: [UInt8] = []
  private var hasEnded = false

  init(server: SpecificationServer, pieceSize: Int) {
    self.server = server
    self.pieceSize = pieceSize
  }

  func send(_ bytes: [UInt8]) {
    guard !hasEnded else { return }
    bytes.withUnsafeBytes { framer.detect($0) }
    usesHeaders = framer.usesHeaders
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieceSize)
      rest = rest.dropFirst(piece.count)
      piece.withUnsafeBytes { framer.feed($0) { answer($0) } }
    }
  }

  func endInput() {
    guard !hasEnded else { return }
    framer.finish { answer($0) }
    hasEnded = true
  }

  func beginWait() {}

  func receive() -> TranscriptReception {
    guard output.isEmpty else {
      defer { output = [] }
      return .bytes(output)
    }
    return hasEnded ? .end : .nothing("at all")
  }

  func close() {}

  private func answer(_ frame: MessageFramer.Frame) -> MessageFramer.FlowControl {
    var writer = JSONWriter()
    switch frame {
    case .message(let line): server.answer(line, into: &writer)
    case .tooLong(let got): server.processor.processTooLong(got: got, into: &writer)
    case .malformedHeader(let fault):
      server.processor.processMalformedHeader(fault, into: &writer)
      close("badHeader", after: writer)
      return .stop
    case .unknownProtocol(let first):
      server.processor.processUnknownProtocol(first: first, into: &writer)
      close("unknownProtocol", after: writer)
      return .stop
    }
    write(writer.bytes)
    return .proceed
  }

  private func close(_ reason: String, after answer: JSONWriter) {
    write(answer.bytes)
    write(Array((#"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"\#(reason)"}}"# + "\n").utf8))
    hasEnded = true
  }

  private func write(_ line: [UInt8]) {
    guard !hasEnded, !line.isEmpty else { return }
    let message = line.dropLast()
    output += usesHeaders ? Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message : line
  }
}
