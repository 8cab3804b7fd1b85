import JSONText

extension Envelope {
  /// The id, when it is one that may be sent back; absent otherwise.
  func readableID(in line: UnsafeRawBufferPointer, limits: Limits) -> RequestID {
    idFault(limits: limits) == nil ? id(in: line) : .absent
  }

  /// The id as sent.
  func id(in line: UnsafeRawBufferPointer) -> RequestID {
    guard let id else { return .absent }
    return RequestID(bytes: UnsafeRawBufferPointer(rebasing: line[id.range]))
  }

  /// Why the value is not a request, or nil (J1 to J4). Allocates only when it is not.
  func fault(in line: UnsafeRawBufferPointer, limits: Limits) -> JSONRPCError? {
    if let otherKind {
      return .invalidRequest(
        reason: "notARequest",
        message: "Invalid request: expected an object with jsonrpc and method, found \(otherKind.article).")
    }
    if let error = idFault(limits: limits) { return error }
    if let error = versionFault(in: line) { return error }
    guard let method else {
      return Self.memberFault("methodMissing", "the member method is missing; it names the method to call", "/method")
    }
    guard method.kind == .string else {
      return Self.memberFault(
        "methodNotString", "method must be a string, found \(method.kind.article)", "/method")
    }
    if let params, params.kind != .array, params.kind != .object, params.kind != .null {
      return Self.memberFault(
        "paramsNotStructured", "params must be an array or an object, found \(params.kind.article)", "/params")
    }
    return nil
  }

  private func idFault(limits: Limits) -> JSONRPCError? {
    guard let id else { return nil }
    let got: Int
    let limit: Int
    let isString = id.kind == .string
    switch id.kind {
    case .null: return nil
    case .string: (got, limit) = (id.contents.count, limits.idString)
    case .integer, .real: (got, limit) = (id.range.count, limits.idNumber)
    case .object, .array, .boolean:
      return Self.memberFault(
        "idNotAllowed", "id must be a string, a number or null, found \(id.kind.article)", "/id")
    }
    guard got > limit else { return nil }
    return Self.memberFault(
      "idTooLong", "the id has \(got) bytes; a \(isString ? "string" : "number") may have \(limit)", "/id",
      JSONRPCError.limitDetails(isString ? "idString" : "idNumber", limit, got: got))
  }

  private func versionFault(in line: UnsafeRawBufferPointer) -> JSONRPCError? {
    guard let version else {
      return Self.memberFault("versionMissing", "the member jsonrpc is missing; it must be \"2.0\"", "/jsonrpc")
    }
    guard version.kind == .string else {
      return Self.memberFault(
        "versionNotSupported", "jsonrpc must be the string \"2.0\", found \(version.kind.article)", "/jsonrpc")
    }
    let raw = UnsafeRawBufferPointer(rebasing: line[version.contents])
    if ByteSearch.equal(raw, "2.0") { return nil }
    if version.hasEscapes, JSONScanner.decoded(raw) == Array("2.0".utf8) { return nil }
    return Self.memberFault(
      "versionNotSupported", "jsonrpc must be the string \"2.0\", found another string", "/jsonrpc")
  }

  private static func memberFault(
    _ reason: String, _ text: String, _ pointer: String, _ more: [(name: String, value: ErrorDetail)] = []
  ) -> JSONRPCError {
    .invalidRequest(
      reason: reason, message: "Invalid request: \(text).",
      details: [(name: "pointer", value: .string(pointer))] + more)
  }
}

extension JSONKind {
  /// The kind with its article, for messages.
  var article: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    }
  }
}
