import ConformanceSupport
import Testing

/// The comparison that guards frozen levels, fed with protocols that have changed.
@Suite struct SignatureComparisonTests {
  private static let protocolText = #"""
    {
      "x-apiLevel": 1,
      "methods": [
        {
          "name": "look", "x-role": "observe", "x-apiLevel": 1, "paramStructure": "either",
          "params": [
            {"name": "at", "required": true, "schema": {"type": "string", "enum": ["tree", "view"]}},
            {"name": "depth", "required": false, "schema": {"type": "integer", "minimum": 0, "maximum": 9}},
            {"name": "since", "required": false, "schema": {
              "type": "object", "properties": {"epoch": {"type": "string"}, "revision": {"type": "number"}},
              "required": ["epoch"]}},
            {"name": "as", "required": false, "schema": {"anyOf": [{"type": "boolean"}, {"type": "number"}]}},
            {"name": "kinds", "required": false, "schema": {"type": "array", "items": {"type": "string"}}}
          ],
          "result": {"name": "result", "schema": {
            "type": "object",
            "properties": {
              "id": {"type": "string", "pattern": "^n[1-9][0-9]*$"},
              "state": {"type": "string", "enum": ["on", "off"]},
              "parent": {"anyOf": [{"type": "string"}, {"type": "null"}]},
              "sizes": {"type": "array", "items": {"type": "number", "minimum": 0}},
              "limits": {"type": "object", "additionalProperties": {"type": "integer"}},
              "value": {}
            },
            "required": ["id", "state"]}},
          "errors": [{"$ref": "#/components/errors/notFound"}]
        },
        {
          "name": "do", "x-role": "drive", "x-apiLevel": 1, "paramStructure": "either", "params": [],
          "result": {"name": "result", "schema": {"const": "done"}}, "errors": []
        }
      ],
      "components": {"errors": {"notFound": {"code": 1000}, "tooMany": {"code": 1001}}},
      "x-notifications": [
        {"name": "told", "kind": "trace", "x-apiLevel": 1, "params": {
          "type": "object", "properties": {"scene": {"type": "string"}}, "required": ["scene"]}}
      ]
    }
    """#

  private typealias Change = @Sendable (inout JSONContent) -> Void

  private func faults(_ change: Change) throws -> [String] {
    let frozen = try JSONContent(parsing: Self.protocolText)
    var current = frozen
    change(&current)
    #expect(current != frozen)
    return SignatureComparison(of: current, with: frozen).faults
  }

  @Test("what is as it was has no faults")
  func same() throws {
    let frozen = try JSONContent(parsing: Self.protocolText)
    #expect(SignatureComparison(of: frozen, with: frozen).faults == [])
  }

  @Test("what is frozen is a document without its words, but for names that are spelled like them")
  func signature() {
    let document: JSONContent = [
      "openrpc": "1.4.0", "info": ["title": "d"], "x-apiLevel": 1,
      "methods": [
        [
          "name": "message", "summary": "Does.", "examples": [["name": "e"]],
          "params": [["name": "summary", "summary": "What.", "schema": ["type": "string"]]],
          "result": [
            "schema": ["type": "object", "properties": ["message": ["type": "string"], "errors": ["type": "null"]]]
          ],
          "errors": [["$ref": "#/components/errors/message"]],
        ]
      ],
      "components": ["errors": ["message": ["code": 1, "message": "Wrong."]]],
    ]
    #expect(
      document.signature == [
        "x-apiLevel": 1,
        "methods": [
          [
            "name": "message", "params": [["name": "summary", "schema": ["type": "string"]]],
            "result": [
              "schema": ["type": "object", "properties": ["message": ["type": "string"], "errors": ["type": "null"]]]
            ],
            "errors": [["$ref": "#/components/errors/message"]],
          ]
        ],
        "components": ["errors": ["message": ["code": 1]]],
      ])
  }

  private static let breaks: [(String, Change)] = [
    ("look: is missing", { $0["methods"].remove(at: 0) }),
    ("look: is missing", { $0["methods"][0]["name"] = "see" }),
    ("look: came with another level", { $0["methods"][0]["x-apiLevel"] = 2 }),
    ("look: takes parameters in another way", { $0["methods"][0]["paramStructure"] = "by-name" }),
    ("do: needs the role", { $0["methods"][1]["x-role"] = "administer" }),
    ("look: parameter at: is no longer number 0", { $0["methods"][0]["params"][0]["name"] = "where" }),
    ("look: parameter kinds: is no longer number 4", { $0["methods"][0]["params"].remove(at: 4) }),
    ("look: parameter depth: is no longer number 1", { $0["methods"][0]["params"].remove(at: 1) }),
    (
      "look: parameter at: is no longer number 0",
      { document in
        let parameters = document["methods"][0]["params"].elements
        document["methods"][0]["params"] = .array([parameters[1], parameters[0]] + parameters[2...])
      }
    ),
    ("look: parameter depth: must be given now", { $0["methods"][0]["params"][1]["required"] = true }),
    (
      "do: parameter how: is new and must be given",
      { $0["methods"][1]["params"].append(["name": "how", "required": true, "schema": [:]]) }
    ),
    ("look: parameter at: no longer has the word", { $0["methods"][0]["params"][0]["schema"]["enum"] = ["tree"] }),
    ("look: parameter depth: was integer", { $0["methods"][0]["params"][1]["schema"]["type"] = "string" }),
    ("look: parameter depth: has another minimum", { $0["methods"][0]["params"][1]["schema"]["minimum"] = 1 }),
    ("look: parameter depth: has another maximum", { $0["methods"][0]["params"][1]["schema"]["maximum"] = 8 }),
    ("look: parameter kinds/*: took any text", { $0["methods"][0]["params"][4]["schema"]["items"]["enum"] = ["a"] }),
    (
      "look: parameter kinds/*: has another pattern",
      { $0["methods"][0]["params"][4]["schema"]["items"]["pattern"] = "^n" }
    ),
    (
      "look: parameter since/revision: must be given now",
      { $0["methods"][0]["params"][2]["schema"]["required"].append("revision") }
    ),
    (
      "look: parameter since/key: must be given now",
      {
        $0["methods"][0]["params"][2]["schema"]["properties"]["key"] = ["type": "string"]
        $0["methods"][0]["params"][2]["schema"]["required"].append("key")
      }
    ),
    (
      "look: parameter since/revision: is missing",
      { $0["methods"][0]["params"][2]["schema"]["properties"].remove("revision") }
    ),
    (
      "look: parameter since/revision: was number, now integer",
      { $0["methods"][0]["params"][2]["schema"]["properties"]["revision"]["type"] = "integer" }
    ),
    ("look: parameter as: no longer takes", { $0["methods"][0]["params"][3]["schema"] = ["type": "number"] }),
    ("look: result/sizes: is missing", { $0["methods"][0]["result"]["schema"]["properties"].remove("sizes") }),
    ("look: result/id: was string", { $0["methods"][0]["result"]["schema"]["properties"]["id"] = ["type": "integer"] }),
    (
      "look: result/id: has another pattern",
      { $0["methods"][0]["result"]["schema"]["properties"]["id"].remove("pattern") }
    ),
    ("look: result/id: may now be missing", { $0["methods"][0]["result"]["schema"]["required"] = ["state"] }),
    (
      "look: result/state: no longer has the word",
      { $0["methods"][0]["result"]["schema"]["properties"]["state"]["enum"] = ["on"] }
    ),
    (
      "look: result/state: was one of some words",
      { $0["methods"][0]["result"]["schema"]["properties"]["state"].remove("enum") }
    ),
    (
      "look: result/state: may now be",
      {
        $0["methods"][0]["result"]["schema"]["properties"]["state"] = [
          "anyOf": [["type": "string", "enum": ["on", "off"]], ["type": "null"]]
        ]
      }
    ),
    (
      "look: result/parent: may now be",
      { $0["methods"][0]["result"]["schema"]["properties"]["parent"]["anyOf"].append(["type": "integer"]) }
    ),
    (
      "look: result/sizes/*: has another minimum",
      { $0["methods"][0]["result"]["schema"]["properties"]["sizes"]["items"].remove("minimum") }
    ),
    (
      "look: result/limits/*: was integer",
      { $0["methods"][0]["result"]["schema"]["properties"]["limits"]["additionalProperties"]["type"] = "number" }
    ),
    ("do: result: no longer has the word", { $0["methods"][1]["result"]["schema"]["const"] = "ready" }),
    ("do: result: was string, now anything", { $0["methods"][1]["result"]["schema"] = [:] }),
    ("notFound: had the code", { $0["components"]["errors"]["notFound"]["code"] = 1002 }),
    ("tooMany: had the code", { $0["components"]["errors"].remove("tooMany") }),
    ("told: is missing", { $0["x-notifications"].remove(at: 0) }),
    ("told: comes with other subscriptions", { $0["x-notifications"][0]["kind"] = "state" }),
    (
      "told: params/scene: was string",
      { $0["x-notifications"][0]["params"]["properties"]["scene"]["type"] = "integer" }
    ),
  ]

  @Test("each change that a client could notice is found, and nothing else is said", arguments: breaks.indices)
  func breaking(index: Int) throws {
    let (expected, change) = Self.breaks[index]
    let faults = try faults(change)
    #expect(faults.count == 1)
    #expect(faults.first?.hasPrefix(expected) == true, "\(faults), expected \(expected)")
  }

  private static let additions: [Change] = [
    { $0["x-apiLevel"] = 2 },
    { $0["methods"].append(["name": "more", "x-apiLevel": 2]) },
    { $0["x-notifications"].append(["name": "more", "x-apiLevel": 2]) },
    { $0["components"]["errors"]["new"] = ["code": 1002] },
    { $0["methods"][1]["errors"].append(["$ref": "#/components/errors/new"]) },
    { $0["methods"][1]["x-role"] = "observe" },
    { $0["methods"][1]["summary"] = "Does it." },
    { $0["methods"][1]["params"].append(["name": "how", "required": false, "schema": [:]]) },
    { $0["methods"][0]["params"][0]["required"] = false },
    { $0["methods"][0]["params"][0]["schema"]["enum"].append("window") },
    { $0["methods"][0]["params"][0]["schema"].remove("enum") },
    { $0["methods"][0]["params"][1]["schema"]["minimum"] = -1 },
    { $0["methods"][0]["params"][1]["schema"].remove("maximum") },
    { $0["methods"][0]["params"][1]["schema"]["type"] = "number" },
    { $0["methods"][0]["params"][1]["schema"] = ["anyOf": [["type": "integer", "minimum": 0], ["type": "null"]]] },
    { $0["methods"][0]["params"][1]["schema"] = [:] },
    { $0["methods"][0]["params"][2]["schema"]["required"] = [] },
    { $0["methods"][0]["params"][2]["schema"]["properties"]["key"] = ["type": "string"] },
    { $0["methods"][0]["result"]["schema"]["properties"]["more"] = ["type": "string"] },
    { $0["methods"][0]["result"]["schema"]["required"].append("parent") },
    { $0["methods"][0]["result"]["schema"]["properties"]["state"]["enum"].append("half") },
    { $0["methods"][0]["result"]["schema"]["properties"]["parent"] = ["type": "string"] },
    { $0["methods"][0]["result"]["schema"]["properties"]["value"] = ["type": "string"] },
    { $0["methods"][0]["result"]["schema"]["properties"]["sizes"]["items"]["maximum"] = 100 },
    { $0["x-notifications"][0]["params"]["properties"]["more"] = ["type": "string"] },
  ]

  @Test("what is added in a way that nobody need notice is no fault", arguments: additions.indices)
  func compatible(index: Int) throws {
    #expect(try faults(Self.additions[index]) == [])
  }
}

/// The strict check that the tests' clients make of all that they are told.
@Suite struct SchemaCheckTests {
  private static let schema: JSONContent = [
    "type": "object",
    "properties": [
      "id": ["type": "string", "pattern": "^n[1-9][0-9]*$"], "word": ["type": "string", "enum": ["a", "b"]],
      "count": ["type": "integer", "minimum": 0, "maximum": 9],
      "either": ["anyOf": [["type": "boolean"], ["type": "null"]]],
      "list": ["type": "array", "items": ["type": "number"]], "always": ["const": "yes"], "anything": [:],
      "map": ["type": "object", "additionalProperties": ["type": "string"]],
    ],
    "required": ["id"],
  ]

  @Test(
    "values that fit",
    arguments: [
      ["id": "n1"],
      ["id": "n10", "word": "b", "count": 9, "either": .null, "always": "yes", "anything": [1, ["x": 2]]],
      ["id": "n1", "either": true, "list": [1, .number(2.5)], "map": ["any": "text"]],
    ] as [JSONContent])
  func fits(value: JSONContent) {
    #expect(SchemaCheck.fault(in: value, Self.schema) == nil)
  }

  @Test(
    "values that do not, each with the place of the fault",
    arguments: [
      ("", []), ("", [:]), ("/id", ["id": 1]), ("/id", ["id": "n01"]), ("/id", ["id": "12"]),
      ("/extra", ["id": "n1", "extra": 1]), ("/word", ["id": "n1", "word": "c"]),
      ("/count", ["id": "n1", "count": -1]),
      ("/count", ["id": "n1", "count": 10]), ("/count", ["id": "n1", "count": .number(1.5)]),
      ("/either", ["id": "n1", "either": 1]), ("/list/1", ["id": "n1", "list": [1, "2"]]),
      ("/always", ["id": "n1", "always": "no"]), ("/map/m", ["id": "n1", "map": ["m": 1]]),
    ] as [(String, JSONContent)])
  func doesNotFit(pointer: String, value: JSONContent) {
    #expect(SchemaCheck.fault(in: value, Self.schema)?.hasPrefix("\(pointer): ") == true)
  }

  @Test("a keyword that is not checked is a fault of the schema")
  func unknownKeyword() {
    #expect(SchemaCheck.fault(in: "a", ["type": "string", "maxLength": 1]) != nil)
  }
}
