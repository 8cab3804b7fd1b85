import Transcripts

import JSONText

/// Texts for a fuzzer: seeds, generated texts, and both changed in places: bytes, tokens, pieces of other texts.
package struct TextMutator {
  /// Longer seeds are cut: what is wrong shows in short texts, and there are more of them in a second.
  private static let longestSeed = 2048
  /// Texts that have grown beyond it are cut.
  private static let longestText = 8192

  private var random: SeededGenerator
  private var generator: TextGenerator
  private let seeds: [[UInt8]]

  /// - Parameter seeds: Texts to begin with, at least one.
  package init(seed: UInt64, seeds: [[UInt8]]) {
    precondition(!seeds.isEmpty, "a mutator needs a text to begin with")
    random = SeededGenerator(seed: seed)
    generator = TextGenerator(random: SeededGenerator(seed: seed &+ 1))
    self.seeds = seeds.map { Array($0.prefix(Self.longestSeed)) }
  }

  /// The seeds of this package: all transcripts, and JSONTestSuite where it is there.
  package static func standardSeeds() throws -> [[UInt8]] {
    let transcripts = try TranscriptFile.names.flatMap {
      let cases = try TranscriptFile.named($0).cases
      // What an answer has to look like is a text like any other.
      return TranscriptFile.sent(of: cases) + cases.flatMap(\.steps).flatMap(\.patterns).map { Array($0.source.utf8) }
    }
    return transcripts + JSONTestSuite.files.map(\.bytes)
  }

  /// The next text.
  package mutating func next() -> [UInt8] {
    var text = beginning()
    // Values that are exchanged leave a text whole, and so let it come as far as a handler; bytes rarely do.
    if below(2) == 0 { for _ in 0..<below(4) { exchangeValue(&text) } }
    if below(2) == 0 { for _ in 0..<1 + below(4) { change(&text) } }
    return text.count > Self.longestText ? Array(text.prefix(Self.longestText)) : text
  }

  /// Changes a text as `next` changes those that it begins with, at least once.
  package mutating func mutated(_ text: [UInt8]) -> [UInt8] {
    var text = text
    if below(2) == 0 { exchangeValue(&text) } else { change(&text) }
    return text
  }

  /// Begins anew, as if made with this seed.
  package mutating func reseed(_ seed: UInt64) {
    random = SeededGenerator(seed: seed)
    generator = TextGenerator(random: SeededGenerator(seed: seed &+ 1))
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func seed() -> [UInt8] { seeds[below(seeds.count)] }

  private mutating func beginning() -> [UInt8] {
    switch below(10) {
    case 0...3: seed()
    case 4, 5: generator.text()
    case 6, 7: request()
    case 8: bigObject()
    default: Array("[".utf8) + request() + Array(",".utf8) + request() + Array("]".utf8)
    }
  }

  /// An object with so many members that their names are hashed; a name may stand twice, in one spelling or in two.
  private mutating func bigObject() -> [UInt8] {
    let count = 9 + below(30)
    let names = (0..<count).map { index in
      let number = below(24) == 0 ? below(count) : index
      return below(3) == 0 ? "\"\\u006b\(number)\":0" : "\"k\(number)\":0"
    }
    return Array("{\(names.joined(separator: ","))}".utf8)
  }

  /// A request with whatever in its places.
  private mutating func request() -> [UInt8] {
    var text = Array(#"{"jsonrpc":"2.0","method":"#.utf8)
    text += Array(#""\#(Self.methods[below(Self.methods.count)])""#.utf8)
    if below(4) > 0 { text += Array(#","id":"#.utf8) + (below(2) == 0 ? Array("1".utf8) : generator.validText()) }
    if below(4) > 0 { text += Array(#","params":"#.utf8) + generator.validText() }
    return text + Array("}".utf8)
  }

  /// Puts another value in the place of one.
  private mutating func exchangeValue(_ text: inout [UInt8]) {
    var place = below(text.count + 1)
    // The next place at which a value can begin.
    while place < text.count, place == 0 || !Self.isBeforeValue(text[place - 1]) { place += 1 }
    guard place < text.count else { return }
    let end: Int? = text.withUnsafeBytes { bytes in
      var scanner = JSONScanner(UnsafeRawBufferPointer(rebasing: bytes[place...]))
      return try? scanner.scanValue().end
    }
    guard let end else { return }
    let value = below(2) == 0 ? generator.validText() : Self.values[below(Self.values.count)]
    text.replaceSubrange(place..<place + end, with: value)
  }

  private static func isBeforeValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ",")
  }

  private mutating func change(_ text: inout [UInt8]) {
    let place = below(text.count + 1)
    let end = min(text.count, place + 1 + below(8))
    switch below(13) {
    case 0: text[place..<end] = []
    case 1: text.insert(contentsOf: text[place..<end], at: place)
    case 2: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 3 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &random)
    case 4 where place < text.count: text[place] ^= 1 << UInt8(below(8))
    case 5, 6: text.insert(contentsOf: Self.words[below(Self.words.count)], at: place)
    case 7: text.replaceSubrange(place..<end, with: Self.words[below(Self.words.count)])
    case 8:
      let other = seed()
      text = Array(text[..<place] + other[below(other.count + 1)...])
    case 9:
      let other = seed()
      let start = below(other.count + 1)
      text.insert(contentsOf: other[start..<min(other.count, start + 1 + below(24))], at: place)
    case 10: text = Array(text[..<place])
    case 11: text.insert(contentsOf: generator.text(), at: place)
    case 12: wrap(&text)
    default: break
    }
  }

  /// Puts the text, or nothing, deep into arrays or objects: around our limit, and around Jansson's.
  private mutating func wrap(_ text: inout [UInt8]) {
    let levels = [1, 2, 62, 63, 64, 65, 66, 300][below(8)]
    if below(2) == 0 {
      text =
        Array(repeating: UInt8(ascii: "["), count: levels) + text + Array(repeating: UInt8(ascii: "]"), count: levels)
    } else {
      let open = Array(repeating: Array(#"{"a":"#.utf8), count: levels).joined()
      text = Array(open) + text + Array(repeating: UInt8(ascii: "}"), count: levels)
    }
  }

  private static let methods = [
    "subtract", "sum", "get_data", "update", "echo", "echoBytes", "halfway", "isInBatch", "rpc.x", "", #"s\u0075m"#,
  ]

  package static let values: [[UInt8]] = [
    "null", "true", "1", "-0", "1.50", "1e400", "18446744073709551616", "\"\"", "\"a\\u0000b\"", "\"\\ud83d\\ude00\"",
    "[]", "{}", "[[1,{\"a\":0.1}],2]", "{\"minuend\":9223372036854775807,\"subtrahend\":-1}", "\"2.0\"", "\"echo\"",
    "\"echoBytes\"", "\"sum\"", "\"\\u0065cho\"",
  ].map { Array($0.utf8) }

  /// What the grammar turns on: tokens, numbers at the ends of ranges, escapes, the edges of UTF-8, white space.
  package static let words: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "{}", "[]", "\"\"", "null", "true", "false", "0", "-", "-0", "1e5",
      "E+",
      "0.", ".5", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e308", "1e309", "-1.8e308",
      "1e-400", "4.9e-324", "2.2250738585072011e-308", "0.1", "\\u0000", "\\ud83d\\ude00", "\\ud800", "\\udc00",
      "\\u00",
      "\\n", "\\x", "\"jsonrpc\":\"2.0\",", "\"id\":1,", "\"id\":null", "\"method\":\"sum\",", "\"params\":[1]",
      "\"a\":1,",
      "\"a\":2", "\"\\u0061\":3,", "\u{FEFF}", "é", "é", "€", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
      "\u{10FFFF}", " ", "\t", "\r", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{B}",
    ].map { Array($0.utf8) }
    + [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0x80], [0xBF],
      [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFE, 0xFF],
    ]
}
