import ConformanceSupport
import Foundation
import Testing

/// How long and from which seed; see README.md, "Work on it".
private struct FuzzSettings {
  static let secondsVariable = "CONTROLLERD_FUZZ_SECONDS"
  static let seedVariable = "CONTROLLERD_FUZZ_SEED"

  var seconds = 2.0
  var seed = UInt64.random(in: .min ... .max)

  init(_ environment: [String: String]) throws {
    if let text = environment[Self.secondsVariable], !text.isEmpty {
      guard let given = Double(text), given >= 0, given.isFinite else {
        throw Complaint(description: "\(Self.secondsVariable) is \"\(text)\"; give seconds, 0 or more")
      }
      seconds = given
    }
    if let text = environment[Self.seedVariable], !text.isEmpty {
      guard let given = UInt64(text) else {
        throw Complaint(description: "\(Self.seedVariable) is \"\(text)\"; give a whole number, 0 to 2^64 - 1")
      }
      seed = given
    }
  }

  struct Complaint: Error, CustomStringConvertible {
    let description: String
  }
}

@Suite("Differential fuzz")
struct DifferentialFuzzTests {
  @Test("scanner, Jansson and processor agree on what is JSON, but for the documented differences")
  func run() throws {
    let settings = try FuzzSettings(ProcessInfo.processInfo.environment)
    // A text that ends the process leaves nothing but this: with the seed it comes again.
    print("differential fuzz: \(FuzzSettings.seedVariable)=\(settings.seed), for \(settings.seconds) s")
    fflush(nil)
    var mutator = TextMutator(seed: settings.seed, seeds: try TextMutator.standardSeeds())
    var fuzz = DifferentialFuzz()
    let end = ContinuousClock.now + .seconds(settings.seconds)
    repeat {
      for _ in 1...64 { fuzz.check(mutator.next()) }
    } while ContinuousClock.now < end && fuzz.finds.count < DifferentialFuzz.mostFinds
    print(fuzz.summary(seed: settings.seed))
    for find in fuzz.finds { Issue.record("seed \(settings.seed), \(find)") }
    // It was not for nothing: all outcomes were seen.
    #expect(fuzz.accepted > 0 && fuzz.refused > 0 && fuzz.results > 0)
  }

  @Test("each documented difference is told from a find")
  func differences() {
    var fuzz = DifferentialFuzz()
    for text in ["1e999", "[9223372036854775808]", #"{"\u0000":1}"#, "1\u{0}", "[true\u{0}]"] {
      fuzz.check(Array(text.utf8))
    }
    fuzz.check(Array(repeating: UInt8(ascii: "["), count: 65) + Array(repeating: UInt8(ascii: "]"), count: 65))
    #expect(fuzz.explained == ["number range": 2, "NUL in a name": 1, "raw NUL": 2, "depth": 1])
    #expect(fuzz.finds == [])
    // Both refuse what stands twice.
    fuzz.check(Array(#"{"a":1,"\u0061":2}"#.utf8))
    #expect(fuzz.refused == 1 && fuzz.finds == [])
  }

  @Test("the same seed gives the same texts")
  func reproducible() throws {
    let seeds = try TextMutator.standardSeeds()
    var one = TextMutator(seed: 7, seeds: seeds)
    var other = TextMutator(seed: 7, seeds: seeds)
    #expect((1...200).map { _ in one.next() } == (1...200).map { _ in other.next() })
  }

  @Test("settings that are none are refused", arguments: ["two", "-1", "inf", "nan"])
  func settings(text: String) throws {
    #expect(throws: FuzzSettings.Complaint.self) { try FuzzSettings([FuzzSettings.secondsVariable: text]) }
    #expect(throws: FuzzSettings.Complaint.self) { try FuzzSettings([FuzzSettings.seedVariable: text]) }
    #expect(try FuzzSettings([:]).seconds == 2)
  }
}

extension DifferentialFuzz {
  /// One line about a run.
  fileprivate func summary(seed: UInt64) -> String {
    let differences = explained.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return "differential fuzz: \(executions) executions, \(finds.count) finds; \(accepted) accepted by both, "
      + "\(refused) refused by both, documented differences: \(differences.isEmpty ? "none" : differences); "
      + "\(answered) answers, \(results) results; seed \(seed)"
  }
}
