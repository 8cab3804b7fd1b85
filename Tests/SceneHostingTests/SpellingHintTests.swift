import HeadlessUIKit
import Testing

@Suite struct SpellingHintTests {
  @Test("a slip is found: case, a letter too few, two letters swapped; what is not similar is not")
  func slips() {
    let names = ["displayView", "getTree", "tap"]
    #expect(SpellingHint.nearest(to: "DISPLAYVIEW", in: names) == "displayView")
    #expect(SpellingHint.nearest(to: "getTre", in: names) == "getTree")
    #expect(SpellingHint.nearest(to: "tpa", in: names) == "tap")
    #expect(SpellingHint.nearest(to: "unknown", in: names) == nil)
    #expect(SpellingHint.nearest(to: "", in: names) == nil)
    #expect(SpellingHint.nearest(to: "x", in: []) == nil)
  }

  @Test("the last of 256 short names is found; of many long ones only the first are compared: errors stay cheap")
  func manyNames() {
    let short = (100..<356).map { "scene\($0)" }
    #expect(SpellingHint.nearest(to: "scene3555", in: short) == "scene355")
    let long = [String](repeating: String(repeating: "x", count: 64), count: 255) + [String(repeating: "y", count: 64)]
    #expect(SpellingHint.nearest(to: String(repeating: "y", count: 63), in: long) == nil)
    #expect(SpellingHint.nearest(to: String(repeating: "x", count: 63), in: long) == long[0])
  }
}
