import ConformanceSupport

/// Changes lines of requests as lines: adds calls of what there is, takes lines away, moves them, makes batches.
@MainActor
struct RequestMutator {
  private let vocabulary: Vocabulary
  private var random = SeededGenerator(seed: 0)
  private var texts = TextMutator(seed: 0, seeds: [Array("{}".utf8)])

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// - Returns: Nil, for one seed of four, where bytes are to be changed.
  mutating func mutated(_ input: [UInt8], seed: UInt64) -> [UInt8]? {
    random = SeededGenerator(seed: seed)
    texts.reseed(seed)
    guard below(4) > 0 else { return nil }
    var lines = input.split(separator: 0x0A).map(Array.init)
    for _ in 0...below(3) { change(&lines) }
    return Array(lines.joined(separator: [0x0A])) + [0x0A]
  }

  private mutating func change(_ lines: inout [[UInt8]]) {
    let place = below(lines.count + 1)
    guard place < lines.count, below(3) > 0 else {
      lines.insert(request(), at: place)
      return
    }
    switch below(7) {
    case 0: lines[place] = request()
    case 1: lines.remove(at: place)
    case 2: lines.insert(lines[place], at: below(lines.count + 1))
    case 3: lines.swapAt(place, below(lines.count))
    case 4:
      let end = min(lines.count, place + 2 + below(4))
      lines[place..<end] = [Array("[".utf8) + lines[place..<end].joined(separator: Array(",".utf8)) + Array("]".utf8)]
    default: lines[place] = texts.mutated(lines[place])
    }
  }

  // MARK: Requests

  /// A call, or now and then a notification, of a method that there is, with parameters that fit for the most part.
  private mutating func request() -> [UInt8] {
    let method = vocabulary.methods[below(vocabulary.methods.count)]
    let id = below(8) == 0 ? "" : #""id":\#(below(100)),"#
    let isByPosition = below(4) == 0
    var values: [String] = []
    for parameter in method.parameters {
      let isGiven = below(16) > 0 && (parameter.isRequired || below(2) == 0)
      if isByPosition {
        values.append(isGiven ? value(of: parameter) : "null")
      } else if isGiven {
        values.append(#""\#(parameter.name)":\#(value(of: parameter))"#)
      }
    }
    let list = values.joined(separator: ",")
    let params = isByPosition ? "[\(list)]" : "{\(list)}"
    return Array(#"{"jsonrpc":"2.0",\#(id)"method":"\#(method.name)","params":\#(params)}"#.utf8)
  }

  private mutating func value(of parameter: Vocabulary.Parameter) -> String {
    if let words = vocabulary.wordsByName[parameter.name], below(4) > 0 {
      return Vocabulary.quoted(words[below(words.count)])
    }
    return value(parameter.schema)
  }

  private mutating func value(_ schema: Vocabulary.Schema) -> String {
    if below(16) == 0 { return wildValue() }
    switch schema {
    case .string: return Vocabulary.quoted(word())
    // Ids are given out one after the other, and a host has few nodes.
    case .nodeID: return "\"n\(1 + below(200))\""
    case .integer: return "\(below(4))"
    case .number: return ["0", "0.25", "1", "1.5", "60", "1e9"][below(6)]
    case .boolean: return below(2) == 0 ? "true" : "false"
    case .object: return "{\(Vocabulary.quoted(word())):\(wildValue())}"
    case .any: return wildValue()
    case .choice(let words): return Vocabulary.quoted(words[below(words.count)])
    case .array(let element):
      return "[\((0..<below(3)).map { _ in value(element) }.joined(separator: ","))]"
    case .anyOf(let schemas): return value(schemas[below(schemas.count)])
    }
  }

  private mutating func word() -> String {
    switch below(8) {
    case 0: "n\(1 + below(200))"
    case 1: "s\(1 + below(3))"
    case 2: "n\(1 + below(200)).delegate"
    default: vocabulary.words[below(vocabulary.words.count)]
    }
  }

  private mutating func wildValue() -> String {
    String(decoding: TextMutator.values[below(TextMutator.values.count)], as: UTF8.self)
  }
}
