/// Why a case has failed.
public struct TranscriptFault: Error, Sendable, Hashable {
  /// The line of the transcript that was not fulfilled, or 0 where a transport does not know it.
  public internal(set) var line: Int

  /// What was expected and what came, a sentence without a full stop.
  public let message: String

  /// A fault that a transport has found.
  public init(_ message: String) { self.init(message, line: 0) }

  init(_ message: String, line: Int) {
    self.line = line
    self.message = message
  }
}
