package import Transcripts

/// The transcripts of the checkout.
package enum TranscriptFile {
  /// Where they are.
  package static let folder = "\(Checkout.path)/Protocol/transcripts"

  /// The names of all files, sorted.
  package static let names = Checkout.names(in: folder).filter { $0.hasSuffix(".jsonl") }

  /// The values of a run against our own servers.
  package static let values: [String: JSONTree] = [
    "method": .string("ping"), "params": .array([]), "result": .string("pong"),
  ]

  /// Reads one of `Protocol/transcripts`.
  package static func named(_ name: String) throws -> Transcript {
    guard let text = Checkout.contents(of: "\(folder)/\(name)") else { throw Missing(name: name) }
    return try Transcript(String(decoding: text, as: UTF8.self))
  }

  /// All that can be sent without running a case: what needs no value that was captured.
  package static func sent(of cases: [TranscriptCase]) -> [[UInt8]] {
    cases.flatMap(\.steps).compactMap { $0.sentText?.bytes(values) }
  }

  /// The lines that can be sent without running a case, without their ends: messages of usual length.
  package static func lines(of name: String) throws -> [[UInt8]] {
    let steps = try named(name).cases.filter { !$0.usesHeaders }.flatMap(\.steps)
    return steps.compactMap { step in
      guard case .send(let text) = step.action, let line = text.bytes(values), line.count <= longestLine else {
        return nil
      }
      return line
    }
  }

  /// Of longer ones, which show limits, there is nothing to be learnt by cutting them up.
  private static let longestLine = 2048

  package struct Missing: Error {
    package let name: String
  }
}
