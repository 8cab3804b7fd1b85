import JSONText
import Testing

/// The outcome of validating a text: "ok", or the error's word and offset.
func outcome(_ text: some Collection<UInt8>, depthLimit: Int = JSONScanner.defaultDepthLimit) -> String {
  Array(text).withUnsafeBytes { bytes in
    do throws(JSONSyntaxError) {
      try JSONScanner.validate(bytes, depthLimit: depthLimit)
      return "ok"
    } catch {
      return "\(error.kind.rawValue)@\(error.offset)"
    }
  }
}

func outcome(_ text: String, depthLimit: Int = JSONScanner.defaultDepthLimit) -> String {
  outcome(Array(text.utf8), depthLimit: depthLimit)
}

@Suite("JSONScanner")
struct JSONScannerTests {
  @Test("values of every kind are accepted, white space around them too")
  func accepted() {
    let texts = [
      "null", "true", "false", "0", "-0", "10", "-1.5e+10", "1E400", "0.1", "\"\"", "\"a\"", "[]", "{}", " [ 1 , 2 ] ",
      "\t{\r\n\"a\" : { \"b\" : [ ] } } ", "\"\\u0000\\ud83d\\ude00\\\\\\/\\\"\"", "\"ä€😀\u{10FFFF}\"", "\"\u{7F}\"",
    ]
    for text in texts { #expect(outcome(text) == "ok", "\(text)") }
  }
}
