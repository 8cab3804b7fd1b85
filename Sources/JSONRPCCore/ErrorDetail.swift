public import JSONText

/// A value in an error's `data`.
public indirect enum ErrorDetail: Sendable, Hashable {
  case string(String)
  case integer(Int)
  case number(Double)
  case bool(Bool)
  case null
  case strings([String])
  case integers([Int])
  /// Objects, for instance the candidates of an ambiguous name; members in the given order.
  case objects([[Member]])
  /// A value that is at hand as bytes: one valid JSON text without line feeds.
  case json([UInt8])

  /// A member of an object in `objects`.
  public struct Member: Sendable, Hashable {
    /// The member's name.
    public let name: String
    /// The member's value.
    public let value: ErrorDetail

    /// A member.
    public init(_ name: String, _ value: ErrorDetail) {
      self.name = name
      self.value = value
    }
  }

  /// Writes the value.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text): writer.string(text)
    case .integer(let value): writer.integer(value)
    case .number(let value): writer.number(value)
    case .bool(let value): writer.bool(value)
    case .null: writer.null()
    case .strings(let texts):
      writer.beginArray()
      for text in texts { writer.string(text) }
      writer.endArray()
    case .integers(let values):
      writer.beginArray()
      for value in values { writer.integer(value) }
      writer.endArray()
    case .objects(let objects):
      writer.beginArray()
      for members in objects {
        writer.beginObject()
        for member in members {
          writer.key(member.name)
          member.value.write(to: &writer)
        }
        writer.endObject()
      }
      writer.endArray()
    case .json(let bytes): bytes.withUnsafeBytes { writer.raw($0) }
    }
  }
}
