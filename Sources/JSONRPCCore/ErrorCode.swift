/// The code of an error (J12).
public struct ErrorCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number on the wire.
  public let rawValue: Int

  /// A code by its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// -32700: the line is not JSON.
  public static let parseError = ErrorCode(rawValue: -32700)
  /// -32600: the JSON is not a request.
  public static let invalidRequest = ErrorCode(rawValue: -32600)
  /// -32601: there is no such method.
  public static let methodNotFound = ErrorCode(rawValue: -32601)
  /// -32602: the parameters do not fit the method's schema.
  public static let invalidParams = ErrorCode(rawValue: -32602)
  /// -32603: the server failed.
  public static let internalError = ErrorCode(rawValue: -32603)

  /// The codes that are left to the server: -32099 to -32000.
  public static let serverRange = -32099 ... -32000

  /// The server's own code number `index`: 0 is -32000, 99 is -32099.
  public static func server(_ index: Int) -> ErrorCode {
    precondition((0...99).contains(index), "the server has 100 codes of its own, 0 to 99")
    return ErrorCode(rawValue: -32000 - index)
  }

  /// True for -32099 to -32000.
  public var isServer: Bool { Self.serverRange.contains(rawValue) }

  /// True for -32768 to -32000, which JSON-RPC keeps for itself.
  public var isReserved: Bool { (-32768 ... -32000).contains(rawValue) }

  /// The number.
  public var description: String { "\(rawValue)" }
}
