/// What is wrong with a transcript.
public struct TranscriptSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line, counted from 1; nil until it is known.
  public internal(set) var line: Int?
  /// What is wrong and what is allowed, a sentence without a full stop.
  public let message: String

  init(_ message: String, line: Int? = nil) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { (line.map { "line \($0): " } ?? "") + message }
}
