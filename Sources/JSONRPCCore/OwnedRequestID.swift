import JSONText

/// An id that outlives its request, for an answer that is given later.
public struct OwnedRequestID: Sendable, Hashable {
  private let bytes: [UInt8]

  /// A copy of a request's id.
  public init(_ id: RequestID) { bytes = Array(id.bytes) }

  /// True when the request had no id.
  public var isAbsent: Bool { bytes.isEmpty }

  /// Lends the id.
  public func withID<Result>(_ body: (RequestID) -> Result) -> Result {
    bytes.withUnsafeBytes { body(RequestID(bytes: $0)) }
  }

  /// The id as sent; "" when there is none.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
