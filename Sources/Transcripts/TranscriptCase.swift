/// What is sent and has to come to show one rule, on connections of its own.
public struct TranscriptCase: Sendable {
  /// The rules that it shows, as its heading names them.
  public let rules: [String]

  /// What the heading says behind the rules.
  public let title: String

  /// The heading's line, from 1.
  public let line: Int

  /// Without which it is skipped; those of the file come first.
  public internal(set) var requirements: [TranscriptRequirement]

  /// Whether messages have headers.
  public internal(set) var usesHeaders: Bool

  /// Whether notifications and requests of the server are passed over.
  public internal(set) var ignoresNotifications: Bool

  /// What is done and has to come, in order.
  public var steps: [TranscriptStep] = []

  /// The index of the first step that is also done when an earlier one has failed.
  public internal(set) var cleanup: Int?
}
