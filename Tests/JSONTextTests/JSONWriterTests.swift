import ConformanceSupport
import JSONText
import Testing

@Suite("JSONWriter")
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.text
  }

  @Test("commas and colons set themselves")
  func structure() {
    let text = written { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.integer(1)
      writer.beginArray()
      writer.endArray()
      writer.beginObject()
      writer.endObject()
      writer.string("x")
      writer.bool(true)
      writer.bool(false)
      writer.null()
      writer.endArray()
      writer.key(String("b"))
      writer.string(String("y"))
      writer.key("c")
      Array(#"{"raw":[]}"#.utf8).withUnsafeBytes { writer.raw($0) }
      writer.key("d")
      writer.number(0.5)
      writer.endObject()
      writer.endLine()
      writer.string("second line")
    }
    #expect(text == #"{"a":[1,[],{},"x",true,false,null],"b":"y","c":{"raw":[]},"d":0.5}"# + "\n\"second line\"")
  }

  @Test("an object can begin with members that are at hand")
  func prefixedObject() {
    let text = written { writer in
      writer.beginObject(members: #""jsonrpc":"2.0","id":"#)
      writer.integer(1)
      writer.key("result")
      writer.null()
      writer.endObject()
    }
    #expect(text == #"{"jsonrpc":"2.0","id":1,"result":null}"#)
  }

  @Test("strings: only quote, backslash and control characters are escaped; the rest is UTF-8")
  func strings() {
    #expect(written { $0.string("a\"b\\c/d") } == #""a\"b\\c/d""#)
    #expect(written { $0.string("\u{8}\t\n\u{C}\r") } == #""\b\t\n\f\r""#)
    #expect(written { $0.string("\u{0}\u{1}\u{1F}\u{7F}") } == "\"\\u0000\\u0001\\u001f\u{7F}\"")
    #expect(written { $0.string("ä€😀\u{2028}") } == "\"ä€😀\u{2028}\"")
    #expect(written { $0.string("") } == "\"\"")
    #expect(written { $0.string(String(repeating: "x", count: 1000)) }.utf8.count == 1002)
  }

  @Test("strings: each character to be escaped, at every alignment and at the ends, reads back as it was")
  func stringRoundTrip() throws {
    for special in ["\"", "\\", "\n", "\u{0}", "\u{1F}", "ä", "😀", "/"] {
      for before in 0..<18 {
        for after in [0, 1, 7, 8, 9] {
          let text = String(repeating: "a", count: before) + special + special + String(repeating: "b", count: after)
          var writer = JSONWriter()
          writer.beginObject()
          writer.key(text)
          writer.string(text)
          writer.endObject()
          let bytes = writer.bytes
          #expect(outcome(bytes) == "ok")
          guard !text.contains("\u{0}") else { continue }
          let document = try bytes.withUnsafeBytes { try JSONDocument(parsing: $0) }
          #expect(document.root[text]?.string == text)
        }
      }
    }
  }

  @Test("integers of every size")
  func integers() {
    #expect(written { $0.integer(0) } == "0")
    #expect(written { $0.integer(-7) } == "-7")
    #expect(written { $0.integer(10) } == "10")
    #expect(written { $0.integer(Int64.min) } == "-9223372036854775808")
    #expect(written { $0.integer(Int64.max) } == "9223372036854775807")
    #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
    #expect(written { $0.integer(UInt8(255)) } == "255")
    #expect(written { $0.integer(Int32(-1)) } == "-1")
  }

  @Test("numbers: shortest form, integral ones without fraction, NaN and infinity as null")
  func numbers() {
    let cases: [(Double, String)] = [
      (40, "40"), (0, "0"), (-0.0, "-0.0"), (0.1, "0.1"), (1.1, "1.1"), (-2.5, "-2.5"), (0x1p53, "9007199254740992"),
      (1e16, "1e+16"), (1e22, "1e+22"), (1e-7, "1e-07"), (.leastNonzeroMagnitude, "5e-324"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (-1, "-1"), (.nan, "null"), (.infinity, "null"),
      (-.infinity, "null"), (1.0 / 3, "0.3333333333333333"),
    ]
    for (value, text) in cases { #expect(written { $0.number(value) } == text) }
  }

  @Test("numbers: random doubles read back as the same bits", arguments: [21, UInt64.random(in: .min ... .max)])
  func numberRoundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = written { $0.number(value) }
      #expect(outcome(text) == "ok", "seed \(seed): \(value)")
      #expect(Double(text)?.bitPattern == value.bitPattern, "seed \(seed): \(value)")
      #expect(try JSONDocument(parsing: text).root.double == value, "seed \(seed): \(value)")
    }
  }

  @Test("going back restores text, nesting and commas, from whichever state")
  func rollback() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.integer(1)
    let mark = writer.mark
    #expect(mark.offset == 2)
    writer.beginObject()
    writer.key("half")
    writer.beginArray()
    writer.truncate(to: mark)
    #expect(writer.depth == 1)
    writer.integer(2)
    writer.endArray()
    #expect(writer.text == "[1,2]")

    var inObject = JSONWriter()
    inObject.beginObject()
    let first = inObject.mark
    inObject.key("gone")
    inObject.truncate(to: first)
    inObject.key("kept")
    let value = inObject.mark
    inObject.string("gone")
    inObject.truncate(to: value)
    inObject.null()
    inObject.endObject()
    #expect(inObject.text == #"{"kept":null}"#)

    // What is open at the mark is of the other kind than what is open when it goes back.
    var nested = JSONWriter()
    nested.beginArray()
    let inArray = nested.mark
    nested.beginObject()
    nested.truncate(to: inArray)
    nested.beginObject()
    let inMember = nested.mark
    nested.key("gone")
    nested.beginArray()
    nested.truncate(to: inMember)
    nested.key("kept")
    nested.bool(true)
    nested.endObject()
    nested.endArray()
    #expect(nested.text == #"[{"kept":true}]"#)
  }

  @Test("completeness since a mark")
  func complete() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("result")
    let mark = writer.mark
    #expect(!writer.isComplete(since: mark))
    writer.beginArray()
    #expect(!writer.isComplete(since: mark))
    writer.endArray()
    #expect(writer.isComplete(since: mark))
    writer.key("x")
    #expect(!writer.isComplete(since: mark))
  }

  @Test("emptied and used again; growth keeps what was written")
  func reuse() {
    var writer = JSONWriter(capacity: 4)
    writer.beginArray()
    for index in 0..<10_000 { writer.integer(index) }
    writer.endArray()
    #expect(writer.text == "[" + (0..<10_000).map(String.init).joined(separator: ",") + "]")
    let capacity = writer.capacity
    writer.removeAll(keepingCapacity: true)
    #expect(writer.isEmpty)
    #expect(writer.capacity == capacity)
    writer.null()
    #expect(writer.text == "null")
    writer.removeAll()
    #expect(writer.capacity == 0)
    #expect(writer.text == "")
  }

  @Test("127 levels can be open")
  func depth() {
    var writer = JSONWriter()
    for level in 0..<JSONWriter.depthLimit {
      if level.isMultiple(of: 2) {
        writer.beginArray()
      } else {
        writer.beginObject()
        writer.key("k")
      }
      if level.isMultiple(of: 2), level + 1 == JSONWriter.depthLimit { writer.null() }
    }
    for level in (0..<JSONWriter.depthLimit).reversed() {
      if level.isMultiple(of: 2) { writer.endArray() } else { writer.endObject() }
    }
    #expect(outcome(writer.bytes, depthLimit: JSONWriter.depthLimit) == "ok")
  }

  @Test("misuse stops the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.integer(1)
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginArray()
      writer.endObject()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.null()
      writer.null()
    }
  }
}
