public import JSONText

/// One valid request, as a view into its line. It must not outlive the handler's call.
public struct Request: ~Copyable {
  /// How the parameters are given (J3).
  public enum ParameterKind: UInt8, Sendable {
    /// Left out, or null.
    case absent
    /// By position.
    case array
    /// By name.
    case object
  }

  /// The method's name as UTF-8, its escapes replaced.
  public let method: UnsafeRawBufferPointer

  /// The id as sent.
  public let id: RequestID

  /// How the parameters are given.
  public let parameterKind: ParameterKind

  /// The parameters as sent, brackets or braces included; empty when they are absent. They are valid JSON.
  public let parameterBytes: UnsafeRawBufferPointer

  /// True inside a batch, also in one of a single request.
  public let isInBatch: Bool

  init(
    method: UnsafeRawBufferPointer, id: RequestID, params: JSONToken?, in line: UnsafeRawBufferPointer, isInBatch: Bool
  ) {
    self.method = method
    self.id = id
    self.isInBatch = isInBatch
    guard let params, params.kind != .null else {
      parameterKind = .absent
      parameterBytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    parameterKind = params.kind == .array ? .array : .object
    parameterBytes = UnsafeRawBufferPointer(rebasing: line[params.range])
  }

  /// True when nothing will be sent: what the handler writes or throws is dropped (J6).
  public var isNotification: Bool { id.isAbsent }

  /// The method's name as a string; it allocates when the name is longer than 15 bytes.
  public var methodName: String { String(decoding: method, as: UTF8.self) }

  /// Whether the method has this name; case counts (J17).
  public func isMethod(_ name: StaticString) -> Bool { ByteSearch.equal(method, name) }

  /// True for a name that begins with `rpc.`, which JSON-RPC keeps for itself (J2, J18).
  public var isReservedMethod: Bool {
    method.count >= 4 && ByteSearch.equal(UnsafeRawBufferPointer(rebasing: method[0..<4]), "rpc.")
  }

  /// Parses the parameters into values.
  ///
  /// - Returns: Nil when they are absent.
  /// - Throws: -32602 with the JSON Pointer of what cannot be held: a name with U+0000, a number out of range.
  public func parseParameters() throws(JSONRPCError) -> JSONDocument? {
    guard parameterKind != .absent else { return nil }
    do throws(JSONValueError) {
      return try JSONDocument(validated: parameterBytes, pointer: "/params")
    } catch {
      throw JSONRPCError.invalidParams(error)
    }
  }
}
