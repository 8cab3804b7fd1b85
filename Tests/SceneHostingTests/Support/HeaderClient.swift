import ConformanceSupport
import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

/// A client without a socket that speaks with headers.
@MainActor
final class HeaderClient {
  let host: SceneHost
  let session: any ByteStreamSession
  private var traffic = TrafficCheck(MemoryClient.document)

  init(_ host: SceneHost) {
    self.host = host
    session = host.makeSession(
      peer: PeerCredentials(processID: 0, userID: 0, groupID: 0), ceiling: .administer)
  }

  /// As every transport does: until then host and session hold each other.
  isolated deinit {
    session.disconnect()
  }

  static func framed(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }

  /// Sends bodies, each with its header, and takes the bodies that were written for them.
  func send(_ bodies: String...) throws -> [String] {
    for body in bodies { traffic.sent("\(body.filter { !$0.isNewline })\n".utf8) }
    receive(bodies.map(Self.framed).joined())
    return try takeBodies()
  }

  /// Sends bytes as they are.
  func receive(_ text: String, piecesOf size: Int = .max) {
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))) {
      bytes[start..<min(bytes.count, start + min(size, bytes.count))].withUnsafeBytes { session.receive($0) }
    }
  }

  func takeText() -> String {
    var text = ""
    session.output.flush { bytes in
      text += String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
    return text
  }

  /// Takes what was written, which must be nothing but headers in exactly one form, each with its body.
  func takeBodies() throws -> [String] {
    var rest = Array(takeText().utf8)
    var bodies: [String] = []
    while !rest.isEmpty {
      let text = String(decoding: rest, as: UTF8.self)
      let header = try #require(text.firstMatch(of: /^Content-Length: ([0-9]+)\r\n\r\n/))
      let length = try #require(Int(header.1))
      rest.removeFirst(header.0.utf8.count)
      try #require(rest.count >= length)
      let body = String(decoding: rest.prefix(length), as: UTF8.self)
      traffic.expectAsDescribed(body)
      bodies.append(body)
      rest.removeFirst(length)
    }
    return bodies
  }
}
