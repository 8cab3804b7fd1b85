import JSONText
import Testing

@Suite("JSONScanner: equal names in one object")
struct DuplicateKeyTests {
  private func object(_ names: [String]) -> String {
    "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
  }

  @Test("names are compared with their escapes replaced")
  func decoded() {
    #expect(outcome(#"{"a":1,"\u0061":2}"#) == "duplicateKey@7")
    #expect(outcome(#"{"\u0061":1,"a":2}"#) == "duplicateKey@12")
    #expect(outcome(#"{"\ud83d\ude00":1,"😀":2}"#) == "duplicateKey@18")
    #expect(outcome(#"{"\n":1,"\u000a":2}"#) == "duplicateKey@8")
    #expect(outcome(#"{"\/":1,"/":2}"#) == "duplicateKey@8")
    #expect(outcome(#"{"\\u0061":1,"a":2}"#) == "ok")
    // Bytes are compared, not canonical forms.
    #expect(outcome("{\"\u{E9}\":1,\"e\u{301}\":2}") == "ok")
  }

  @Test("a repeated name is found wherever its first use is, in objects of any size")
  func everyPlace() {
    for count in [2, 3, 7, 8, 9, 10, 15, 16, 17, 33, 200] {
      let names = (0..<count).map { "name\($0)" }
      #expect(outcome(object(names)) == "ok")
      for index in 0..<count {
        let text = object(names + [names[index]])
        #expect(outcome(text).hasPrefix("duplicateKey@"), "\(index) of \(count)")
        let escaped = object(names + ["\\u006eame\(index)"])
        #expect(outcome(escaped).hasPrefix("duplicateKey@"), "\(index) of \(count), escaped")
      }
    }
  }

  @Test("the same name in different objects is fine, also in big ones that follow each other")
  func otherObjects() {
    let big = object((0..<50).map { "k\($0)" })
    #expect(outcome("[\(big),\(big)]") == "ok")
    #expect(outcome(#"{"a":{"a":1,"b":{"a":2}},"b":{"a":3}}"#) == "ok")
  }

  @Test("100,000 names take one pass, not a pass for each")
  func many() {
    let names = (0..<100_000).map { "k\($0)" }
    #expect(outcome(object(names)) == "ok")
    #expect(outcome(object(names + ["k0"])).hasPrefix("duplicateKey@"))
    #expect(outcome(object((0..<10_000).map { "\\u006b\($0)" })) == "ok")
  }
}
