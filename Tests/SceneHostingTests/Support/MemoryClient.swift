import ConformanceSupport
import Foundation
import HeadlessUIKit
import JSONText
import Testing

@testable import SceneHosting

/// A client without a socket: bytes in, lines out. It expects every answer and every notification to be as `rpc.discover`
/// describes it.
@MainActor
final class MemoryClient {
  let host: SceneHost
  let session: any ByteStreamSession
  private var nextID = 0
  private var traffic = TrafficCheck(MemoryClient.document)

  /// What the table says of itself, which `Protocol/openrpc.json` equals.
  static let document: ProtocolDocument = {
    var writer = JSONWriter()
    let identity = SceneHost.Identity(name: "testd", version: "0", processID: 1)
    OpenRPCWriter(identity: identity, table: .standard).write(to: &writer)
    return ProtocolDocument((try? JSONContent(parsing: writer.text)) ?? .null)
  }()

  init(
    _ host: SceneHost, peer: PeerCredentials = PeerCredentials(processID: 0, userID: 0, groupID: 0),
    ceiling: Role = .administer
  ) {
    self.host = host
    session = host.makeSession(peer: peer, ceiling: ceiling)
  }

  /// As every transport does: until then host and session hold each other.
  isolated deinit {
    session.disconnect()
  }

  /// Sends bytes as they are and takes what was written for them.
  func send(_ text: String) -> [String] {
    traffic.sent(text.utf8)
    Array(text.utf8).withUnsafeBytes { session.receive($0) }
    return takeLines()
  }

  func takeLines() -> [String] {
    var text = ""
    session.output.flush { bytes in
      text = String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
    let lines = text.split(separator: "\n").map(String.init)
    for line in lines { traffic.expectAsDescribed(line) }
    return lines
  }

  /// Calls a method and takes all lines: events, then the answer.
  func lines(_ method: String, _ params: String? = nil) -> [String] {
    nextID += 1
    let parameters = params.map { #","params":\#($0)"# } ?? ""
    return send(#"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)"\#(parameters)}"# + "\n")
  }

  /// Calls a method and parses its answer.
  func call(_ method: String, _ params: String? = nil) throws -> Answer {
    Answer(try Self.parse(lines(method, params).last ?? ""))
  }

  static func parse(_ line: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
  }

  /// The events among lines, as "Class event".
  static func events(_ lines: [String]) throws -> [String] {
    try lines.compactMap { line in
      let message = try parse(line)
      guard message["method"] as? String == "trace", let params = message["params"] as? [String: Any]
      else { return nil }
      return "\(params["class"] ?? "?") \(params["event"] ?? "?")"
    }
  }
}

extension TrafficCheck {
  /// Expects a message that was received to be as `rpc.discover` describes it.
  mutating func expectAsDescribed(_ message: String) {
    for fault in faults(inReceived: message) { Issue.record("not as rpc.discover says: \(fault)") }
  }
}

/// An answer, taken apart.
struct Answer {
  let message: [String: Any]

  init(_ message: [String: Any]) { self.message = message }

  var result: [String: Any] { message["result"] as? [String: Any] ?? [:] }
  var error: [String: Any] { message["error"] as? [String: Any] ?? [:] }
  var code: Int? { error["code"] as? Int }
  var data: [String: Any] { error["data"] as? [String: Any] ?? [:] }
  var reason: String? { data["reason"] as? String }

  subscript(name: String) -> Any? { result[name] }
  func string(_ name: String) -> String? { result[name] as? String }
  func integer(_ name: String) -> Int? { result[name] as? Int }
  func objects(_ name: String) -> [[String: Any]] { result[name] as? [[String: Any]] ?? [] }
}
