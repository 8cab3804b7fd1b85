import JSONText

/// Writes the method table as an OpenRPC 1.4 document.
@MainActor
struct OpenRPCWriter {
  let identity: SceneHost.Identity
  let table: MethodTable

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("openrpc")
    writer.string("1.4.0")
    writer.key("info")
    writer.beginObject()
    writer.key("title")
    writer.string("controllerd")
    writer.key("version")
    writer.string(identity.version)
    writer.key("description")
    writer.string("A daemon that keeps trees of headless UIKit-style view controllers, driven over a Unix socket.")
    writer.endObject()
    writer.key("x-apiLevel")
    writer.integer(APILevel.current)
    writer.key("methods")
    writer.beginArray()
    for method in table.methods { write(method, to: &writer) }
    writer.endArray()
    writer.key("components")
    writeComponents(to: &writer)
    writer.key("x-notifications")
    writer.beginArray()
    for notification in NotificationTable.all { write(notification, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ method: Method, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(method.name)
    writer.key("summary")
    writer.string(method.summary)
    writer.key("x-role")
    writer.string(method.role.rawValue)
    writer.key("x-apiLevel")
    writer.integer(method.since)
    writer.key("paramStructure")
    writer.string("either")
    writer.key("params")
    writer.beginArray()
    for parameter in method.parameters { write(parameter, to: &writer) }
    writer.endArray()
    writer.key("result")
    writer.beginObject()
    writer.key("name")
    writer.string("result")
    writer.key("schema")
    method.result.write(to: &writer)
    writer.endObject()
    writer.key("errors")
    writer.beginArray()
    for error in method.allErrors {
      writer.beginObject()
      writer.key("$ref")
      writer.string("#/components/errors/\(error.reason)")
      writer.endObject()
    }
    writer.endArray()
    writer.key("examples")
    writer.beginArray()
    for example in method.examples { write(example, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ parameter: Parameter, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(parameter.name)
    writer.key("summary")
    writer.string(parameter.summary)
    writer.key("required")
    writer.bool(parameter.isRequired)
    writer.key("schema")
    parameter.schema.write(to: &writer)
    writer.endObject()
  }

  private func write(_ example: Example, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(example.name)
    writer.key("params")
    writer.beginArray()
    for (name, value) in Self.document(example.parameters).root.members {
      writer.beginObject()
      writer.key("name")
      writer.string(name)
      writer.key("value")
      writer.value(value)
      writer.endObject()
    }
    writer.endArray()
    writer.key("result")
    writer.beginObject()
    writer.key("name")
    writer.string("result")
    writer.key("value")
    writer.value(Self.document(example.result).root)
    writer.endObject()
    if !example.after.isEmpty {
      writer.key("x-after")
      writer.beginArray()
      for request in example.after {
        writer.beginObject()
        writer.key("method")
        writer.string(request.method)
        writer.key("params")
        writer.value(Self.document(request.parameters).root)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
  }

  private static func document(_ text: String) -> JSONDocument {
    do throws(JSONValueError) {
      return try JSONDocument(parsing: text)
    } catch {
      preconditionFailure("an example has \(text), which is not JSON: \(error)")
    }
  }

  private func write(_ notification: ServerNotification, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(notification.name)
    writer.key("summary")
    writer.string(notification.summary)
    writer.key("kind")
    writer.string(orNull: notification.kind?.rawValue)
    writer.key("x-apiLevel")
    writer.integer(notification.since)
    writer.key("params")
    notification.parameters.write(to: &writer)
    writer.endObject()
  }

  private func writeComponents(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("errors")
    writer.beginObject()
    for error in ApplicationErrorCode.allCases {
      writer.key(error.reason)
      writer.beginObject()
      writer.key("code")
      writer.integer(error.rawValue)
      writer.key("message")
      writer.string(error.summary)
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
  }
}
