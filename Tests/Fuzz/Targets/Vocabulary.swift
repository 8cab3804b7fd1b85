import JSONText
import SceneHosting

/// What requests are made of: the methods as `rpc.discover` describes them, and the words that the samples answer with.
/// Asked of a running host, so that nothing here goes stale.
@MainActor
struct Vocabulary {
  struct Method {
    let name: String
    let parameters: [Parameter]
  }

  struct Parameter {
    let name: String
    let isRequired: Bool
    let schema: Schema
  }

  /// What of a JSON Schema matters to make values.
  indirect enum Schema {
    case string, nodeID, integer, number, boolean, object, any
    case choice([String])
    case array(Schema)
    case anyOf([Schema])
  }

  private(set) var methods: [Method] = []
  /// Names, titles, identifiers and ids, in the order in which they came.
  private(set) var words: [String] = []
  /// Those that stood as members of a name: what a parameter of that name may be.
  private(set) var wordsByName: [String: [String]] = [:]
  private var knownWords: Set<String> = []

  /// Longer texts are sentences.
  private static let longestWord = 40

  init(_ client: Client) {
    defer { client.session.disconnect() }
    guard let document = Self.ask(client, "rpc.discover"), let methods = document.root["result"]?["methods"] else {
      preconditionFailure("rpc.discover does not answer")
    }
    self.methods = methods.elements.map(Self.method)
    for method in self.methods {
      for parameter in method.parameters { learn(parameter.schema) }
    }
    guard let scenes = try? client.sceneNames() else { preconditionFailure("listScenes does not answer") }
    for method in ["listScenes", "getServerInfo"] { learn(Self.ask(client, method)?.root["result"]) }
    for scene in scenes {
      for method in ["getTree", "getController"] { learn(Self.ask(client, method, "[null,\(scene)]")?.root["result"]) }
    }
  }

  private static func ask(_ client: Client, _ method: String, _ params: String = "[]") -> JSONDocument? {
    guard
      let answer = try? client.answer(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
    else { return nil }
    return try? JSONDocument(parsing: answer)
  }

  // MARK: Methods

  private static func method(_ value: JSONValue) -> Method {
    Method(
      name: value["name"]?.string ?? "",
      parameters: value["params"]?.elements.map { parameter in
        Parameter(
          name: parameter["name"]?.string ?? "", isRequired: parameter["required"]?.bool ?? false,
          schema: schema(parameter["schema"]))
      } ?? [])
  }

  private static func schema(_ value: JSONValue?) -> Schema {
    guard let value else { return .any }
    if let words = value["enum"] { return .choice(words.elements.compactMap(\.string)) }
    if let schemas = value["anyOf"] { return .anyOf(schemas.elements.map { schema($0) }) }
    return switch value["type"]?.string {
    case "string": value["pattern"] == nil ? .string : .nodeID
    case "integer": .integer
    case "number": .number
    case "boolean": .boolean
    case "array": .array(schema(value["items"]))
    case "object": .object
    default: .any
    }
  }

  // MARK: Words

  private mutating func learn(_ schema: Schema) {
    switch schema {
    case .choice(let words): for word in words { learn(word) }
    case .array(let element): learn(element)
    case .anyOf(let schemas): for schema in schemas { learn(schema) }
    case .string, .nodeID, .integer, .number, .boolean, .object, .any: break
    }
  }

  private mutating func learn(_ value: JSONValue?) {
    guard let value else { return }
    if let text = value.string { learn(text) }
    if value.kind == .array {
      for element in value.elements { learn(element) }
    }
    if value.kind == .object {
      for member in value.members {
        if let text = member.value.string { learn(text, as: member.name) }
        learn(member.value)
      }
    }
  }

  private mutating func learn(_ word: String, as name: String) {
    if wordsByName[name]?.contains(word) != true { wordsByName[name, default: []].append(word) }
  }

  private mutating func learn(_ word: String) {
    guard word.utf8.count <= Self.longestWord, knownWords.insert(word).inserted else { return }
    words.append(word)
  }

  /// Whole requests without parameters, names with their colons, and words in quotes.
  var dictionary: [[UInt8]] {
    let requests = methods.map { #"{"jsonrpc":"2.0","id":1,"method":"\#($0.name)","params":{}}"# }
    let names = Set(methods.flatMap(\.parameters).map { #""\#($0.name)":"# }).sorted()
    return (requests + methods.map { "\"\($0.name)\"" } + names + words.map(Self.quoted)).map { Array($0.utf8) }
  }

  static func quoted(_ word: String) -> String {
    var writer = JSONWriter()
    writer.string(word)
    return writer.text
  }
}
