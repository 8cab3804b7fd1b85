import JSONText
import Testing

@Suite("JSONScanner: walking a text")
struct JSONScannerPullTests {
  @Test("members come with the place of their name and value")
  func members() throws {
    let text = Array(#" { "id" : 12.5 , "p\u0061rams":[1, {"x":2}],"s":"a\n" } "#.utf8)
    try text.withUnsafeBytes { bytes in
      func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      var scanner = JSONScanner(bytes)
      #expect(try scanner.peekKind() == .object)
      var cursor = try scanner.beginObject()
      var seen: [String] = []
      while let name = try scanner.nextMember(&cursor) {
        let value = try scanner.scanValue()
        seen.append(
          "\(slice(name.contents)) \(name.hasEscapes) \(value.kind.word) \(slice(value.range)) \(value.hasEscapes)")
      }
      try scanner.finish()
      #expect(
        seen == [
          "id false number 12.5 false", #"p\u0061rams true array [1, {"x":2}] false"#, #"s false string "a\n" true"#,
        ])
      #expect(cursor.count == 3)
      #expect(scanner.depth == 0)
      #expect(scanner.position == text.count)
    }
  }

  @Test("elements come one by one")
  func elements() throws {
    let text = Array(#"[1, "two" ,[3],{},true,null,4e0]"#.utf8)
    try text.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      var cursor = try scanner.beginArray()
      var kinds: [JSONKind] = []
      while try scanner.nextElement(&cursor) { kinds.append(try scanner.scanValue().kind) }
      try scanner.finish()
      #expect(kinds == [.integer, .string, .array, .object, .boolean, .null, .real])
      #expect(cursor.count == 7)
    }
  }

  @Test("an escaped string is decoded to the text it stands for")
  func decoded() {
    func decoded(_ text: String) -> String {
      Array(text.utf8).withUnsafeBytes { String(decoding: JSONScanner.decoded($0), as: UTF8.self) }
    }
    #expect(decoded(#"a\"\\\/\b\f\n\r\tz"#) == "a\"\\/\u{8}\u{C}\n\r\tz")
    #expect(decoded(#"\u0041\u00e9\u20AC\ud83d\ude00\u0000"#) == "Aé€😀\u{0}")
    #expect(decoded(#"\udbff\udfff\ud800\udc00"#) == "\u{10FFFF}\u{10000}")
    #expect(decoded("ä") == "ä")
  }

  @Test("messages say what is wrong, where, and what is allowed")
  func messages() {
    func message(_ text: String) -> String {
      Array(text.utf8).withUnsafeBytes { bytes in
        do throws(JSONSyntaxError) {
          try JSONScanner.validate(bytes, depthLimit: 2)
          return "ok"
        } catch {
          return error.message
        }
      }
    }
    #expect(
      message("[1,}")
        == "unexpected character '}' at byte 3; expected a value: an object, array, string, number, true, false or null"
    )
    #expect(message("{\"a\" 1}") == "unexpected character '1' at byte 5; expected ':' after the member name")
    #expect(message("[1") == "the text ends at byte 2; expected ',' or ']'")
    #expect(message("[[[") == "arrays and objects are nested too deeply at byte 2; 2 levels are allowed")
    #expect(
      message("{\"a\":1,\"a\":2}")
        == "the member name at byte 7 was used before, at byte 1; names in one object must differ")
    #expect(message("01") == "invalid number at byte 1; expected no digit after a leading zero")
    #expect(message("\"\t\"") == "raw control character 0x09 at byte 1; inside a string write it as an escape")
    #expect(message("1 1") == "text goes on after the end of the JSON value, at byte 2; one line holds one JSON text")
    #expect(
      message("ä")
        == "unexpected byte 0xC3 at byte 0; expected a value: an object, array, string, number, true, false or null")
  }
}
