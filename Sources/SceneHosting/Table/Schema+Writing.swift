import JSONText

extension Schema {
  /// Writes the description as JSON Schema (draft 7).
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  private func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .string: type("string", to: &writer)
    case .choice(let words): writeChoice(words, to: &writer)
    case .constant(let word):
      writer.key("const")
      writer.string(word)
    case .nodeID:
      type("string", to: &writer)
      writer.key("pattern")
      writer.string("^n[1-9][0-9]*$")
    case .integer: type("integer", to: &writer)
    case .integerIn(let range):
      type("integer", to: &writer)
      writer.key("minimum")
      writer.integer(range.lowerBound)
      writer.key("maximum")
      writer.integer(range.upperBound)
    case .number(let minimum):
      type("number", to: &writer)
      if let minimum {
        writer.key("minimum")
        writer.number(minimum)
      }
    case .boolean: type("boolean", to: &writer)
    case .array(let element):
      type("array", to: &writer)
      writer.key("items")
      element.write(to: &writer)
    case .object(let properties): writeObject(properties, to: &writer)
    case .map(let member):
      type("object", to: &writer)
      writer.key("additionalProperties")
      member.write(to: &writer)
    case .anyOf(let schemas): writeAlternatives(schemas, to: &writer)
    case .null: type("null", to: &writer)
    case .nullable(let schema): writeAlternatives([schema, .null], to: &writer)
    case .any: break
    }
  }

  private func type(_ name: StaticString, to writer: inout JSONWriter) {
    writer.key("type")
    writer.string(name)
  }

  private func writeChoice(_ words: [String], to writer: inout JSONWriter) {
    type("string", to: &writer)
    writer.key("enum")
    writer.beginArray()
    for word in words { writer.string(word) }
    writer.endArray()
  }

  private func writeAlternatives(_ schemas: [Schema], to writer: inout JSONWriter) {
    writer.key("anyOf")
    writer.beginArray()
    for schema in schemas { schema.write(to: &writer) }
    writer.endArray()
  }

  private func writeObject(_ properties: [Property], to writer: inout JSONWriter) {
    type("object", to: &writer)
    writer.key("properties")
    writer.beginObject()
    for property in properties {
      writer.key(property.name)
      property.schema.write(to: &writer)
    }
    writer.endObject()
    let required = properties.filter(\.isRequired)
    guard !required.isEmpty else { return }
    writer.key("required")
    writer.beginArray()
    for property in required { writer.string(property.name) }
    writer.endArray()
  }
}
