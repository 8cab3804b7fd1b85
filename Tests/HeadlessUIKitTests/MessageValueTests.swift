import HeadlessUIKit
import Testing

@Suite("Messages: values and declarations") struct MessageValueTests {
  @Test("values are written as literals and read by their kinds; 2.0 is the whole number 2, 1.5 is none")
  func values() {
    let value: MessageValue = ["a": [1, 2.0, 1.5, "x", true, nil], "b": 2]
    #expect(value["a"].array == [.integer(1), .number(2), .number(1.5), .string("x"), .bool(true), .null])
    #expect(value["a"].array?.map(\.integer) == [1, 2, nil, nil, nil, nil])
    #expect(value["a"].array?.map(\.number) == [1, 2, 1.5, nil, nil, nil])
    #expect(value["a"].array?.map(\.string) == [nil, nil, nil, "x", nil, nil])
    #expect(value["a"].array?.map(\.bool) == [nil, nil, nil, nil, true, nil])
    #expect(value["a"].array?.map(\.isNull) == [false, false, false, false, false, true])
    #expect(value.object?.keys.sorted() == ["a", "b"])
    #expect(value["c"] == .null && value["a"]["b"] == .null && value["a"].object == nil && value.array == nil)
    #expect(MessageValue.number(1e300).integer == nil && MessageValue.number(.nan).integer == nil)
  }

  @Test(
    "each kind of schema accepts what it says and nothing else",
    arguments: [
      (.null, [nil], [false, 0, ""]), (.boolean, [true, false], [nil, 0, "true"]),
      (.integer, [1, -1, 2.0], [1.5, .number(.infinity), "1", nil]),
      (.integerIn(1...3), [1, 3, 3.0], [0, 4, 1.5, nil]),
      (.number, [1, 1.5], [.number(.nan), .number(.infinity), "1"]),
      (.numberIn(-1.5...2), [-1.5, 0, 2, 2.0], [-1.6, 3, .number(.nan), "1"]),
      (.string, ["", "x"], [1, nil]), (.choice(["a", "b"]), ["a", "b"], ["c", "A", nil]),
      (.array(.integer), [[], [1, 2]], [[1, "x"], nil, [:]]),
      (
        .object([.required("a", .integer), .optional("b", .string)]), [["a": 1], ["a": 1, "b": "x"]],
        [[:], ["a": "x"], ["a": 1, "b": nil], ["a": 1, "c": 2], []]
      ),
      (.nullable(.string), [nil, "x"], [1, []]), (.any, [nil, 1, [[:]]], []),
    ] as [(MessageSchema, [MessageValue], [MessageValue])])
  func schemas(schema: MessageSchema, accepted: [MessageValue], refused: [MessageValue]) {
    for value in accepted { #expect(schema.fault(in: value) == nil, "\(value)") }
    for value in refused { #expect(schema.fault(in: value) != nil, "\(value)") }
  }

  @Test("a fault says where it is, what was expected, and what there was")
  func faults() throws {
    let marker = MessageSchema.object([.required("title", .string), .optional("at", .array(.number))])
    let schema = MessageSchema.object([.required("markers", .array(marker)), .optional("zoom", .nullable(.integer))])
    func fault(_ value: MessageValue) throws -> MessageFault { try #require(schema.fault(in: value)) }
    let wrong = try fault(["markers": [["title": "a"], ["title": 5]]])
    #expect(wrong.place == "markers[1].title")
    #expect(wrong.path == [.member("markers"), .element(1), .member("title")])
    #expect(wrong.reason == .wrongValue && wrong.expected == "a string" && wrong.got == "5")
    let missing = try fault(["markers": [[:]]])
    #expect(missing.place == "markers[0].title" && missing.reason == .missingMember && missing.got == "nothing")
    let unknown = try fault(["markers": [], "zom": 1])
    #expect(unknown.place == "zom" && unknown.reason == .unknownMember)
    #expect(unknown.allowed == ["markers", "zoom"] && unknown.nearest == "zoom")
    #expect(unknown.expected == "one of \"markers\", \"zoom\"" && unknown.got == "\"zom\"")
    #expect(try fault(["markers": [], "zoom": "x"]).expected == "a whole number, or null")
    #expect(try fault([]).place == "")
    #expect(try fault(["markers": [["title": .string(String(repeating: "x", count: 33)), "at": 1]]]).got == "1")
    #expect(MessageSchema.integer.fault(in: .string(String(repeating: "x", count: 33)))?.got == "a string of 33 bytes")
    #expect(MessageSchema.object([]).fault(in: ["x": 1])?.expected == "nothing")
  }

  @Test("expectations are words that a person reads")
  func expectations() {
    let schemas: [MessageSchema] = [
      .null, .boolean, .integer, .integerIn(1...3), .number, .numberIn(-1.5...2), .string, .choice(["a", "b"]),
      .array(.string), .object([]),
      .nullable(.string), .any,
    ]
    #expect(
      schemas.map(\.expectation) == [
        "null", "true or false", "a whole number", "a whole number from 1 to 3", "a number", "a number from -1.5 to 2",
        "a string",
        "one of \"a\", \"b\"", "an array; each element: a string", "an object", "a string, or null", "any value",
      ])
  }
}
