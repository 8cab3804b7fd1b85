import JSONText
import Testing

@Suite("JSONScanner: what is accepted and refused")
struct JSONScannerTests {
  @Test(
    "RFC 8259: values of every kind are accepted, white space around them too",
    arguments: [
      "null", "true", "false", "0", "-0", "10", "-1.5e+10", "1E400", "0.1", "1e5", "1E-5",
      "123456789012345678901234567890",
      "\"\"", "\"a\"", "[]", "{}", "[[]]", "[{}]", " [ 1 , 2 ] ", "\t{\r\n\"a\" : { \"b\" : [ ] } } ", "[\"\",\"\"]",
      #""\u0000\ud83d\ude00\uD834\uDD1E\uFFFF\\\/\"\b\f\n\r\t""#, "\"ä€😀\u{10FFFF}\u{2028}\"", "\"\u{7F}\"",
      #"{"":1}"#, #"{"\u0000":1}"#, #"{"a":{"a":{"a":1}},"A":2}"#,
    ])
  func accepted(_ text: String) {
    #expect(outcome(text) == "ok")
  }

  @Test(
    "faults have a stable word and the offset of the offending byte",
    arguments: [
      ("", "unexpectedEnd@0"), ("  ", "unexpectedEnd@2"), ("[", "unexpectedEnd@1"), ("{", "unexpectedEnd@1"),
      ("[1", "unexpectedEnd@2"), ("[1,", "unexpectedEnd@3"), (#"{"a""#, "unexpectedEnd@4"),
      (#"{"a":"#, "unexpectedEnd@5"), (#"{"a":1"#, "unexpectedEnd@6"), (#""ab"#, "unexpectedEnd@3"),
      (#""ab\"#, "unexpectedEnd@4"), (#""\u12"#, "unexpectedEnd@5"), ("tru", "unexpectedEnd@3"),
      ("-", "unexpectedEnd@1"), ("1.", "unexpectedEnd@2"), ("1e", "unexpectedEnd@2"), ("1e+", "unexpectedEnd@3"),
      ("x", "unexpectedCharacter@0"), ("nulx", "unexpectedCharacter@3"), ("True", "unexpectedCharacter@0"),
      ("'a'", "unexpectedCharacter@0"), ("+1", "unexpectedCharacter@0"), (".5", "unexpectedCharacter@0"),
      ("NaN", "unexpectedCharacter@0"), ("Infinity", "unexpectedCharacter@0"), ("//", "unexpectedCharacter@0"),
      ("[1,]", "unexpectedCharacter@3"), ("[,1]", "unexpectedCharacter@1"), ("[1 2]", "unexpectedCharacter@3"),
      ("[1}", "unexpectedCharacter@2"), ("{1:2}", "unexpectedCharacter@1"), (#"{"a",1}"#, "unexpectedCharacter@4"),
      (#"{"a":1,}"#, "unexpectedCharacter@7"), (#"{"a":1 "b":2}"#, "unexpectedCharacter@7"),
      (#"{,"a":1}"#, "unexpectedCharacter@1"), (#"{"a":}"#, "unexpectedCharacter@5"), ("]", "unexpectedCharacter@0"),
      ("1 2", "trailingText@2"), ("[]]", "trailingText@2"), ("{}{}", "trailingText@2"), ("nullx", "trailingText@4"),
      ("1\u{0}", "trailingText@1"), ("1a", "trailingText@1"), ("0x1", "trailingText@1"), ("1.5.5", "trailingText@3"),
      ("01", "invalidNumber@1"), ("-01", "invalidNumber@2"), ("-a", "invalidNumber@1"), ("1.a", "invalidNumber@2"),
      ("1.e5", "invalidNumber@2"), ("[1ea]", "invalidNumber@3"), ("--1", "invalidNumber@1"),
      (#""\x""#, "invalidEscape@1"), (#""\u12G4""#, "invalidEscape@1"), (#""\U0041""#, "invalidEscape@1"),
      (#""a\ud800""#, "loneSurrogate@2"), (#""\udc00""#, "loneSurrogate@1"), (#""\ud800\ud800""#, "loneSurrogate@1"),
      (#""\ud800x""#, "loneSurrogate@1"), (#""\ud800\n""#, "loneSurrogate@1"), (#""\udbff\u0041""#, "loneSurrogate@1"),
      ("\"a\nb\"", "controlCharacter@2"), ("\"\u{0}\"", "controlCharacter@1"), ("\"\u{1F}\"", "controlCharacter@1"),
      ("\u{0}", "controlCharacter@0"), ("[\u{0}]", "controlCharacter@1"), ("[1\u{0C}]", "controlCharacter@2"),
      ("\u{FEFF}{}", "byteOrderMark@0"), ("[\u{FEFF}]", "unexpectedCharacter@1"), ("\u{A0}1", "unexpectedCharacter@0"),
      (#"{"a":1,"a":2}"#, "duplicateKey@7"), (#"[{"b":{"":1,"":2}}]"#, "duplicateKey@12"),
    ] as [(String, String)])
  func refused(_ text: String, _ expected: String) {
    #expect(outcome(text) == expected)
  }

  @Test(
    "UTF-8 is strict: truncated, overlong, surrogate and out-of-range forms are refused",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x28],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func utf8Refused(_ bytes: [UInt8]) {
    // At every alignment, since strings are read eight bytes at a time.
    for padding in 0..<9 {
      let start = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "a"), count: padding)
      #expect(outcome(start + bytes + [UInt8(ascii: "\"")]) == "invalidUTF8@\(padding + 1)")
      #expect(outcome(start + bytes) == "invalidUTF8@\(padding + 1)")
    }
  }

  @Test("UTF-8: the first and last scalar of every length are accepted, at every alignment")
  func utf8Accepted() {
    for scalar in ["\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"] {
      for padding in 0..<9 {
        #expect(outcome("\"\(String(repeating: "a", count: padding))\(scalar)\(scalar)b\"") == "ok")
      }
    }
  }

  @Test("each of the 256 bytes inside a string, at every alignment")
  func everyByteInAString() {
    for byte in UInt8.min...UInt8.max {
      for padding in 0..<17 {
        let text =
          [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "a"), count: padding) + [byte]
          + Array("aaaaaaaaaaaaaaaaa\"".utf8)
        let expected =
          switch byte {
          case 0..<0x20: "controlCharacter@\(padding + 1)"
          case UInt8(ascii: "\""): "trailingText@\(padding + 2)"
          case UInt8(ascii: "\\"): "invalidEscape@\(padding + 1)"
          case 0x80...: "invalidUTF8@\(padding + 1)"
          default: "ok"
          }
        #expect(outcome(text) == expected, "byte \(byte) after \(padding)")
      }
    }
  }

  @Test("depth: 64 levels are accepted, the 65th is refused where it opens, and the limit is named")
  func depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ levels: Int) -> String {
        let inner = open == "[" ? "" : "1"
        return String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
      }
      #expect(outcome(nested(64)) == "ok")
      #expect(outcome(nested(65)) == "tooDeep@\(64 * open.utf8.count)")
      #expect(outcome(nested(3), depthLimit: 3) == "ok")
      #expect(outcome(nested(4), depthLimit: 3) == "tooDeep@\(3 * open.utf8.count)")
      #expect(outcome(nested(1024), depthLimit: 1024) == "ok")
    }
    #expect(outcome(String(repeating: "[", count: 100_000)) == "tooDeep@64")
    // Closed levels do not count.
    #expect(outcome("[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]", depthLimit: 3) == "ok")
  }

  @Test("no prefix of a valid text traps, and only the whole is accepted")
  func prefixes() {
    let text = Array(#" {"a":[1,-2.5e3,"x\u00e4\ud83d\ude00ä😀",true,false,null,{}],"b\n":{"c":[]}}"#.utf8)
    #expect(outcome(text) == "ok")
    for length in 0..<text.count { #expect(outcome(text.prefix(length)) != "ok", "\(length) bytes") }
  }
}
