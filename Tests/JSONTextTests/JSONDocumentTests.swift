import JSONText
import Testing

@Suite("JSONDocument and JSONValue")
struct JSONDocumentTests {
  private func refusal(_ text: String) -> JSONValueError? {
    do throws(JSONValueError) {
      _ = try JSONDocument(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  @Test("every kind is read")
  func kinds() throws {
    let root = try JSONDocument(
      parsing:
        #"{"o":{"a":1},"a":[1,2.0,2.5],"s":"xä\u0000y","i":-9223372036854775808,"r":1e3,"t":true,"f":false,"n":null}"#
    ).root
    #expect(root.kind == .object)
    #expect(root.count == 8)
    #expect(root["o"]?["a"]?.int64 == 1)
    #expect(root["a"]?.count == 3)
    #expect(root["a"]?[1]?.kind == .real)
    #expect(root["a"]?[1]?.int64 == 2)
    #expect(root["a"]?[2]?.int64 == nil)
    #expect(root["a"]?[2]?.double == 2.5)
    #expect(root["a"]?[3] == nil)
    #expect(root["a"]?[-1] == nil)
    #expect(root["s"]?.string == "xä\u{0}y")
    #expect(root["s"]?.equals("x") == false)
    #expect(root["i"]?.int64 == .min)
    #expect(root["r"]?.double == 1000)
    #expect(root["t"]?.bool == true)
    #expect(root["f"]?.bool == false)
    #expect(root["n"]?.isNull == true)
    #expect(root["n"]?.string == nil)
    #expect(root["x"] == nil)
    let name = String("o")
    #expect(root[name]?.kind == .object)
    #expect(root[""] == nil)
  }

  @Test("members and elements keep the order of the text")
  func order() throws {
    let document = try JSONDocument(parsing: #"{"zebra":1,"":2,"apple":[3,4],"mango":5}"#)
    #expect(document.root.members.map(\.name) == ["zebra", "", "apple", "mango"])
    #expect(document.root[""]?.int64 == 2)
    #expect(document.root["apple"]?.elements.compactMap(\.int64) == [3, 4])
    #expect(document.root["zebra"]?.elements.isEmptySequence == true)
  }

  @Test("a value keeps its document alive")
  func lifetime() throws {
    func inner() throws -> JSONValue? { try JSONDocument(parsing: #"[["deep"]]"#).root[0]?[0] }
    #expect(try inner()?.string == "deep")
  }

  @Test(
    "what Jansson cannot hold is named with its JSON Pointer",
    arguments: [
      (#"9223372036854775808"#, "integerOutOfRange", ""),
      (#"{"a":[0,{"b/c~d":-9223372036854775809}]}"#, "integerOutOfRange", "/a/1/b~1c~0d"),
      (#"[1,[2,1e309]]"#, "realOutOfRange", "/1/1"),
      (#"{"x":{"k\u0000":1}}"#, "nullCharacterInKey", "/x"),
      (#"[1"#, "unexpectedEnd", ""),
      (#"{"a":1,"a":2}"#, "duplicateKey", ""),
    ])
  func limits(_ text: String, _ reason: String, _ pointer: String) {
    let error = refusal(text)
    #expect(error?.reason == reason)
    #expect(error?.pointer == pointer)
    #expect(error?.message.isEmpty == false)
  }

  @Test("messages name value, place and range")
  func messages() {
    #expect(
      refusal("{\"view\":9223372036854775808}")?.message
        == "the integer 9223372036854775808 at /view is outside -2^63 to 2^63-1")
    #expect(
      refusal("[" + String(repeating: "9", count: 100) + "]")?.message
        == "the integer \(String(repeating: "9", count: 40))… at /0 is outside -2^63 to 2^63-1")
  }

  @Test("a pointer is cut to the enclosing value that fits into 1 KiB")
  func longPointer() {
    let long = String(repeating: "k", count: 1100)
    #expect(refusal("{\"a\":{\"\(long)\":[1e999]}}")?.pointer == "/a")
  }

  @Test("JSON Pointer: ~ and / are escaped")
  func pointers() {
    #expect(JSONPointer.escaped("plain") == "plain")
    #expect(JSONPointer.escaped("a/b~c") == "a~1b~0c")
    #expect(JSONPointer.escaped("~1") == "~01")
    #expect(JSONPointer.appending("", to: "") == "/")
    #expect(JSONPointer.appending(3, to: "/a") == "/a/3")
  }
}

extension Sequence {
  fileprivate var isEmptySequence: Bool {
    for _ in self { return false }
    return true
  }
}
