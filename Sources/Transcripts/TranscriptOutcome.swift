/// What came of a case.
public enum TranscriptOutcome: Sendable, Hashable {
  /// All came as expected, and nothing else.
  case passed
  /// Something did not.
  case failed(TranscriptFault)
  /// The server has not what the case requires.
  case skipped(String)
}
