import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

/// A client without a socket: bytes in, lines out.
@MainActor
final class MemoryClient {
  let host: SceneHost
  let session: any ByteStreamSession
  private var nextID = 0

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
    Array(text.utf8).withUnsafeBytes { session.receive($0) }
    return takeLines()
  }

  func takeLines() -> [String] {
    var text = ""
    session.output.flush { bytes in
      text = String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
    return text.split(separator: "\n").map(String.init)
  }

  /// Calls a method and takes all lines: events, then the answer.
  func lines(_ method: String, _ params: String? = nil) -> [String] {
    nextID += 1
    let parameters = params.map { #","params":\#($0)"# } ?? ""
    return send(#"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)"\#(parameters)}"# + "\n")
  }

  /// Calls a method and parses its answer.
  func call(_ method: String, _ params: String? = nil) throws -> Answer {
    let answer = Answer(try Self.parse(lines(method, params).last ?? ""))
    if let code = answer.code, code > 0 { Self.checkDeclared(code, of: method) }
    return answer
  }

  /// What a method answers by state is among the errors that it declares; its role is every method's.
  private static func checkDeclared(_ code: Int, of name: String) {
    let method = MethodTable.standard.methods.first { $0.name == name }
    let declared = (method?.errors ?? []) + [.notPermitted]
    #expect(declared.contains { $0.rawValue == code }, "\(name) answered \(code), which it does not declare")
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
