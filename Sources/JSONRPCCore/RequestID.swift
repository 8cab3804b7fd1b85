public import JSONText

/// A request's id as it was sent: absent, null, a number or a string, in its own bytes.
///
/// Ids are repeated byte for byte (J5), so that no number is rounded and no escape is changed. The bytes are valid only
/// during the call that gave the id; `OwnedRequestID` keeps them.
public struct RequestID {
  /// The id's bytes, a string's quotes included; empty when there is none.
  public let bytes: UnsafeRawBufferPointer

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  static var absent: RequestID { RequestID(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) }

  /// True when the request has no id: it is a notification (J6).
  public var isAbsent: Bool { bytes.isEmpty }

  /// True for an id of null, which is a call that is answered with id null.
  public var isNull: Bool { !bytes.isEmpty && bytes[0] == UInt8(ascii: "n") }

  /// Writes the id as a value; null when it is absent (J10).
  public func write(to writer: inout JSONWriter) {
    if bytes.isEmpty { writer.null() } else { writer.raw(bytes) }
  }

  /// The id as sent, for logs; "" when there is none.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
