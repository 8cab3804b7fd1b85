import Testing
import Transcripts

@Suite("What a message has to be")
struct PatternTests {
  /// Compares a message with a pattern by way of a transcript, as that is how patterns come about.
  private func mismatch(
    _ message: String, _ pattern: String, values: [String: JSONTree] = [:]
  ) throws -> JSONMismatch? {
    var values = values
    return try mismatch(message, pattern, values: &values)
  }

  private func mismatch(
    _ message: String, _ pattern: String, values: inout [String: JSONTree]
  ) throws -> JSONMismatch? {
    let sets = values.keys.filter { !Transcript.givenValues.contains($0) }
    let setting = sets.isEmpty ? "" : "<-- [\(sets.map { "\"<set:\($0)>\"" }.joined(separator: ","))]\n"
    let steps = try Transcript("## a: b\n\(setting)<-- \(pattern)").cases[0].steps
    let compared = try #require(steps.last?.patterns.first)
    let tree = try JSONTree(parsing: Array(message.utf8))
    do throws(JSONMismatch) {
      try compared.match(tree, values: &values)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "what is equal",
    arguments: [
      (#"{"a":1,"b":[true,null,"x"]}"#, #"{"b":[true,null,"x"],"a":1}"#),
      ("[1.0,1e2,-0]", "[1,100,0]"), (#""\u0061""#, #""a""#), (#""""#, #""""#), ("[]", "[]"), ("{}", "{}"),
      ("[1,2,3]", #"["<integer>","<number>","<any>"]"#),
      (#"["",false,[],{}]"#, #"["<string>","<boolean>","<array>","<object>"]"#),
      (#"{"id":"n12","pid":7}"#, #"{"id":"n…","pid":"<integer>"}"#), (#""a and b, and c""#, #""a…b……c""#),
      (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"<others>":"<integer>"}"#), ("{}", #"{"<optional:a>":1}"#),
      (#"{"a":1}"#, #"{"<optional:a>":1}"#), ("[1,2,3]", #"{"<unordered>":[3,1,2]}"#),
      // The first that fits would leave nothing for the second.
      ("[1,2]", #"{"<unordered>":["<integer>",1]}"#), ("[1,2,3,2]", #"{"<including>":[2,"<integer>",2]}"#),
      ("[1]", #"{"<including>":[]}"#),
      (#"{"a":["n1"],"n1":{"b":"n1"}}"#, #"{"a":["<set:x:string>"],"<get:x>":{"b":"<get:x>"}}"#),
      (#"{"a":5,"b":"of 5"}"#, #"{"a":"<set:x>","b":"of <get:x>"}"#),
      ("[1,1,1,2]", "[<repeat:3>1,</repeat>2]"), (#""<b>""#, #""<b>""#),
    ])
  func equal(message: String, pattern: String) throws {
    #expect(try mismatch(message, pattern) == nil)
  }

  @Test(
    "the first difference, by its JSON Pointer",
    arguments: [
      (#"{"a":1}"#, #"{"a":2}"#, "/a"), (#"{"a":1}"#, "{}", "/a"), ("{}", #"{"a":"<any>"}"#, "/a"),
      (#"{"a/b~":[1,{"c":null}]}"#, #"{"a/b~":[1,{"c":false}]}"#, "/a~1b~0/1/c"), ("[1]", "[1,2]", ""),
      ("[1,2]", "[1]", ""),
      ("1.5", #""<integer>""#, ""), (#""1""#, "1", ""), ("1", #""1""#, ""), (#"{"a":"n"}"#, #"{"a":"n…"}"#, "/a"),
      (#"{"a":1,"b":"x"}"#, #"{"a":1,"<others>":"<integer>"}"#, "/b"), ("[1,2,2]", #"{"<unordered>":[1,1,2]}"#, ""),
      ("[1,2,3]", #"{"<including>":[1,1]}"#, ""), ("[]", #"{"<including>":["<any>"]}"#, ""),
      (#"{"a":1,"b":2}"#, #"{"a":"<set:x>","b":"<get:x>"}"#, "/b"), ("9007199254740993", "9007199254740992", ""),
    ])
  func different(message: String, pattern: String, pointer: String) throws {
    #expect(try #require(try mismatch(message, pattern)).pointer == pointer)
  }

  @Test("an id of a response is compared by its spelling, alone and in a batch; elsewhere values are")
  func identifiers() throws {
    #expect(try mismatch(#"{"id":1.0}"#, #"{"id":1}"#)?.pointer == "/id")
    #expect(try mismatch(#"[{"id":"\u0061"}]"#, #"[{"id":"a"}]"#)?.pointer == "/0/id")
    #expect(try mismatch(#"{"result":{"id":1.0}}"#, #"{"result":{"id":1}}"#) == nil)
    #expect(try mismatch(#"{"id":18446744073709551616}"#, #"{"id":18446744073709551616}"#) == nil)
  }

  @Test("a value is captured when the whole pattern has matched, and any result will do where none was given")
  func values() throws {
    var values: [String: JSONTree] = [:]
    #expect(try mismatch(#"{"a":1,"b":2}"#, #"{"a":"<set:x>","b":3}"#, values: &values) != nil)
    #expect(values.isEmpty)
    #expect(try mismatch(#"{"a":[1],"b":3}"#, #"{"a":"<set:x:array>","b":3}"#, values: &values) == nil)
    #expect(values["x"]?.text == "[1]")
    #expect(try mismatch("[1]", #""<get:x>""#, values: &values) == nil)
    #expect(try mismatch("[2]", #""<get:x>""#, values: &values) != nil)
    #expect(try mismatch("7", #""<get:result>""#) == nil)
    #expect(try mismatch("7", #""<get:result>""#, values: ["result": .number("8")])?.expected == "8")
  }

  @Test("a difference says what was expected, with what was captured filled in, and what came")
  func words() throws {
    let values: [String: JSONTree] = ["x": .string("n1")]
    #expect(
      try mismatch(
        #"{"a":5}"#, #"{"a":{"b":"<get:x>","c":"<string>","<optional:d>":1,"<others>":"<any>"}}"#, values: values)
        == JSONMismatchOf("/a", #"{"b":"n1","c":<string>,…}"#, "5"))
    #expect(try mismatch("[1]", "[1,2]") == JSONMismatchOf("", "2 elements", "1"))
    #expect(try mismatch("{}", #"{"a":"<any>"}"#) == JSONMismatchOf("/a", "any value", "no such member"))
  }

  /// A mismatch has no public initializer, as nobody else makes one.
  private struct JSONMismatchOf {
    let (pointer, expected, got): (String, String, String)

    init(_ pointer: String, _ expected: String, _ got: String) {
      (self.pointer, self.expected, self.got) = (pointer, expected, got)
    }

    static func == (mismatch: JSONMismatch?, other: JSONMismatchOf) -> Bool {
      mismatch?.pointer == other.pointer && mismatch?.expected == other.expected && mismatch?.got == other.got
    }
  }
}
