import Transcripts

/// Connections to a daemon whose bytes are cut into writes, each of which the daemon reads by itself.
struct CuttingTransport: TranscriptTransport {
  /// How bytes are cut.
  enum Cut {
    /// Not at all.
    case whole
    /// Into pieces of so many bytes.
    case pieces(Int)
    /// Into two, behind so many bytes; what is not longer is left whole.
    case inTwo(Int)
    /// Not at all: what is sent before anything is waited for goes in one write.
    case together
  }

  let socket: String
  let cut: Cut

  func connect() throws(TranscriptFault) -> any TranscriptChannel {
    do {
      return CuttingChannel(connection: try SocketConnection(to: socket), cut: cut)
    } catch {
      throw TranscriptFault("\(error)")
    }
  }
}

private final class CuttingChannel: TranscriptChannel {
  private var connection: SocketConnection?
  private let cut: CuttingTransport.Cut
  private var held: [UInt8] = []

  init(connection: SocketConnection, cut: CuttingTransport.Cut) {
    self.connection = connection
    self.cut = cut
  }

  func send(_ bytes: [UInt8]) throws(TranscriptFault) {
    do {
      switch cut {
      case .whole: try connection?.write(bytes)
      case .together: held += bytes
      case .pieces(let size):
        for start in stride(from: 0, to: bytes.count, by: size) {
          try connection?.writeSeparately(bytes[start..<min(bytes.count, start + size)])
        }
      case .inTwo(let size):
        if bytes.count > size { try connection?.writeSeparately(bytes.prefix(size)) }
        try connection?.writeSeparately(bytes.dropFirst(bytes.count > size ? size : 0))
      }
    } catch {
      throw TranscriptFault("\(error)")
    }
  }

  func endInput() {
    try? sendHeld()
    connection?.endInput()
  }

  func beginWait() {}

  func receive() throws(TranscriptFault) -> TranscriptReception {
    do {
      try sendHeld()
      guard let bytes = try connection?.takeSome() else { return .end }
      return bytes.isEmpty ? .end : .bytes(bytes)
    } catch {
      throw TranscriptFault("\(error)")
    }
  }

  func close() { connection = nil }

  private func sendHeld() throws {
    guard !held.isEmpty else { return }
    defer { held = [] }
    try connection?.write(held)
  }
}
