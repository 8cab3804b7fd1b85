/// What `rpc.discover` answers, for checking what a daemon says.
package struct ProtocolDocument: Sendable {
  package let tree: JSONContent
  private let methods: [String: JSONContent]
  private let notifications: [String: JSONContent]

  package init(_ tree: JSONContent) {
    self.tree = tree
    methods = tree["methods"].elementsByName
    notifications = tree["x-notifications"].elementsByName
  }

  /// `Protocol/openrpc.json`. Where it is not what the daemon answers, another test fails and says what to do.
  package static let published: ProtocolDocument = {
    let bytes = Checkout.contents(of: "\(Checkout.path)/Protocol/openrpc.json") ?? []
    return ProtocolDocument((try? JSONContent(parsing: String(decoding: bytes, as: UTF8.self))) ?? .null)
  }()

  /// JSON-RPC's own codes, and -32000: a connection that is refused.
  private static let standardCodes: Set<Int> = [-32700, -32600, -32601, -32602, -32603, -32000]

  /// What is wrong with an answer to a method, nil for an answer that is as described. Methods that are not described only
  /// fail.
  package func fault(inAnswer answer: JSONContent, to name: String) -> String? {
    let error = answer["error"]
    guard let method = methods[name] else {
      return error == .null ? "\(name) is not described and was answered" : nil
    }
    if error != .null { return fault(inError: error, of: method).map { "\(name) has failed with \(error): \($0)" } }
    guard let result = answer.members["result"] else { return "\(name) has neither result nor error" }
    return SchemaCheck.fault(in: result, method["result"]["schema"]).map { "\(name): result\($0)" }
  }

  private func fault(inError error: JSONContent, of method: JSONContent) -> String? {
    guard let code = error["code"].integer else { return "it has no code" }
    if Self.standardCodes.contains(code) { return nil }
    let reasons = method["errors"].elements.compactMap {
      $0["$ref"].string?.split(separator: "/").last.map(String.init)
    }
    guard let reason = reasons.first(where: { tree["components"]["errors"][$0]["code"].integer == code }) else {
      return "the code is not declared"
    }
    return error["data"]["reason"].string == reason ? nil : "the reason of this code is \(reason)"
  }

  /// What is wrong with a notification; nil for one that is as described.
  package func fault(inNotification message: JSONContent) -> String? {
    let name = message["method"].string ?? ""
    guard let notification = notifications[name] else { return "the notification \(name) is not described" }
    return SchemaCheck.fault(in: message["params"], notification["params"]).map { "\(name): params\($0)" }
  }
}
