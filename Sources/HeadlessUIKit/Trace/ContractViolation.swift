/// Thrown by a strict scene when contracts were broken during a request.
public struct ContractViolation: Error, Sendable, CustomStringConvertible {
  /// What was broken, in order; never empty.
  public let issues: [ContractIssue]

  /// All messages, one a line.
  public var description: String {
    issues.map { "\($0.kind.rawValue): \($0.message)" }.joined(separator: "\n")
  }
}
