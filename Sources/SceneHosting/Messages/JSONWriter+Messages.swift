import HeadlessUIKit
import JSONRPCCore
import JSONText

extension JSONWriter {
  /// A value of a message. Members stand in the order of their names, so that the same value is the same text.
  ///
  /// - Precondition: Not deeper than `MessageValue.depthLimit`; the engine has looked at it.
  mutating func messageValue(_ value: MessageValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { messageValue(element) }
      endArray()
    case .object(let members): messageArguments(members)
    }
  }

  /// Arguments, in the order of their names.
  mutating func messageArguments(_ arguments: [String: MessageValue]) {
    beginObject()
    for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
      key(name)
      messageValue(value)
    }
    endObject()
  }

  /// Declared protocols with their messages.
  mutating func messageProtocols(_ protocols: [MessageProtocol]) {
    beginArray()
    for messageProtocol in protocols {
      beginObject()
      key("protocol")
      string(messageProtocol.name)
      key("messages")
      messageDeclarations(messageProtocol.messages)
      endObject()
    }
    endArray()
  }

  /// Declared messages.
  mutating func messageDeclarations(_ declarations: [MessageDeclaration]) {
    beginArray()
    for declaration in declarations { messageDeclaration(declaration) }
    endArray()
  }

  /// A declared message: arguments and result as JSON Schema.
  mutating func messageDeclaration(_ declaration: MessageDeclaration) {
    beginObject()
    key("message")
    string(declaration.name)
    key("summary")
    string(declaration.summary)
    key("arguments")
    messageSchema(.object(declaration.arguments))
    key("result")
    messageSchema(declaration.result)
    endObject()
  }

  /// What a value looks like, as JSON Schema (draft 7).
  mutating func messageSchema(_ schema: MessageSchema) {
    beginObject()
    messageSchemaMembers(schema)
    endObject()
  }

  private mutating func messageSchemaMembers(_ schema: MessageSchema) {
    switch schema {
    case .null: schemaType("null")
    case .boolean: schemaType("boolean")
    case .integer: schemaType("integer")
    case .integerIn(let range):
      schemaType("integer")
      key("minimum")
      integer(range.lowerBound)
      key("maximum")
      integer(range.upperBound)
    case .number: schemaType("number")
    case .numberIn(let range):
      schemaType("number")
      key("minimum")
      number(range.lowerBound)
      key("maximum")
      number(range.upperBound)
    case .string: schemaType("string")
    case .choice(let words):
      schemaType("string")
      key("enum")
      strings(words)
    case .array(let element):
      schemaType("array")
      key("items")
      messageSchema(element)
    case .object(let properties): objectSchemaMembers(properties)
    case .nullable(let schema):
      key("anyOf")
      beginArray()
      messageSchema(schema)
      messageSchema(.null)
      endArray()
    case .any: break
    }
  }

  private mutating func schemaType(_ name: StaticString) {
    key("type")
    string(name)
  }

  private mutating func objectSchemaMembers(_ properties: [MessageSchema.Property]) {
    schemaType("object")
    key("properties")
    beginObject()
    for property in properties {
      key(property.name)
      beginObject()
      if !property.summary.isEmpty {
        key("description")
        string(property.summary)
      }
      messageSchemaMembers(property.schema)
      endObject()
    }
    endObject()
    let required = properties.filter(\.isRequired).map(\.name)
    if !required.isEmpty {
      key("required")
      strings(required)
    }
    key("additionalProperties")
    bool(false)
  }
}

extension Schema {
  /// Declared messages of a protocol.
  static let messageDeclarations = Schema.array(
    .object([
      .always("message", .string), .always("summary", .string), .always("arguments", .map(.any)),
      .always("result", .map(.any)),
    ]))
}
