import JSONText

/// Says for people what `rpc.discover` answers: which methods there are, or what one of them does.
struct HelpText {
  private let document: JSONValue
  private var lines: [String] = []

  /// Lines without a line feed at the end.
  ///
  /// - Parameter method: The method's name; nil for a list of all.
  /// - Throws: `UsageFailure` when the daemon has no such method.
  static func make(_ result: [UInt8], _ method: String?) throws -> [UInt8] {
    var text = HelpText(document: try Reading.value(result))
    let methods = text.document["methods"].map { Array($0.elements) } ?? []
    guard let method else {
      let names = methods.map { $0["name"]?.plain ?? "?" }
      let width = 2 + (names.map(\.count).max() ?? 0)
      for (name, one) in zip(names, methods) { text.row(name, one["summary"]?.plain ?? "", width: width) }
      return text.bytes
    }
    guard let found = methods.first(where: { $0["name"]?.string == method }) else {
      let names = methods.compactMap { $0["name"]?.plain }.joined(separator: ", ")
      throw UsageFailure("this daemon has no method '\(method.withoutControls)'; it has: \(names)")
    }
    text.describe(found)
    return text.bytes
  }

  private init(document: JSONValue) { self.document = document }

  private var bytes: [UInt8] { Array(lines.joined(separator: "\n").utf8) }

  private mutating func describe(_ method: JSONValue) {
    let params = method["params"]?.elements.map { $0 } ?? []
    let names = params.map { ($0["name"]?.plain ?? "?") + ($0["required"]?.bool == true ? "" : "?") }
    lines.append(([method["name"]?.plain ?? "?"] + names).joined(separator: " "))
    lines += [method["summary"]?.plain ?? "", "", "role: \(method["x-role"]?.plain ?? "any")"]
    if !params.isEmpty { lines += ["", "parameters (in this order when they go by position; ? can be left out)"] }
    for (name, one) in zip(names, params) {
      row("  " + name, "\(Self.words(for: one["schema"])): \(one["summary"]?.plain ?? "")")
    }
    lines += ["", "result"]
    describe(result: method["result"]?["schema"])
    lines += ["", "errors (those of JSON-RPC itself, below 0, can always come)"]
    for reference in method["errors"]?.elements.map({ $0 }) ?? [] {
      let error = resolved(reference)
      row("  \(error["code"]?.plain ?? "?")", error["message"]?.plain ?? "", width: 8)
    }
    for example in method["examples"]?.elements.map({ $0 }) ?? [] { describe(example: example, of: method) }
  }

  private mutating func describe(result schema: JSONValue?) {
    guard let schema = schema.map(resolved), let members = schema["properties"]?.members.map({ $0 }), !members.isEmpty
    else {
      lines.append("  \(Self.words(for: schema))")
      return
    }
    let required = schema["required"]?.elements.compactMap(\.string) ?? []
    for member in members {
      row("  " + member.name + (required.contains(member.name) ? "" : "?"), Self.words(for: resolved(member.value)))
    }
  }

  /// As it is typed in a shell, and what is printed then.
  private mutating func describe(example: JSONValue, of method: JSONValue) {
    lines += ["", "example: \(example["name"]?.plain ?? "")"]
    for call in example["x-after"]?.elements.map({ $0 }) ?? [] {
      lines.append(Self.command(call["method"], call["params"]))
    }
    var writer = JSONWriter()
    writer.beginObject()
    for one in example["params"]?.elements.map({ $0 }) ?? [] {
      writer.key(one["name"]?.string ?? "?")
      if let value = one["value"] { writer.value(value) } else { writer.null() }
    }
    writer.endObject()
    let params = String(decoding: writer.bytes, as: UTF8.self)
    lines.append(Self.command(method["name"], text: params))
    if let result = example["result"]?["value"] { lines.append("  " + Self.json(result)) }
  }

  private static func command(_ method: JSONValue?, _ params: JSONValue?) -> String {
    command(method, text: params.map(json) ?? "{}")
  }

  private static func command(_ method: JSONValue?, text: String) -> String {
    let quoted = text == "{}" ? "" : " '\(text.replacing("'", with: "'\\''"))'"
    return "  $ controllerctl call \(method?.plain ?? "?")\(quoted)"
  }

  private static func json(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self).withoutControls
  }

  /// What a `$ref` into the document stands for; other values stand for themselves.
  private func resolved(_ value: JSONValue) -> JSONValue {
    guard let reference = value["$ref"]?.string, reference.hasPrefix("#/") else { return value }
    return reference.dropFirst(2).split(separator: "/").reduce(document) { $0?[String($1)] } ?? value
  }

  /// A schema in a few words: `text`, `whole number`, `list of object`, `"real" or "virtual"`.
  private static func words(for schema: JSONValue?) -> String {
    guard let schema else { return "any value" }
    if let constant = schema["const"] { return json(constant) }
    if let words = schema["enum"]?.elements.map(json) { return words.joined(separator: " or ") }
    if let forms = schema["anyOf"]?.elements.map({ Self.words(for: $0) }) { return forms.joined(separator: " or ") }
    let kind = schema["type"]?.string ?? "any value"
    guard kind == "array", let items = schema["items"] else { return kind }
    return "array of \(Self.words(for: items))"
  }

  private mutating func row(_ name: String, _ text: String, width: Int = 24) {
    lines.append(name + String(repeating: " ", count: max(1, width - name.count)) + text)
  }
}
