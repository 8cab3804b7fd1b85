import JSONRPCCore
import JSONText

extension SceneHost {
  /// 128 bytes: a UUID, a path, a sentence.
  private static let longestKey = 128

  /// Executes a call that may wait, rest upon a revision, or have a key.
  func callSpecially(
    _ call: Call, _ request: borrowing Request, _ writer: inout JSONWriter
  ) throws(JSONRPCError) -> Reply {
    if call.method.waits { return try wait(call, request, &writer) }
    let revision = call.arguments[place: call.method.placeOfRevision]?.int64
    let key = call.arguments[place: call.method.placeOfKey]?.string
    guard revision != nil || key != nil else {
      try call.method.handler(call, &writer)
      return .written
    }
    let terms = CallTerms(ifRevision: revision.map { Int($0) }, instant: now())
    defer { withExtendedLifetime(terms) {} }
    var call = call
    call.terms = terms
    if let key {
      try callOnce(key, call, request, &writer)
    } else {
      try call.method.handler(call, &writer)
    }
    return .written
  }

  /// Executes a call that has a key, unless one with this key was executed before: then its answer is given once more.
  ///
  /// - Throws: What its handler throws, or has thrown; `keyReused`, `valueNotAccepted`, `limitReached`.
  func callOnce(
    _ key: String, _ call: Call, _ request: borrowing Request, _ writer: inout JSONWriter
  ) throws(JSONRPCError) {
    guard (1...Self.longestKey).contains(key.utf8.count) else {
      throw ApplicationErrorCode.valueNotAccepted.error(
        "A key has 1 to \(Self.longestKey) bytes; this one has \(key.utf8.count). Nothing was done.",
        [
          (name: "pointer", value: .string("/params/key")), (name: "limit", value: .integer(Self.longestKey)),
          (name: "got", value: .integer(key.utf8.count)),
        ])
    }
    let (peer, number) = (call.session.peer, call.session.number)
    let name = KeyedAnswers.Name(user: peer.userID, client: access.isKnown(peer) ? nil : number, key: key)
    let method = call.method.name
    let fingerprint = KeyedAnswers.Fingerprint(method: method, parameters: request.parameterBytes)
    if let known = keyedAnswers[name] {
      guard known.fingerprint == fingerprint else { throw keyReused(key, known) }
      return try repeatAnswer(known.answer, to: &writer)
    }
    let start = writer.count
    do throws(JSONRPCError) {
      try call.method.handler(call, &writer)
    } catch {
      var text = JSONWriter()
      error.write(to: &text)
      keyedAnswers.keep(.error(error), size: text.count, of: method, fingerprint, as: name)
      throw error
    }
    let result = writer.withUnsafeBytes { Array($0[start...]) }
    keyedAnswers.keep(.result(result), size: result.count, of: method, fingerprint, as: name)
  }

  private func repeatAnswer(_ answer: KeyedAnswers.Answer, to writer: inout JSONWriter) throws(JSONRPCError) {
    switch answer {
    case .result(let bytes): bytes.withUnsafeBytes { writer.raw($0) }
    case .error(let error): throw error
    case .tooLarge(let bytes):
      throw ApplicationErrorCode.limitReached.error(
        "The call with this key was executed before, and its answer of \(bytes) bytes was too large to be kept. Nothing was "
          + "done now.", JSONRPCError.limitDetails("keyBytes", limits.keyBytes, got: bytes))
    }
  }

  private func keyReused(_ key: String, _ known: KeyedAnswers.Entry) -> JSONRPCError {
    ApplicationErrorCode.keyReused.error(
      "The key \"\(key)\" belongs to another call of this user, of \(known.method). Nothing was done; take a new key for "
        + "each call.",
      [(name: "pointer", value: .string("/params/key")), (name: "method", value: .string(known.method))])
  }
}
