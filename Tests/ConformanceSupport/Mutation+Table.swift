import Transcripts

extension Mutation {
  /// All of them: at least one for each of the rules J1 to J20, and some for what controllerd promises beyond them.
  package static let all: [Mutation] = requests + responses + batches + choices

  private static func request(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> Mutation {
    var mutation = Mutation(name, rule)
    mutation.request = change
    return mutation
  }

  private static func response(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> Mutation {
    var mutation = Mutation(name, rule)
    mutation.response = change
    return mutation
  }

  private static func line(
    _ name: String, _ rule: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> Mutation {
    var mutation = Mutation(name, rule)
    mutation.line = change
    return mutation
  }

  private static func answers(
    _ name: String, _ rule: String,
    _ change: @escaping @Sendable (_ sent: JSONTree?, _ line: [UInt8], _ answer: JSONTree?) -> [JSONTree]
  ) -> Mutation {
    var mutation = Mutation(name, rule)
    mutation.answers = change
    return mutation
  }

  // MARK: What is taken for a request

  private static let requests: [Mutation] = [
    request("accepts-any-version", "J1") { $0["jsonrpc"] == nil ? $0 : $0.setting("jsonrpc", .string("2.0")) },
    request("accepts-numeric-method", "J2") { request in
      guard case .number(let spelling)? = request["method"] else { return request }
      return request.setting("method", .string(spelling))
    },
    request("accepts-scalar-params", "J3") { request in
      guard let params = request["params"], params.elements == nil, params.kind != "object" else { return request }
      return request.removing("params")
    },
    request("accepts-any-id", "J4") { request in
      guard let id = request["id"], ["array", "object", "boolean"].contains(id.kind) else { return request }
      return request.setting("id", .number("1"))
    },
    request("parameter-names-ignore-case", "J7") { request in
      request["params"].map { request.setting("params", $0.renaming { $0.lowercased() }) } ?? request
    },
    request("member-names-ignore-case", "J17") { $0.renaming { $0.lowercased() } },
    request("method-names-ignore-case", "J17") { request in
      request["method"]?.string.map { request.setting("method", .string($0.lowercased())) } ?? request
    },
    request("serves-reserved-names", "J18") { request in
      guard let name = request["method"]?.string, name.hasPrefix("rpc.") else { return request }
      return request.setting("method", .string(String(name.dropFirst(4))))
    },
    request("accepts-jsonrpc-1", "J20") { $0["jsonrpc"] == nil ? $0.setting("jsonrpc", .string("2.0")) : $0 },
  ]

  // MARK: What a response is

  private static let responses: [Mutation] = [
    response("version-missing-in-answers", "J1") { $0.removing("jsonrpc") },
    response("id-as-string", "J5") { response in
      guard case .number(let spelling)? = response["id"] else { return response }
      return response.setting("id", .string(spelling))
    },
    response("id-as-number", "J5") { response in
      guard let text = response["id"]?.string, Int(text) != nil else { return response }
      return response.setting("id", .number(text))
    },
    response("result-and-error-both", "J8") { $0["result"] == nil ? $0 : $0.setting("error", .null) },
    response("neither-result-nor-error", "J8") { $0.removing("result") },
    response("null-result-beside-error", "J9") { $0["error"] == nil ? $0 : $0.setting("result", .null) },
    response("null-result-left-out", "J9") { response in
      guard case .null? = response["result"] else { return response }
      return response.removing("result")
    },
    response("null-id-on-parse-error-missing", "J10") { $0.code == "-32700" ? $0.removing("id") : $0 },
    response("zero-for-unknown-id", "J10") { response in
      guard case .null? = response["id"], response["error"] != nil else { return response }
      return response.setting("id", .number("0"))
    },
    response("code-as-string", "J11") { response in
      guard let error = response["error"], let code = error["code"] else { return response }
      return response.setting("error", error.setting("code", .string(code.text)))
    },
    response("message-missing", "J11") { response in
      response["error"].map { response.setting("error", $0.removing("message")) } ?? response
    },
    response("wrong-code-for-unknown-method", "J12") { changeCode(of: $0, from: "-32601", to: "-32000") },
    response("wrong-code-for-parse-error", "J12") { changeCode(of: $0, from: "-32700", to: "-32600") },
    response("wrong-code-for-parameters", "J12") { changeCode(of: $0, from: "-32602", to: "-32603") },
    answers("answers-notifications", "J6") { sent, _, answer in
      if let answer { return [answer] }
      return sent?.isNotification == true ? [.response(id: .null, result: .null)] : []
    },
    answers("answers-failed-notifications", "J6") { sent, _, answer in
      if let answer { return [answer] }
      guard sent?["method"]?.string == "conform.noSuchMethod" else { return [] }
      return [.response(id: .null, code: -32601, message: "No such method.")]
    },
    answers("answers-responses", "J19") { sent, _, answer in
      if let answer { return [answer] }
      guard let sent, sent["method"] == nil, sent["result"] != nil || sent["error"] != nil else { return [] }
      return [.response(id: .null, code: -32600, message: "No request.")]
    },
  ]

  private static func changeCode(of response: JSONTree, from old: String, to new: String) -> JSONTree {
    guard response.code == old, let error = response["error"] else { return response }
    return response.setting("error", error.setting("code", .number(new)))
  }

  // MARK: Batches

  private static let batches: [Mutation] = [
    answers("answers-notifications-in-batches", "J6") { sent, _, answer in
      guard let answer else { return [] }
      let silent = sent?.elements?.filter(\.isNotification).count ?? 0
      guard let responses = answer.elements, silent > 0 else { return [answer] }
      return [.array(responses + Array(repeating: .response(id: .null, result: .null), count: silent))]
    },
    answers("batch-answers-separately", "J13") { _, _, answer in answer?.elements ?? answer.map { [$0] } ?? [] },
    answers("batch-of-one-answered-alone", "J13") { _, _, answer in
      guard let responses = answer?.elements, responses.count == 1 else { return answer.map { [$0] } ?? [] }
      return responses
    },
    answers("empty-batch-gives-empty-array", "J14") { sent, _, answer in
      sent?.elements?.isEmpty == true ? [.array([])] : answer.map { [$0] } ?? []
    },
    answers("broken-batch-gives-array", "J14") { sent, line, answer in
      guard let answer else { return [] }
      return sent == nil && line.first == UInt8(ascii: "[") ? [.array([answer])] : [answer]
    },
    answers("junk-in-batch-answered-once", "J15") { _, _, answer in
      guard let responses = answer?.elements else { return answer.map { [$0] } ?? [] }
      let first = responses.firstIndex { $0.reason == "notARequest" }
      return [
        .array(
          responses.enumerated().filter { $0.offset == first || $0.element.reason != "notARequest" }.map(\.element))
      ]
    },
    answers("batch-of-notifications-gives-empty-array", "J16") { sent, _, answer in
      if let answer { return [answer] }
      return sent?.elements == nil ? [] : [.array([])]
    },
    answers("batch-answered-backwards", "batch-order") { _, _, answer in
      answer.map { [$0.elements.map { .array($0.reversed()) } ?? $0] } ?? []
    },
  ]

  // MARK: What controllerd promises beyond JSON-RPC

  private static let choices: [Mutation] =
    [
      request("id-null-is-notification", "id-null") { request in
        guard case .null? = request["id"] else { return request }
        return request.removing("id")
      },
      request("null-params-refused", "params-null") { request in
        guard case .null? = request["params"] else { return request }
        return request.setting("params", .string("null"))
      },
      response("ids-through-double", "id-large") { response in
        guard case .number(let spelling)? = response["id"], spelling.utf8.count > 15, let value = Double(spelling)
        else {
          return response
        }
        return response.setting("id", .number("\(value)"))
      },
      response("limits-not-named", "id-long") { response in
        guard let error = response["error"], let data = error["data"] else { return response }
        return response.setting("error", error.setting("data", data.removing("limitName").removing("limit")))
      },
      answers("last-duplicate-wins", "duplicate-member") { _, _, answer in
        guard let answer else { return [] }
        return [answer.reason == "duplicateKey" ? .response(id: .number("2"), result: .string("pong")) : answer]
      },
      answers("trailing-text-ignored", "trailing-text") { _, _, answer in
        guard let answer else { return [] }
        return [answer.reason == "trailingText" ? .response(id: .number("1"), result: .string("pong")) : answer]
      },
      answers("two-errors-for-a-bad-line", "parse-error") { _, _, answer in
        guard let answer else { return [] }
        return answer.code == "-32700" ? [answer, answer] : [answer]
      },
      answers("extra-members-refused", "extra-members") { sent, _, answer in
        guard let answer, let sent, sent["extra"] != nil else { return answer.map { [$0] } ?? [] }
        return [.response(id: sent["id"] ?? .null, code: -32600, message: "There is no member \"extra\".")]
      },
      line("byte-order-mark-skipped", "byte-order-mark") {
        $0.starts(with: [0xEF, 0xBB, 0xBF]) ? Array($0.dropFirst(3)) : $0
      },
      line("unicode-repaired", "invalid-unicode") { Array(String(decoding: $0, as: UTF8.self).utf8) },
      line("nul-ignored", "nul") { $0.filter { $0 != 0 } },
    ] + streams

  private static var streams: [Mutation] {
    var outOfOrder = Mutation("answers-out-of-order", "request-order")
    outOfOrder.reorder = { $0.reversed() }
    var closing = Mutation("closes-after-parse-error", "parse-error")
    closing.closing = { $0.code == "-32700" }
    var dropping = Mutation("drops-last-line-without-lf", "last-line")
    dropping.ignoresLastLine = true
    return [outOfOrder, closing, dropping]
  }
}
