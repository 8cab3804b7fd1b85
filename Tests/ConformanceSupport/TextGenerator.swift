/// Texts at random: valid ones, and valid ones with a few bytes spoiled.
package struct TextGenerator {
  private var random: SeededGenerator
  private var bytes: [UInt8] = []

  package init(random: SeededGenerator) { self.random = random }

  package mutating func text() -> [UInt8] {
    bytes = []
    value(depth: 0)
    if Bool.random(using: &random) { spoil() }
    return bytes
  }

  /// A text that was not spoiled; some of its names may be equal.
  package mutating func validText() -> [UInt8] {
    bytes = []
    // Not at the top, where texts are largest.
    value(depth: 3)
    return bytes
  }

  private mutating func pick(_ texts: [String]) { bytes += Array(texts.randomElement(using: &random)?.utf8 ?? "".utf8) }

  private mutating func space() {
    if Int.random(in: 0..<8, using: &random) == 0 { pick([" ", "\t", "\r\n", "\n", "  "]) }
  }

  private mutating func value(depth: Int) {
    space()
    switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &random) {
    case 0: pick(["true", "false", "null"])
    case 1:
      pick(["0", "-0", "1", "-17", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "123e1"])
    case 2: pick(["1.5", "-0.0", "1e400", "1E-400", "0.1e+10", "-2.5E-3", "1.7976931348623157e308", "1e309", "1e22"])
    case 3, 4: string()
    case 5: pick(["[]", "{}", "\"\"", "[ ]", "{ }"])
    case 6, 7:
      bytes.append(UInt8(ascii: "{"))
      let count = Int.random(in: 0..<12, using: &random)
      for index in 0..<count {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        space()
        string()
        space()
        bytes.append(UInt8(ascii: ":"))
        value(depth: depth + 1)
      }
      bytes.append(UInt8(ascii: "}"))
    default:
      bytes.append(UInt8(ascii: "["))
      for index in 0..<Int.random(in: 0..<5, using: &random) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value(depth: depth + 1)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    space()
  }

  private mutating func string() {
    bytes.append(UInt8(ascii: "\""))
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      pick([
        "a", "b", "long enough for a word", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\ud83d\\ude00", "é",
        "€",
        "😀", "\u{7F}", "\u{10FFFF}", "\\u0000", "\\uD800", "k", "key",
      ])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func spoil() {
    for _ in 0..<Int.random(in: 1..<4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.remove(at: index)
      case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.insert(Array("{}[],:\"\\u0e+-.1 \n\u{0}".utf8).randomElement(using: &random) ?? 0, at: index)
      case 3: bytes.removeSubrange(index...)
      default: bytes.insert(contentsOf: bytes[index..<min(index + 8, bytes.count)], at: index)
      }
    }
  }
}
