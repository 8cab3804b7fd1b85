import ConformanceSupport
import Testing

@testable import SceneHosting

/// What OpenRPC's specification asks of a document beyond its schema, and what ours promises beyond OpenRPC.
@MainActor
@Suite struct OpenRPCTests {
  private let document = MemoryClient.document.tree

  @Test("names are unique, references lead somewhere, and parameters that can be left out come last")
  func rules() {
    #expect(document["openrpc"].string?.wholeMatch(of: /1\.4\.[0-9]+/) != nil)
    let methods = document["methods"].elements
    #expect(methods.count == MethodTable.standard.methods.count)
    #expect(document["methods"].elementsByName.count == methods.count)
    for method in methods {
      let name = method["name"].string ?? "?"
      let parameters = method["params"].elements
      #expect(method["params"].elementsByName.count == parameters.count, "\(name): two parameters have one name")
      let required = parameters.map { $0["required"] == true }
      #expect(required == required.sorted { $0 && !$1 }, "\(name): all that must be given comes first")
      let references = method["errors"].elements.compactMap { $0["$ref"].string }
      #expect(Set(references).count == references.count, "\(name): an error is named twice")
      for reference in references {
        let path = reference.split(separator: "/").map(String.init)
        #expect(path.first == "#")
        let target = path.dropFirst().reduce(document) { $0[$1] }
        #expect(target["code"].integer != nil, "\(name): \(reference)")
      }
    }
    let codes = document["components"]["errors"].members.values.compactMap(\.["code"].integer)
    #expect(Set(codes).count == codes.count)
    for component in document["components"]["errors"].members.keys {
      #expect(component.wholeMatch(of: /[a-zA-Z0-9._-]+/) != nil, "\(component)")
    }
  }

  @Test("every method has examples, whose parameters and results fit its schemas")
  func examples() {
    for method in document["methods"].elements {
      let name = method["name"].string ?? "?"
      #expect(!method["examples"].elements.isEmpty, "\(name) has no example; give it one (examples:) in its file")
      #expect(method["examples"].elementsByName.count == method["examples"].elements.count, "\(name)")
      for example in method["examples"].elements {
        let given = example["params"].elements.reduce(into: JSONContent.object([:])) {
          $0[$1["name"].string ?? "?"] = $1["value"]
        }
        checkParameters(given, of: name)
        #expect(SchemaCheck.fault(in: example["result"]["value"], method["result"]["schema"]) == nil, "\(name)")
        for request in example["x-after"].elements {
          checkParameters(request["params"], of: request["method"].string ?? "?")
        }
      }
    }
  }

  private func checkParameters(_ given: JSONContent, of name: String) {
    let parameters = document["methods"].elementsByName[name]?["params"]
    for (parameter, value) in given.members {
      guard let declared = parameters?.elementsByName[parameter] else {
        Issue.record("\(name) has no parameter \(parameter)")
        continue
      }
      #expect(SchemaCheck.fault(in: value, declared["schema"]) == nil, "\(name): \(parameter)")
    }
    for declared in parameters?.elements ?? [] where declared["required"] == true {
      #expect(given.members[declared["name"].string ?? "?"] != nil, "\(name) needs \(declared["name"])")
    }
  }

  @Test("every schema says a thing of the kind that its words are about, and nothing that tests do not check")
  func schemas() {
    for method in document["methods"].elements {
      for parameter in method["params"].elements { check(parameter["schema"]) }
      check(method["result"]["schema"])
    }
    for notification in document["x-notifications"].elements {
      check(notification["params"])
      #expect(notification["params"]["type"] == "object")
    }
  }

  private func check(_ schema: JSONContent) {
    let types: Set<JSONContent> = ["object", "array", "string", "integer", "number", "boolean", "null"]
    let ofType: [String: Set<JSONContent>] = [
      "properties": ["object"], "required": ["object"], "additionalProperties": ["object"], "items": ["array"],
      "enum": ["string"], "pattern": ["string"], "minimum": ["integer", "number"], "maximum": ["integer", "number"],
    ]
    for (keyword, rule) in schema.members {
      switch keyword {
      case "type": #expect(types.contains(rule))
      case "const": #expect(schema.members.count == 1)
      case "anyOf":
        #expect(schema.members.count == 1 && rule.elements.count > 1)
        for alternative in rule.elements { check(alternative) }
      default: #expect(ofType[keyword]?.contains(schema["type"]) == true, "\(keyword) in \(schema)")
      }
    }
    for required in schema["required"].elements {
      #expect(schema["properties"].members[required.string ?? ""] != nil)
    }
    for member in schema["properties"].members.values { check(member) }
    for inner in ["items", "additionalProperties"] {
      if let inner = schema.members[inner] { check(inner) }
    }
  }

  // MARK: Levels of the protocol

  /// The frozen levels, by number.
  private static func frozenLevels() throws -> [Int: JSONContent] {
    let folder = "\(Checkout.path)/Protocol/api"
    return try Checkout.names(in: folder).reduce(into: [:]) { levels, name in
      let text = String(decoding: Checkout.contents(of: "\(folder)/\(name)") ?? [], as: UTF8.self)
      let level = try #require(Int(name.prefix { $0 != "." }), "Protocol/api has \(name), which is no level")
      levels[level] = try JSONContent(parsing: text)
    }
  }

  @Test("no signature of a frozen level has changed")
  func frozen() throws {
    for (level, frozen) in try Self.frozenLevels().sorted(by: { $0.key < $1.key }) {
      let faults = SignatureComparison(of: document, with: frozen).faults
      #expect(
        faults == [],
        """
        this is not what Protocol/api/\(level).json promises to clients. If the level is released, change it back and add \
        something new in its place; else .ci/protocol --refreeze
        """)
    }
  }

  @Test("all levels are frozen, the present one with all that there is, and those before with all that came with them")
  func levels() throws {
    #expect(APILevel.current == APILevel.released || APILevel.current == APILevel.released + 1)
    #expect(document["x-apiLevel"].integer == APILevel.current)
    let frozen = try Self.frozenLevels()
    #expect(frozen.keys.sorted() == Array(1...APILevel.current), "make the missing file with .ci/protocol")
    #expect(
      frozen[APILevel.current] == document.signature,
      "the present level has other signatures than its frozen copy: .ci/protocol says what to do")
    for (level, file) in frozen {
      #expect(file["x-apiLevel"].integer == level)
      for list in ["methods", "x-notifications"] {
        let here = document[list].elements.filter { ($0["x-apiLevel"].integer ?? 0) <= level }
        #expect(
          Set(here.map { $0["name"] }) == Set(file[list].elements.map { $0["name"] }),
          "what is new belongs to the present level (since:), not to \(level), which was frozen without it")
      }
    }
  }
}
