extension JSONWriter {
  /// Writes a value of a document, with all that is in it. Numbers are written as `integer` and `number` write them.
  public mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .object:
      beginObject()
      for (name, member) in value.members {
        key(name)
        self.value(member)
      }
      endObject()
    case .array:
      beginArray()
      for element in value.elements { self.value(element) }
      endArray()
    case .string: _ = value.withUTF8 { string(utf8: $0) }
    case .integer: integer(value.int64 ?? 0)
    case .real: number(value.double ?? 0)
    case .boolean: bool(value.bool ?? false)
    case .null: null()
    }
  }
}
