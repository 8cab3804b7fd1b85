import ConformanceSupport
import JSONText

/// Holds the scanner against Jansson, and the message processor against both.
final class ScannerTarget: FuzzTarget {
  private let plantsFault: Bool
  private var fuzz = DifferentialFuzz()
  private var mutator = TextMutator(seed: 0, seeds: [Array(#"{"jsonrpc":"2.0","id":1,"method":"sum"}"#.utf8)])

  init(plantsFault: Bool) { self.plantsFault = plantsFault }

  var dictionary: [[UInt8]] { TextMutator.words + TextMutator.values }

  func check(_ input: [UInt8]) -> String? {
    if plantsFault, Self.hasFault(input) { return "the planted fault" }
    fuzz.check(input)
    return fuzz.finds.isEmpty ? nil : fuzz.finds.joined(separator: "\n")
  }

  func mutated(_ input: [UInt8], seed: UInt64) -> [UInt8]? {
    // Bytes are what the scanner turns on; values are exchanged so that more than one fault a text is come by.
    guard seed.isMultiple(of: 4) else { return nil }
    mutator.reseed(seed)
    return mutator.mutated(input)
  }

  /// The fault of the self-test: finds fault with a valid object in an array when its first name has an escape, which shows
  /// that what the scanner does leads there.
  private static func hasFault(_ text: [UInt8]) -> Bool {
    text.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      do throws(JSONSyntaxError) {
        try JSONScanner.validate(bytes)
        guard try scanner.peekKind() == .array else { return false }
        var elements = try scanner.beginArray()
        guard try scanner.nextElement(&elements), try scanner.peekKind() == .object else { return false }
        var members = try scanner.beginObject()
        return try scanner.nextMember(&members)?.hasEscapes == true
      } catch {
        return false
      }
    }
  }
}
